public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Usage {
  /// The verbs that ran: how often, how long, and which run was slowest.
  ///
  /// As JSON it is `{screen, on, file, verbs, slowest}`; a verb is `{verb, count, total_ms, average_ms, slowest_ms}`, a slow
  /// run `{time, verb, ms}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let (totals, slowest) = (state.totals, state.slowest)
    var blocks: [Block] = []
    if !state.isOn {
      blocks += [
        .paragraph(StyledText("Nothing is written down \(totals.isEmpty ? "" : "any more ")until you type:")),
        .verbatim(StyledText("  set usage-log on", .code)),
      ]
      if !totals.isEmpty { blocks.append(.blank) }
    } else if totals.isEmpty {
      blocks.append(.paragraph("Nothing is written down yet."))
    }
    if !totals.isEmpty {
      blocks.append(.spoken([.table([head] + totals.map(row) + [sum(totals)])], as: ""))
      blocks += totals.map { total in
        let words =
          "\(total.verb): \(times(total.count)), \(time(total.average)) on the average, at most \(time(total.slowest))."
        return .spoken([], as: words)
      }
      blocks += [.blank, .spoken([.table([slowHead(layout)] + slowest.map { row($0, layout) })], as: "Slowest:")]
      blocks += slowest.map { record in
        let ago = RelativeTime(record.time, in: layout).spoken
        return .spoken([], as: "\(record.verb): \(time(record.milliseconds)), \(ago).")
      }
    }
    blocks += [
      .blank,
      .paragraph(StyledText("Names and times alone, never what you typed. Nothing leaves this machine.", .secondary)),
    ]
    return Document(
      kind: "log", title: Document.Title("Usage log", note: state.isOn ? "on" : "off"), blocks: blocks,
      hint: hint(state),
      data: [
        .init("on", .bool(state.isOn)), .init("file", .string(state.file)),
        .init("verbs", .array(totals.map(data))),
        .init(
          "slowest",
          .array(
            slowest.map {
              [
                "time": .string(MastodonDate.format($0.time)), "verb": .string($0.verb), "ms": .int($0.milliseconds),
              ]
            })),
      ])
  }

  private static func hint(_ state: State) -> StyledText? {
    let words = (state.records.isEmpty ? [] : ["log clear"]) + (state.isOn ? ["set usage-log off"] : [])
    return words.isEmpty ? nil : StyledText(words.joined(separator: " · "), .hint)
  }

  private static let head = ["verb", "runs", "average", "slowest", "total"].map { StyledText($0, .secondary) }

  private static func slowHead(_ layout: Layout) -> [StyledText] {
    ["slowest", "took", layout.timeFormat == .relative ? "ago" : "when"].map { StyledText($0, .secondary) }
  }

  private static func row(_ record: Record, _ layout: Layout) -> [StyledText] {
    [
      StyledText(record.verb, .name), StyledText(time(record.milliseconds)),
      StyledText(RelativeTime(record.time, in: layout).short, .secondary),
    ]
  }

  private static func row(_ total: Total) -> [StyledText] {
    [
      StyledText(total.verb, .name), StyledText(String(total.count)), StyledText(time(total.average)),
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
      "verb": .string(total.verb), "count": .int(total.count), "total_ms": .int(total.milliseconds),
      "average_ms": .int(total.average), "slowest_ms": .int(total.slowest),
    ]
  }
}
