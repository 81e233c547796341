public import FeatureKit
import FoundationEssentials
import MastodonKit
import PluginKit
import StatusKit
public import TerminalKit

extension Plugins {
  /// The plugins, each with its help, its file, and what it may ask for.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks: [Block] = []
    for entry in state.plugins {
      if !blocks.isEmpty { blocks.append(.blank) }
      blocks += self.blocks(entry, layout)
    }
    if blocks.isEmpty {
      blocks = [
        .paragraph("There are no plugins."),
        .paragraph(
          StyledText("A plugin is a program howdah-NAME in this folder or on PATH; it becomes the command NAME:")),
        .listItem(marker: " ", [.paragraph(StyledText(state.folder, .code))]),
      ]
    }
    for folder in state.silentFolders {
      blocks += [
        .blank, .paragraph(StyledText("The folder \(folder) does not answer. Its plugins are left out.", .warning)),
      ]
    }
    let count = state.plugins.count { $0.shadow == nil && $0.program.refusal == nil }
    let first = state.plugins.first { $0.shadow == nil && $0.program.refusal == nil }?.program.name
    return Document(
      kind: "plugins", title: Document.Title("Plugins", note: state.plugins.isEmpty ? nil : "\(count)"), blocks: blocks,
      hint: first.map { StyledText("help \($0) · plugins allow \($0) COMMAND…", .hint) },
      data: [
        .init("folder", .string(state.folder)), .init("plugins", .array(state.plugins.map { data($0) })),
        .init("silent_folders", .array(state.silentFolders.map(JSONValue.string))),
      ])
  }

  private static func blocks(_ entry: Entry, _ layout: Layout) -> [Block] {
    let program = entry.program
    // What is not run was not asked.
    let isRun = entry.shadow == nil && program.refusal == nil
    let help = entry.description?.help ?? (isRun ? "No valid answer to --howdah-describe." : "")
    var facts: [StyledText] = []
    if let version = entry.description?.version, !Sanitizer.clean(version).isEmpty {
      facts.append(StyledText("version \(version)", .secondary))
    }
    let changed = RelativeTime(Date(timeIntervalSince1970: Double(program.stamp.modified)), in: layout)
    facts.append(StyledText([Span("changed \(changed.shortAgo)", .secondary, spoken: "changed \(changed.spoken)")]))
    var blocks: [Block] = [
      .paragraph(
        StyledText(program.name, .code)
          + StyledText(help.isEmpty ? [] : [Span("  ", .text, spoken: ": ")])
          + StyledText(help, entry.description == nil ? .secondary : .text))
    ]
    let path = StyledText(program.path, .secondary)
    let rest = StyledText.joined(facts, separator: StyledText(" · ", .secondary))
    let line = StyledText.joined([path] + facts, separator: StyledText(" · ", .secondary))
    // A path that leaves no room has a line of its own, so that it breaks nothing else.
    let lines = (line.displayWidth <= layout.width - 3 ? [line] : [path, rest]) + [standing(of: entry)]
    blocks += lines.map { .listItem(marker: "  ", [.paragraph($0)]) }
    return blocks
  }

  /// Whether it runs, and what it may ask for.
  private static func standing(of entry: Entry) -> StyledText {
    if let shadow = entry.shadow { return StyledText("Not a command: \(shadow)", .warning) }
    if let refusal = entry.program.refusal { return StyledText("Not run: \(refusal)", .warning) }
    return switch entry.permission {
    case .none: StyledText("May ask for nothing.", .secondary)
    case .allowed(let commands): StyledText("May ask for: ", .secondary) + StyledText(commands.joined(separator: ", "))
    case .lapsed(let commands):
      StyledText(
        "Changed since you allowed \(commands.joined(separator: ", ")): plugins allow \(entry.program.name)", .warning)
    }
  }

  private static func data(_ entry: Entry) -> JSONValue {
    let program = entry.program
    let isLapsed: Bool
    let allowed: [String]
    switch entry.permission {
    case .none: (isLapsed, allowed) = (false, [])
    case .allowed(let commands): (isLapsed, allowed) = (false, commands)
    case .lapsed: (isLapsed, allowed) = (true, [])
    }
    let date = Date(timeIntervalSince1970: Double(program.stamp.modified))
    return [
      "name": .string(program.name), "path": .string(program.path), "origin": .string(program.origin.rawValue),
      "help": .optional(entry.description?.help), "version": .optional(entry.description?.version),
      "changed_at": .string(MastodonDate.format(date)), "allowed": .array(allowed.map(JSONValue.string)),
      "changed_since_allowed": .bool(isLapsed), "not_run": .optional(entry.shadow ?? program.refusal),
    ]
  }
}
