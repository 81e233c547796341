import FeatureKit
import TerminalKit

/// The documents of `help`: the list of all commands, and the page of one.
@MainActor
enum HelpText {
  /// The list of the commands that can be typed; with a slash while a text is written.
  ///
  /// The screen's own commands are explained and come last, above the prompt; of the others only the names are listed, so
  /// that the list fits on a screen. With `isWhole`, every command is explained. With `beginsHere`, as for a screen reader,
  /// the screen's own come first.
  static func overview(_ catalog: VerbCatalog, isWhole: Bool = false, beginsHere: Bool = false) -> Document {
    let slash = catalog.slash
    var seen: Set<String> = []
    var members: [JSONValue] = []
    var parts: [[Block]] = []
    for (index, layer) in catalog.layers.enumerated() {
      let verbs = layer.verbs.filter { seen.insert($0.name).inserted && $0.isListed }
      guard !verbs.isEmpty else { continue }
      members += verbs.map(json)
      let title = Block.paragraph(StyledText(layer.title, .strong))
      if isWhole || index == 0 {
        parts.append([
          title, .table(verbs.map { [StyledText("  \(slash)\($0.shortUsage)", .code), StyledText($0.help)] }),
        ])
      } else {
        parts.append([title, .listItem(marker: " ", [.paragraph(names(verbs, slash))])])
      }
    }
    if !isWhole, !beginsHere, !parts.isEmpty { parts.append(parts.removeFirst()) }
    return Document(
      kind: "help", title: Document.Title("Help"),
      blocks: parts.flatMap { $0 + [.blank] } + [
        .paragraph(
          """
          N is a number on this screen, an id, a link or @name; N… also takes several: 1-3 or 1 4.
          """)
      ],
      hint: StyledText("\(slash)help COMMAND · \(slash)help all · Tab completes · Ctrl-D quits", .hint),
      data: [.init("commands", .array(members))])
  }

  private static func names(_ verbs: [Verb], _ slash: String) -> StyledText {
    var text = StyledText()
    for verb in verbs {
      if !text.isEmpty { text += ", " }
      text += StyledText("\(slash)\(verb.name)", .code)
    }
    return text
  }

  /// The page of one command; with a slash while a text is written.
  static func explanation(of verb: Verb, isWriting: Bool) -> Document {
    var blocks: [Block] = [
      .paragraph(StyledText("\(verb.help).")), .blank,
      .paragraph(StyledText("  \(isWriting ? "/" : "")\(verb.usage)", .code)),
    ]
    let rows = verb.parameters.compactMap(row)
    if !rows.isEmpty { blocks += [.blank, .table(rows)] }
    if !verb.aliases.isEmpty {
      blocks += [.blank, .paragraph(StyledText("Also: \(verb.aliases.joined(separator: ", ")).", .secondary))]
    }
    if !verb.discussion.isEmpty { blocks += [.blank, .paragraph(StyledText(verb.discussion))] }
    return Document(
      kind: "help", title: Document.Title(verb.name), blocks: blocks, data: [.init("commands", .array([json(verb)]))])
  }

  private static func row(_ parameter: ParameterDescription) -> [StyledText]? {
    let words: String
    switch parameter.form {
    case .reference(let kinds, let many):
      let kind = kinds.map(\.noun).joined(separator: " or ")
      words =
        many ? "\(kind): numbers on this screen, ids or addresses" : "\(kind): number on this screen, id or address"
    // A literal word explains itself.
    case .choice([parameter.name]): return nil
    case .choice(let choices): words = choices.joined(separator: ", ")
    case .integer(let range): words = "\(range.lowerBound) to \(range.upperBound)"
    case .text: words = "the rest of the line, except options"
    case .word: return nil
    case .flag(let value?, let choices):
      words = choices.isEmpty ? "takes \(value)" : choices.joined(separator: ", ")
    case .flag(nil, _): return nil
    }
    let name = parameter.isFlag ? "--\(parameter.name)" : parameter.name
    return [StyledText("  \(name)", .code), StyledText(words)]
  }

  private static func json(_ verb: Verb) -> JSONValue {
    [
      "name": .string(verb.name), "aliases": .array(verb.aliases.map(JSONValue.string)), "usage": .string(verb.usage),
      "help": .string(verb.help),
    ]
  }
}

extension Verb {
  /// The usage without its options, for the list of all commands.
  fileprivate var shortUsage: String {
    ([name] + parameters.filter { !$0.isFlag }.map(\.usage)).joined(separator: " ")
  }
}
