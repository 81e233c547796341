import FeatureKit
import TerminalKit

/// The documents of `help`: the list of all commands, and the page of one.
@MainActor
enum HelpText {
  /// The short help: the names of this screen's commands, then an example for each task; it fits on a small terminal.
  ///
  /// With `isWhole`, every command is explained, by the place where it works.
  ///
  /// - Parameter post: The number of a post in the examples.
  static func overview(_ catalog: VerbCatalog, post: String, isWhole: Bool = false) -> Document {
    let blocks = isWhole ? everything(catalog) : tasks(catalog, post)
    let slash = catalog.slash
    return Document(
      kind: "help", title: Document.Title("Help"),
      blocks: blocks + [
        .paragraph("N is a number on this screen, an id or a link; N… takes several: 1-3.")
      ] + (catalog.isWriting ? [] : [.paragraph(topics)]),
      hint: Hint(
        [.init("\(slash)help COMMAND or TOPIC"), .init("\(slash)help all"), "Tab completes", "Ctrl-D quits"],
        spoken: "Type \(slash)help with a command or a topic, or \(slash)help all. Tab completes, Ctrl-D quits."),
      data: [.init("commands", .array(places(in: catalog, isWhole: isWhole).flatMap { $0.verbs.map(json) }))])
  }

  /// The names of the topics, as in `Topics: timelines, posting`.
  private static var topics: StyledText {
    var text = StyledText("Topics:")
    for (index, topic) in Manual.topics.enumerated() {
      text += StyledText(index == 0 ? " " : ", ") + StyledText(topic.name, .code)
    }
    return text + StyledText(".")
  }

  private static func tasks(_ catalog: VerbCatalog, _ post: String) -> [Block] {
    var blocks: [Block] = []
    func exists(_ name: String) -> Bool { catalog.verb(named: name) != nil }
    let topics = catalog.help().topics.filter { exists($0.command) }
    // Where a screen has no commands of its own, the examples are enough.
    if let own = places(in: catalog, isWhole: false).first, catalog.layers.count > 1,
      own.title == catalog.layers[0].title || topics.isEmpty
    {
      blocks += [
        .paragraph(StyledText(own.title, .strong)),
        .listItem(marker: " ", [.paragraph(names(own.verbs, catalog.slash))]), .blank,
      ]
    }
    // While a text is written, its own commands are what is looked for.
    if catalog.isWriting { return explained(places(in: catalog, isWhole: false).prefix(1), catalog.slash) }
    guard !topics.isEmpty else { return blocks }
    return blocks + [.table(topics.map { $0.row(post: post, exists: exists) }), .blank]
  }

  private static func everything(_ catalog: VerbCatalog) -> [Block] {
    explained(places(in: catalog, isWhole: true), catalog.slash)
  }

  private static func explained(_ places: some Sequence<VerbLayer>, _ slash: String) -> [Block] {
    places.flatMap { place -> [Block] in
      [
        .paragraph(StyledText(place.title, .strong)),
        .table(place.verbs.map { [StyledText("  \(slash)\($0.shortUsage)", .code), StyledText($0.help)] }),
        .blank,
      ]
    }
  }

  /// The commands by place, each once; those of other screens only if `isWhole`.
  private static func places(in catalog: VerbCatalog, isWhole: Bool) -> [VerbLayer] {
    var seen: Set<String> = []
    let here = catalog.layers.map { layer in
      VerbLayer(layer.title, layer.verbs.filter { $0.isListed && seen.insert($0.name).inserted })
    }
    let elsewhere =
      !isWhole
      ? []
      : catalog.elsewhere.map { layer in
        VerbLayer("In \(layer.title)", layer.verbs.filter { $0.isListed && seen.insert($0.name).inserted })
      }
    return (here + elsewhere).filter { !$0.verbs.isEmpty }
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
  ///
  /// - Parameter place: The place that has the command, if it cannot be typed here.
  static func explanation(of verb: Verb, at place: String? = nil, isWriting: Bool) -> Document {
    var blocks: [Block] = [.paragraph(StyledText("\(verb.help)."))]
    if let place {
      blocks.append(.paragraph(StyledText(VerbLayer.Way(to: verb, of: place).sentence, .secondary)))
    }
    blocks += [.blank, usage(of: verb, slash: isWriting ? "/" : "")]
    let rows = verb.parameters.compactMap(row)
    if !rows.isEmpty { blocks += [.blank, .table(rows)] }
    if !verb.aliases.isEmpty {
      blocks += [.blank, .paragraph(StyledText("Also: \(verb.aliases.joined(separator: ", ")).", .secondary))]
    }
    if !verb.discussion.isEmpty { blocks += [.blank, .paragraph(StyledText(verb.discussion))] }
    return Document(
      kind: "help", title: Document.Title(verb.name), blocks: blocks, data: [.init("commands", .array([json(verb)]))])
  }

  /// The usage; what does not fit in one row continues below the arguments.
  private static func usage(of verb: Verb, slash: String) -> Block {
    let name = "  \(slash)\(verb.name)"
    let arguments = verb.usage.dropFirst(verb.name.count).drop { $0 == " " }
    guard !arguments.isEmpty else { return .paragraph(StyledText(name, .code)) }
    return .listItem(marker: StyledText(name, .code), [.paragraph(StyledText(String(arguments), .code))])
  }

  private static func row(_ parameter: ParameterDescription) -> [StyledText]? {
    let words: String
    switch parameter.form {
    case .reference(let kinds, let many):
      let kind = kinds.map(\.noun).joined(separator: " or ")
      words =
        many ? "\(kind): numbers on this screen, ids or addresses" : "\(kind): number on this screen, id or address"
    // Literal words explain themselves.
    case .choice(let choices) where choices.joined(separator: "|") == parameter.name: return nil
    case .choice(let choices): words = choices.joined(separator: ", ")
    case .integer(let range): words = "\(range.lowerBound) to \(range.upperBound)"
    case .phrase: words = "the words up to the end of the command"
    case .text: words = "the rest of the line, except options"
    case .line: words = "the rest of the line, options included"
    case .word: return nil
    case .flag(_, let choices):
      // The usage names what the option takes.
      guard !choices.isEmpty else { return nil }
      words = choices.joined(separator: ", ")
    }
    let name = parameter.isFlag ? "--\(parameter.name)" : parameter.name
    return [StyledText("  \(name)", .code), StyledText(words)]
  }

  /// A command as `help --json` has it.
  static func json(_ verb: Verb) -> JSONValue {
    [
      "name": .string(verb.name), "aliases": .array(verb.aliases.map(JSONValue.string)), "usage": .string(verb.usage),
      "help": .string(verb.help),
    ]
  }
}

extension Verb {
  /// The usage without its options, for the list of all commands.
  var shortUsage: String {
    ([name] + parameters.filter { !$0.isFlag }.map(\.usage)).joined(separator: " ")
  }
}

extension Document {
  /// The page of a command with that of a topic of the same name below.
  func followed(by topic: Document) -> Document {
    var document = self
    document.blocks += [.blank] + topic.blocks
    document.data += topic.data
    return document
  }
}
