import FeatureKit
import TerminalKit

/// Finds what to type for a question in plain words: tasks, commands and topics of the help.
@MainActor
struct HelpSearch {
  /// A row of the page.
  fileprivate struct Answer {
    let line: String
    let summary: String
    var verb: Verb?
    /// Whether the row says more than the command's own help.
    var isTask = false
  }

  private static let limit = 8
  /// The least score of a page: one word of two in a summary.
  private static let least = 0.5

  /// Everything that can be found, made once for several questions.
  @MainActor
  struct Library {
    fileprivate let catalog: VerbCatalog
    fileprivate let answers: [Answer]
    fileprivate let index: HelpIndex

    /// The commands of a catalogue; while a text is written, only its own.
    init(of catalog: VerbCatalog) {
      self.catalog = catalog
      let found =
        (catalog.isWriting ? [] : HelpSearch.tasks(catalog)) + HelpSearch.commands(catalog)
        + (catalog.isWriting ? [] : HelpSearch.topics)
      answers = found.map(\.answer)
      let names = found.compactMap { $0.answer.verb }.flatMap { [$0.name] + $0.aliases }
      index = HelpIndex(found.map(\.entry), vocabulary: HelpVocabulary(groups: Synonym.groups, names: names))
    }
  }

  private let words: [String]
  private let library: Library
  private var catalog: VerbCatalog { library.catalog }

  init(_ words: [String], in library: Library) {
    self.words = words
    self.library = library
  }

  init(_ words: [String], in catalog: VerbCatalog) { self.init(words, in: Library(of: catalog)) }

  func knows(_ word: String) -> Bool { library.index.knows(word) }

  /// The lines that answer best, at most three.
  var lines: [String] { best().prefix(3).map(\.line) }

  /// The same as the suggestion of an error; `nil` if nothing answers.
  var suggestion: String? {
    let lines = lines
    guard let last = lines.last else { return nil }
    // A full stop would be read as a part of `delete .`.
    return "Perhaps: \(lines.joined(separator: " · "))\(last.hasSuffix(".") ? " –" : ".") help explains each."
  }

  /// The page of what answers best; `nil` if nothing does.
  ///
  /// - Parameters:
  ///   - heading: The text above the answers; `nil` for the question.
  ///   - note: A sentence below them.
  func page(heading: String? = nil, below note: String? = nil) -> Document? {
    let best = best()
    guard !best.isEmpty else { return nil }
    let question = Sanitizer.clean(String(words.joined(separator: " ").prefix(80)))
    var verbs: Set<String> = []
    return Document(
      kind: "help", title: Document.Title("Help"),
      blocks: [.paragraph(StyledText(heading ?? "Help on “\(question)”:")), .blank, .table(best.map(row))]
        + (note.map { [.blank, .paragraph(StyledText($0))] } ?? []),
      hint: Hint(
        [.init("\(catalog.slash)help COMMAND")], spoken: "Type \(catalog.slash)help with a command for its options."),
      data: [
        .init(
          "commands",
          .array(best.compactMap { $0.verb }.filter { verbs.insert($0.name).inserted }.map(HelpText.json)))
      ])
  }

  /// The other meanings of a word than the command that it runs, shown below the page of that command.
  func others(than verb: Verb) -> [Block] {
    let others = best(share: 0.6).filter { $0.isTask || $0.verb?.name != verb.name }.prefix(4)
    return others.isEmpty ? [] : [.blank, .paragraph("See also:"), .table(others.map(row))]
  }

  private func row(_ answer: Answer) -> [StyledText] {
    [StyledText("  \(catalog.slash)\(answer.line)", .code), StyledText(answer.summary)]
  }

  /// The answers that come close to the best one, each command once.
  private func best(share: Double = 0.5) -> [Answer] {
    let matches = library.index.matches(words.joined(separator: " "))
    guard let top = matches.first?.score, top >= Self.least else { return [] }
    var seen: Set<String> = []
    return Array(
      matches.prefix { $0.score >= share * top }.map { library.answers[$0.entry] }.filter { answer in
        // A task that is explained stands beside the command itself.
        seen.insert(answer.isTask ? answer.line : answer.verb?.name ?? answer.line).inserted
      }.prefix(Self.limit))
  }

  // MARK: - What can be found

  fileprivate static func tasks(_ catalog: VerbCatalog) -> [(answer: Answer, entry: HelpIndex.Entry)] {
    catalog.help().tasks.compactMap { task in
      guard let name = Synonym.commandWithArguments(for: task.command) ?? task.command as String?,
        let (verb, place) = catalog.explained(name)
      else { return nil }
      let summary = task.purpose.isEmpty ? verb.help : task.purpose
      return (
        Answer(line: task.line, summary: summary + note(verb, place), verb: verb, isTask: !task.purpose.isEmpty),
        HelpIndex.Entry(name: task.command, titles: task.questions, summary: task.purpose)
      )
    }
  }

  fileprivate static func commands(_ catalog: VerbCatalog) -> [(answer: Answer, entry: HelpIndex.Entry)] {
    var seen: Set<String> = []
    let here = catalog.layers.flatMap { layer in layer.verbs.map { (verb: $0, place: String?.none) } }
    let others =
      catalog.isWriting
      ? []
      : catalog.elsewhere.flatMap { layer in
        layer.verbs.map { (verb: $0, place: Optional(layer.title)) }
      }
    return (here + others).filter { $0.verb.isListed && seen.insert($0.verb.name).inserted }.map { verb, place in
      let options = verb.parameters.map(\.name).joined(separator: " ")
      return (
        Answer(line: verb.shortUsage, summary: verb.help + note(verb, place), verb: verb),
        HelpIndex.Entry(
          name: verb.name, titles: verb.aliases, summary: verb.help.replacing(" (asks first)", with: ""),
          text: "\(verb.discussion) \(options)", weight: place == nil ? 1 : 0.6)
      )
    }
  }

  private static func note(_ verb: Verb, _ place: String?) -> String {
    place.map { " (in \(VerbLayer.Way(to: verb, of: $0).place))" } ?? ""
  }

  fileprivate static var topics: [(answer: Answer, entry: HelpIndex.Entry)] {
    let topics = Manual.topics.map { topic in
      (
        Answer(line: "help \(topic.name)", summary: "Topic: \(topic.summary)"),
        HelpIndex.Entry(
          name: topic.name, titles: topic.keywords.split(separator: " ").map(String.init), summary: topic.summary,
          text: Manual.topicPage([topic]).markdown, weight: 0.7)
      )
    }
    return topics
      + Manual.language.sections.map { section in
        (
          Answer(line: "help language", summary: "Section “\(section.title)”"),
          HelpIndex.Entry(name: section.title.lowercased(), titles: [], weight: 0.7)
        )
      }
  }
}
