import FeatureKit

/// Ranks the entries of the help by how well they answer a question in plain words.
///
/// A word in a title counts more than one in a summary, and that more than one in the text; a rare word counts more than
/// one that most entries have. A title counts more if the question has all of its words.
struct HelpIndex {
  struct Entry {
    var name: String
    /// Other names of the entry, and the questions that it answers.
    var titles: [String]
    var summary = ""
    var text = ""
    /// Less than 1 for what is rarely meant.
    var weight = 1.0
  }

  /// The place of an entry in the list, and how well it answers: 4 for a title that is the question.
  struct Match: Equatable {
    let entry: Int
    let score: Double
  }

  private struct Indexed {
    let name: String
    let titles: [Set<String>]
    /// The words of the titles as they are written.
    let forms: [Set<String>]
    let summary: Set<String>
    let text: Set<String>
    let weight: Double

    init(_ entry: Entry, _ vocabulary: HelpVocabulary) {
      name = entry.name
      titles = ([entry.name] + entry.titles).map { Set(vocabulary.words(of: $0)) }
      forms = ([entry.name] + entry.titles).map { Set(HelpVocabulary.split($0)) }
      summary = Set(vocabulary.words(of: entry.summary))
      text = Set(vocabulary.words(of: entry.text))
      weight = entry.weight
    }
  }

  /// A word of the question, with what else stands for it and how much it says.
  private struct Term {
    let word: String
    /// The word as it was typed, if that is another.
    var form: String?
    let related: Set<String>
    let weight: Double
    /// Whether the question is about it.
    var isMain: Bool

    /// Whether nothing in the help is about the word.
    var isUnknown = false

    /// 1 for the word itself, less for another one of the same meaning, 0 for neither.
    ///
    /// In a title, the same form counts a little more: “followers” is not “follow”.
    func match(_ words: Set<String>, forms: Set<String> = []) -> Double {
      if words.contains(word) { return form.map(forms.contains) == true ? 1.06 : 1 }
      return related.isDisjoint(with: words) ? 0 : isUnknown ? 0.4 : 0.9
    }
  }

  private let entries: [Indexed]
  /// In how many titles and summaries each word is.
  private let counts: [String: Int]
  private let vocabulary: HelpVocabulary

  init(_ entries: [Entry], vocabulary: HelpVocabulary) {
    self.vocabulary = vocabulary
    self.entries = entries.map { Indexed($0, vocabulary) }
    var counts: [String: Int] = [:]
    for entry in self.entries {
      for word in entry.titles.reduce(into: entry.summary, { $0.formUnion($1) }) { counts[word, default: 0] += 1 }
    }
    self.counts = counts
  }

  /// The entries that answer a question, the best first; empty if none has a word that the question is about.
  func matches(_ question: String) -> [Match] {
    let terms = terms(of: question)
    let typed = Set(HelpVocabulary.split(question))
    let whole = terms.reduce(0) { $0 + $1.weight }
    let hasSubject = terms.contains { $0.isMain && vocabulary.weight(of: $0.word).isSubject }
    let matches = entries.indices.compactMap { index -> Match? in
      let entry = entries[index]
      var score = score(entry, terms)
      if score > 0, typed.contains(entry.name) { score += named(entry.name, terms) }
      // A question that has been thought of says more than a name in it.
      if score > 0, typed.count > 1, entry.forms.contains(typed) { score += whole }
      // A question without a subject is one that has been thought of, or nothing: “what is this”.
      guard score > 0, hasSubject || score / whole > 1.5 else { return nil }
      return Match(entry: index, score: score / whole)
    }
    return matches.sorted { $0.score == $1.score ? $0.entry < $1.entry : $0.score > $1.score }
  }

  private func terms(of question: String) -> [Term] {
    var seen: Set<String> = []
    let forms = Dictionary(HelpVocabulary.split(question).map { (HelpVocabulary.stem($0), $0) }) { first, _ in first }
    let words = vocabulary.words(of: question).filter { seen.insert($0).inserted }
    var terms = words.map { word in
      let form = forms[word]
      let word = isKnown(word) ? word : corrected(word, isAlone: words.count == 1)
      // What no help is about is what the user wants to find, follow or hide: “politics”.
      if !isKnown(word), vocabulary.weight(of: word) == .much {
        return Term(word: word, related: vocabulary.placeholders, weight: 1.5, isMain: false, isUnknown: true)
      }
      return Term(
        word: word, form: form, related: vocabulary.related(to: word), weight: weight(of: word),
        isMain: vocabulary.weight(of: word).isSubject && isKnown(word))
    }
    // A question of small words is about them: “what can I do?”.
    if !terms.contains(where: \.isMain) {
      for index in terms.indices { terms[index].isMain = !vocabulary.weight(of: terms[index].word).isSubject }
    }
    return terms
  }

  /// The weight of a word: the more, the fewer entries have it.
  private func weight(of word: String) -> Double {
    let count = vocabulary.related(to: word).union([word]).reduce(0) { max($0, counts[$1] ?? 0) }
    let rarity = Self.logarithm(Double(entries.count + 1) / Double(count + 1)) + 0.2
    let kind = vocabulary.weight(of: word)
    return kind == .much ? rarity : min(rarity, kind == .some ? 1.5 : kind.share)
  }

  /// Whether an entry has a word, or one that means the same.
  func knows(_ word: String) -> Bool { vocabulary.words(of: word).contains(where: isKnown) }

  private func isKnown(_ word: String) -> Bool {
    counts[word] != nil || !vocabulary.related(to: word).isEmpty || entries.contains { $0.text.contains(word) }
  }

  /// The known word that a mistyped or unfinished one stands for, or the word itself.
  private func corrected(_ word: String, isAlone: Bool) -> String {
    // Beside others, a short word is another one rather than a mistake: “sport” is not “short”.
    guard word.count > (isAlone ? 3 : 5), vocabulary.weight(of: word) == .much else { return word }
    let likely = counts.keys.filter {
      $0.first == word.first && ($0.hasPrefix(word) || EditDistance.between($0, word) < 2)
    }
    return likely.max { (counts[$0] ?? 0, $1) < (counts[$1] ?? 0, $0) } ?? word
  }

  /// The additional weight of a command's own name in the question, unless the word goes with anything.
  private func named(_ name: String, _ terms: [Term]) -> Double {
    let stem = HelpVocabulary.stem(name)
    guard name != "post", vocabulary.weight(of: stem) == .much else { return 0 }
    return 0.1 * (terms.first { $0.word == stem }?.weight ?? 0)
  }

  private func score(_ entry: Indexed, _ terms: [Term]) -> Double {
    let isMeant = terms.contains { term in
      term.isMain && (entry.titles + [entry.summary, entry.text]).contains { term.match($0) > 0 }
    }
    guard isMeant else { return 0 }
    let best = zip(entry.titles, entry.forms).map { title, forms in
      let share = share(of: title, in: terms)
      return terms.reduce(0) { sum, term in
        sum + term.weight
          * max(
            4 * share * term.match(title, forms: forms), 2 * term.match(entry.summary), 0.6 * term.match(entry.text))
      }
    }
    return (best.max() ?? 0) * entry.weight
  }

  /// From 0.4 to 1, by how many words of a title the question has.
  private func share(of title: Set<String>, in terms: [Term]) -> Double {
    var (known, all) = (0.0, 0.0)
    for word in title {
      let weight = min(vocabulary.weight(of: word).share, weight(of: word) / 5)
      all += weight
      if terms.contains(where: { $0.word == word || $0.related.contains(word) }) { known += weight }
    }
    return 0.4 + 0.6 * known / max(all, 0.03)
  }

  /// An approximation of the binary logarithm, which the standard library lacks.
  private static func logarithm(_ value: Double) -> Double { Double(value.exponent) + value.significand - 1 }
}
