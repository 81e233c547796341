import FeatureKit
import TerminalKit

/// Finds the commands and topics of the help that mention certain words, as `man -k` does for manual pages.
@MainActor
struct HelpSearch {
  /// What mentions the words, and how prominently.
  private struct Match {
    /// As `help` takes it.
    let name: String
    let summary: String
    let rank: Int
    var verb: Verb?
  }

  /// How many rows a page has at most: it fits on a small terminal.
  private static let limit = 14

  private let catalog: VerbCatalog
  private let words: [Substring]

  init(_ words: [String], in catalog: VerbCatalog) {
    self.catalog = catalog
    self.words = words.flatMap { Self.words(in: $0) }
  }

  /// The page of what mentions every word; `nil` if nothing does.
  ///
  /// - Parameter isWhole: Whether a word must be there as it was typed, not only the beginning of one.
  func page(isWhole: Bool) -> Document? {
    guard !words.isEmpty else { return nil }
    let matches = (topics(isWhole) + commands(isWhole)).sorted { $0.rank < $1.rank }
    guard !matches.isEmpty else { return nil }
    // What is about the words comes before what mentions them.
    let close = matches.prefix { $0.rank < 2 }
    let shown = (close.isEmpty ? matches[...] : close).prefix(Self.limit)
    var blocks: [Block] = [
      .paragraph(StyledText("No command is named “\(words.joined(separator: " "))”. Related help:")), .blank,
      .table(shown.map { [StyledText("  \(catalog.slash)help \($0.name)", .code), StyledText($0.summary)] }),
    ]
    if matches.count > shown.count {
      let more = matches.dropFirst(shown.count).map(\.name).joined(separator: ", ")
      blocks += [.blank, .paragraph(StyledText("Also mentioned in: \(more).", .secondary))]
    }
    return Document(
      kind: "help", title: Document.Title("Help"), blocks: blocks,
      data: [.init("commands", .array(matches.compactMap { $0.verb.map(HelpText.json) }))])
  }

  private func topics(_ isWhole: Bool) -> [Match] {
    guard !catalog.isWriting else { return [] }
    var matches = Manual.topics.compactMap { topic in
      rank(
        names: [topic.name], summary: "\(topic.summary) \(topic.keywords)",
        text: Manual.topicPage([topic]).markdown, isWhole
      ).map { Match(name: topic.name, summary: "Topic: \(topic.summary)", rank: $0) }
    }
    let sections = Manual.language.sections.filter { has(words(of: $0.title), isWhole) }.map { "“\($0.title)”" }
    if !sections.isEmpty {
      matches.append(Match(name: "language", summary: "Section \(sections.joined(separator: ", "))", rank: 1))
    }
    return matches
  }

  private func commands(_ isWhole: Bool) -> [Match] {
    var seen: Set<String> = []
    return (catalog.layers + (catalog.isWriting ? [] : catalog.elsewhere())).flatMap(\.verbs).compactMap { verb in
      guard verb.isListed, seen.insert(verb.name).inserted else { return nil }
      let options = verb.parameters.flatMap { Self.words(in: $0.name) }.joined(separator: " ")
      return rank(
        names: [verb.name] + verb.aliases, summary: "\(verb.help) \(options)", text: verb.discussion, isWhole
      ).map { Match(name: verb.name, summary: verb.help, rank: $0, verb: verb) }
    }
  }

  /// 0 if a name has the words, 1 if the summary has, 2 if only the text has; `nil` if nothing does.
  private func rank(names: [String], summary: String, text: String, _ isWhole: Bool) -> Int? {
    if has(names.flatMap(words(of:)), isWhole) { return 0 }
    if has(words(of: summary), isWhole) { return 1 }
    return has(words(of: text), isWhole) ? 2 : nil
  }

  private func has(_ text: [Substring], _ isWhole: Bool) -> Bool {
    words.allSatisfy { word in
      text.contains { other in
        other == word || Self.stem(other) == Self.stem(word) || (!isWhole && word.count > 2 && other.hasPrefix(word))
      }
    }
  }

  private func words(of text: String) -> [Substring] { Self.words(in: text) }

  /// The words of a text in small letters: a hyphen is part of one.
  private static func words(in text: String) -> [Substring] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// A word without the ending of a plural, spelt as in this program.
  private static func stem(_ word: Substring) -> Substring {
    let word = word == "color" || word == "colors" ? "colour" : word
    return word.count > 3 && word.hasSuffix("s") ? word.dropLast() : word
  }
}
