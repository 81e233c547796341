public import FeatureKit
import MastodonKit
public import TerminalKit

extension Transfer.Outcome {
  /// What was done: one sentence.
  public var sentence: String {
    let verb = isDryRun ? "Would import" : "Imported"
    var parts = ["\(verb) \(kind.counted(added.count))"]
    if !changed.isEmpty { parts.append("\(isDryRun ? "would change" : "changed") \(changed.count)") }
    if already > 0 { parts.append("\(already) already there") }
    if !failures.isEmpty { parts.append("\(failures.count) not imported") }
    if left > 0 { parts.append("\(left) left") }
    return parts.joined(separator: ", ") + "."
  }

  /// The members of the JSON.
  var data: [JSONValue.Member] {
    [
      .init("kind", .string(kind.rawValue)), .init("dry_run", .bool(isDryRun)),
      .init("added", .array(added.map { .string($0.shown(kind)) })),
      .init("changed", .array(changed.map { .string($0.shown(kind)) })), .init("already", .int(already)),
      .init(
        "failed",
        .array(
          failures.map {
            ["line": .int($0.line), "name": .string($0.name), "code": .string($0.code), "reason": .string($0.reason)]
          })),
      .init("left", .int(left)),
    ]
  }
}

extension Transfer {
  /// What an import did or would do: a sentence, in a dry run each entry, and what was not imported.
  public static func view(_ outcome: Outcome, layout: Layout) -> Document {
    var blocks: [Block] = [.paragraph(StyledText(outcome.sentence))]
    if outcome.isDryRun {
      let planned = outcome.added.map { ("+", $0) } + outcome.changed.map { ("*", $0) }
      let spoken = ["+": "add", "*": "change"]
      blocks += planned.map { mark, entry in
        .listItem(
          marker: StyledText("\(mark) ", .accent, spoken: spoken[mark]),
          [.paragraph(StyledText(entry.shown(outcome.kind)))])
      }
    }
    if !outcome.failures.isEmpty {
      blocks.append(.blank)
      blocks += outcome.failures.map { failure in
        .listItem(
          marker: StyledText("! ", .error, spoken: "Error:"),
          [
            .paragraph(
              StyledText("line \(failure.line)  ", .secondary) + StyledText(failure.name) + StyledText("  ")
                + StyledText(failure.reason, .secondary))
          ])
      }
    }
    if outcome.isDryRun { blocks += [.blank, .paragraph(StyledText("Nothing was changed.", .secondary))] }
    return Document(kind: "import", blocks: blocks, data: outcome.data)
  }

  /// The document that JSON has for exported entries: `{screen, kind, items}`.
  static func document(_ entries: [Entry], of kind: Kind) -> Document {
    Document(
      kind: "export",
      data: [
        .init("kind", .string(kind.rawValue)),
        .init(
          "entries",
          .array(
            entries.map { entry in
              var members = [JSONValue.Member("name", .string(entry.name))]
              let title = kind == .groups ? "group" : kind == .servers ? "title" : "list"
              if let list = entry.list { members.append(.init(title, .string(list))) }
              if let match = entry.match { members.append(.init("match", .string(match))) }
              if let symbol = entry.symbol { members.append(.init("symbol", .string(symbol))) }
              if let options = entry.options {
                members += [
                  .init("boosts", .bool(options.showsReblogs ?? true)),
                  .init("notify", .bool(options.notifies ?? false)),
                  .init("languages", .array((options.languages ?? []).map(JSONValue.string))),
                ]
              }
              if let hides = entry.hidesNotifications { members.append(.init("hide_notifications", .bool(hides))) }
              return .object(members)
            })),
      ])
  }
}
