public import FeatureKit
import MastodonKit
public import TerminalKit

extension Transfer.Outcome {
  /// The message: one sentence.
  public var sentence: String {
    guard !isEmpty else { return "There is nothing to import." }
    let verb = isDryRun ? "Would import" : "Imported"
    var parts = ["\(verb) \(kind.counted(added.count))"]
    if !changed.isEmpty { parts.append("\(isDryRun ? "would change" : "changed") \(changed.count)") }
    if already > 0 { parts.append("\(already) already there") }
    if !failures.isEmpty { parts.append("\(failures.count) not imported") }
    if !untried.isEmpty { parts.append("\(untried.count) left") }
    return parts.joined(separator: ", ") + "."
  }

  /// The maximum number of entries that `undo` removes again.
  static let undoLimit = 100

  /// The way in which `undo` reverts the import, or the reason why it can't.
  ///
  /// - Parameter host: The server of the account; its own accounts are looked up without it.
  public func undo(on host: String) -> Toast.Undo {
    let verbs: [Transfer.Kind: String] = [
      .follows: "unfollow", .mutes: "unmute", .blocks: "unblock", .bookmarks: "unbookmark", .followedTags: "unfollow",
    ]
    let suffix = "@\(host.lowercased())"
    let names = added.map { entry in
      let shown = entry.shown(kind)
      return shown.dropFirst().lowercased().hasSuffix(suffix) ? String(shown.dropLast(suffix.count)) : shown
    }
    let advice = "To take it back, use the commands for single ones; import --dry-run lists them beforehand."
    guard changed.isEmpty else {
      return .impossible("The import changed \(kind.counted(changed.count)), and undo can't restore the earlier state.")
    }
    guard names.count <= Self.undoLimit else {
      return .impossible("An import of more than \(Self.undoLimit) entries can't be undone. \(advice)")
    }
    if kind == .domainBlocks, names.count == 1 { return .command("unblock-domain \(names[0])") }
    guard let verb = verbs[kind], !names.contains(where: { $0.contains { $0.isWhitespace || "\"'\\;".contains($0) } })
    else { return .impossible("An import of \(kind.rawValue) can't be undone. \(advice)") }
    return .command("\(verb) \(names.joined(separator: " "))")
  }

  /// A dry run's text about `undo`; `nil` if nothing would be done.
  var undoing: String? {
    guard !(added + changed).isEmpty else { return nil }
    return switch undo(on: "") {
    case .command, .commands: "At the prompt, undo would take the import back."
    case .impossible: "undo could not take the import back."
    }
  }

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
      .init("left", .int(untried.count)),
    ]
  }
}

extension Transfer {
  /// The results of an import, or of its dry run: a sentence, each entry in a dry run, and what was not imported.
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
    if outcome.isDryRun, !outcome.isEmpty {
      blocks += [.blank, .paragraph(StyledText("Nothing was changed.", .secondary))]
    }
    if outcome.isDryRun, let undoing = outcome.undoing {
      blocks.append(.paragraph(StyledText(undoing, .secondary)))
    }
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
              // Of groups, a name without a sign is a hashtag.
              let name = kind == .groups && entry.name.first == "#" ? String(entry.name.dropFirst()) : entry.name
              var members = [JSONValue.Member("name", .string(name))]
              let title =
                kind == .groups ? "group" : kind == .servers ? "title" : kind == .bookmarkNotes ? "tags" : "list"
              if let list = entry.list {
                let tags = list.split(separator: ",").map { JSONValue.string(String($0).trimmed) }
                members.append(.init(title, kind == .bookmarkNotes ? .array(tags) : .string(list)))
              }
              if let note = entry.note { members.append(.init("note", .string(note))) }
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
