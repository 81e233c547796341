/// The words of questions: how they are cut, how much they say, and which ones mean the same.
struct HelpVocabulary {
  enum Weight {
    /// Almost nothing: how, can, the.
    case none
    /// Only what tells similar questions apart: “who follows me” and “people I follow”.
    case little
    /// Something, as a verb that goes with anything: make, change.
    case some
    /// The more, the fewer answers have the word.
    case much

    /// The part that a word has of a title.
    var share: Double {
      switch self {
      case .none: 0.03
      case .little: 0.3
      case .some, .much: 1
      }
    }

    /// Whether a question can be about the word.
    var isSubject: Bool { self == .some || self == .much }
  }

  /// The stems of the words that mean the same as a stem.
  private let groups: [String: Set<String>]
  /// Words that are also typed as two: `log in`.
  private let joined: Set<String>

  init(groups: [[String]], names: [String]) {
    var meanings: [String: Set<String>] = [:]
    for group in groups {
      let stems = Set(group.map(Self.stem))
      for stem in stems { meanings[stem, default: []].formUnion(stems.subtracting([stem])) }
    }
    self.groups = meanings
    joined = Set(groups.joined()).union(names).union(["howlong", "howmany"])
  }

  /// The words that stand for any other.
  let placeholders = Self.stems("word topic")

  func related(to word: String) -> Set<String> { groups[word] ?? [] }

  func weight(of word: String) -> Weight {
    if Self.empty.contains(word) { return .none }
    if Self.weak.contains(word) { return .little }
    return Self.general.contains(word) ? .some : .much
  }

  /// The stems of a text's words; one with a hyphen also counts in parts.
  func words(of text: String) -> [String] {
    let words = Self.split(text)
    var result: [String] = []
    var index = 0
    while index < words.count {
      let (word, next) = (words[index], index + 1 < words.count ? words[index + 1] : "")
      let pair = [word, Self.stem(word)].map { $0 + (next == "into" ? "in" : next) }.first(where: joined.contains)
      if let pair, word.count > 1, next.count > 1 {
        result.append(Self.stem(pair))
        index += 2
        continue
      }
      index += 1
      // “I would like to post” is not about likes.
      if word == "like", index > 1, ["would", "id"].contains(words[index - 2]) { continue }
      let parts = word.split(separator: "-").map(String.init)
      result += (parts.count > 1 ? parts + [word] : parts).map(Self.stem)
    }
    return result
  }

  /// The words of a text in small letters, without apostrophes and what `'s` adds.
  static func split(_ text: String) -> [String] {
    let text = text.lowercased().split(separator: " ").map(kind(ofWord:)).joined(separator: " ")
    return text.split { !($0.isLetter || $0.isNumber || "-'’".contains($0)) }.map { word in
      (word.hasSuffix("'s") || word.hasSuffix("’s") ? word.dropLast(2) : word).filter { $0 != "'" && $0 != "’" }
      // A number says which post is meant, and nothing about the question.
    }.filter { word in !word.isEmpty && !word.allSatisfy(\.isNumber) }
  }

  /// The kind of a name, a tag, an address, a file or a server, in a word.
  private static func kind(ofWord word: Substring) -> Substring {
    if word.count > 1, word.hasPrefix("@") { return "someone" }
    if word.count > 1, word.hasPrefix("#") { return "hashtag" }
    if word.contains("://") { return "link" }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1,
      parts.allSatisfy({ $0.first?.isLetter == true && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
    else { return word }
    return ["jpg", "jpeg", "png", "gif", "webp"].contains(parts[parts.count - 1]) ? "picture" : "server"
  }

  /// A word without the endings of plurals and verbs.
  static func stem(_ word: String) -> String {
    var stem = word.lowercased()
    guard stem.count > 3, !unstemmed.contains(stem) else { return stem }
    if stem.hasSuffix("ies") { return stem.dropLast(3) + "y" }
    if stem.hasSuffix("s"), !["ss", "us", "is"].contains(String(stem.suffix(2))) { stem.removeLast() }
    if unstemmed.contains(stem) { return stem }
    if let ending = ["ing", "ed"].first(where: stem.hasSuffix), stem.count - ending.count > 2 {
      stem.removeLast(ending.count)
      // As in `pinned`.
      if let last = stem.last, stem.dropLast().last == last, !"aeiouls".contains(last) { stem.removeLast() }
    }
    if stem.count > 3, stem.hasSuffix("e") { stem.removeLast() }
    return stem
  }

  /// Whether a line begins as a question does: `how do I log in`.
  static func isQuestion(_ words: [String]) -> Bool {
    words.count > 2
      && ["how", "what", "where", "who", "whom", "why", "when", "which", "can", "is", "does", "do"].contains(
        split(words[0]).first)
  }

  /// Whether words are a sentence: they begin with an ordinary verb, such as “see”, or have an article or a pronoun.
  static func isSentence(_ words: [String]) -> Bool {
    guard words.count > 1, let first = words.first else { return false }
    return isOrdinary(first) || words.dropFirst().contains { fillers.contains($0.lowercased()) }
  }

  /// Whether a word goes with anything, as the verbs of questions do: see, change, make.
  static func isOrdinary(_ word: String) -> Bool {
    let stem = stem(word)
    return general.contains(stem) || weak.contains(stem) || empty.contains(stem)
  }

  private static let fillers: Set<String> = [
    "a", "an", "the", "my", "me", "i", "your", "you", "this", "that", "these", "those", "to", "of", "from", "with",
    "who", "what", "when", "how", "all", "more", "it",
  ]

  private static let unstemmed: Set<String> = [
    "settings", "setting", "news", "feed", "need", "speed", "embed", "theme", "note", "thing", "nothing", "string",
    "wing",
  ]

  private static let weak = stems(
    """
    me i my you your see show look view display all not dont one other somebody anybody them their his her him \
    everyone everybody people get make someone new want person use set up out own can should
    """)

  private static let general = stems(
    """
    put add make create change edit use give take turn keep start stop open close write send read find search choose \
    list many long way more off lot whole who whom why again first howmany howlong
    """)

  private static let empty = stems(
    """
    a an the this that these those it its and or but of to in on at by for from with without into as is are am was \
    were be been do does did done how what when where which whose could would will shall may might must \
    have has had having need needs please there here ways if then so just some any something anything im ive id we us \
    our they he she about also howdah mastodon fediverse app client command commands possible able let lets know help \
    try trying really now thing things stuff kind very too only than cant ok hi hello tell go going gone went happen \
    happens happened
    """)

  private static func stems(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map { stem(String($0)) })
  }
}
