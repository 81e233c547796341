public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Usage {
  /// A table of commands with their number of runs and durations, and a table of the slowest runs.
  ///
  /// As JSON it is `{screen, on, file, commands, slowest}`; each of `commands` is `{command, count, total_ms, average_ms,
  /// slowest_ms}`, each of `slowest` `{time, command, ms}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let (totals, slowest) = (state.totals, state.slowest)
    var blocks: [Block] = []
    if !state.isOn {
      blocks += [
        .paragraph(StyledText("Usage is not recorded. To turn it on, type:")),
        .verbatim(StyledText("  set usage-log on", .code)),
      ]
      if !totals.isEmpty { blocks.append(.blank) }
    } else if totals.isEmpty {
      blocks.append(.paragraph("No commands recorded yet."))
    }
    if !totals.isEmpty {
      blocks.append(.spoken([.table([head] + totals.map(row) + [sum(totals)])], as: ""))
      blocks += totals.map { total in
        let words =
          "\(total.command): \(times(total.count)), average \(time(total.average)), slowest \(time(total.slowest))."
        return .spoken([], as: words)
      }
      blocks += [.blank, .spoken([.table([slowHead(layout)] + slowest.map { row($0, layout) })], as: "Slowest:")]
      blocks += slowest.map { record in
        let ago = RelativeTime(record.time, in: layout).spoken
        return .spoken([], as: "\(record.command): \(time(record.milliseconds)), \(ago).")
      }
    }
    blocks += [
      .blank,
      .paragraph(
        StyledText("Only names and times are recorded, never arguments. Nothing leaves this machine.", .secondary)),
    ]
    return Document(
      kind: "usage", title: Document.Title("Usage", note: state.isOn ? "on" : "off"), blocks: blocks,
      hint: hint(state),
      data: [
        .init("on", .bool(state.isOn)), .init("file", .string(state.file)),
        .init("commands", .array(totals.map(data))),
        .init(
          "slowest",
          .array(
            slowest.map {
              [
                "time": .string(MastodonDate.format($0.time)), "command": .string($0.command),
                "ms": .int($0.milliseconds),
              ]
            })),
      ])
  }

  private static func hint(_ state: State) -> StyledText? {
    let words = (state.records.isEmpty ? [] : ["usage clear"]) + (state.isOn ? ["set usage-log off"] : [])
    return words.isEmpty ? nil : StyledText(words.joined(separator: " · "), .hint)
  }

  private static let head = ["command", "runs", "average", "slowest", "total"].map { StyledText($0, .secondary) }

  private static func slowHead(_ layout: Layout) -> [StyledText] {
    ["slowest", "took", layout.timeFormat == .relative ? "ago" : "when"].map { StyledText($0, .secondary) }
  }

  private static func row(_ record: Record, _ layout: Layout) -> [StyledText] {
    [
      StyledText(record.command, .name), StyledText(time(record.milliseconds)),
      StyledText(RelativeTime(record.time, in: layout).short, .secondary),
    ]
  }

  private static func row(_ total: Total) -> [StyledText] {
    [
      StyledText(total.command, .name), StyledText(String(total.count)), StyledText(time(total.average)),
      StyledText(time(total.slowest)), StyledText(time(total.milliseconds)),
    ]
  }

  private static func sum(_ totals: [Total]) -> [StyledText] {
    [
      StyledText("all", .strong), StyledText(String(totals.reduce(0) { $0 + $1.count })), StyledText(), StyledText(),
      StyledText(time(totals.reduce(0) { $0 + $1.milliseconds })),
    ]
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// `12 ms`, `3.4 s`, `2 min`.
  static func time(_ milliseconds: Int) -> String {
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
    return "\(milliseconds / 60_000) min"
  }

  private static func data(_ total: Total) -> JSONValue {
    [
      "command": .string(total.command), "count": .int(total.count), "total_ms": .int(total.milliseconds),
      "average_ms": .int(total.average), "slowest_ms": .int(total.slowest),
    ]
  }
}
