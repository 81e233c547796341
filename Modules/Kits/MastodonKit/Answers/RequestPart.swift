/// A part of a request, such as the poll of a post, that a server can leave out without an error.
public struct RequestPart: Hashable, Sendable {
  /// The name for scripts: `poll`.
  public let name: String
  /// The part in a sentence, after "left out": `the poll`; of a changed part after "changed": `the visibility to public`.
  public let words: String
  /// Whether the server has put something else in its place.
  public let isChanged: Bool
  /// The feature that a server without this part lacks, if posts with it are refused from then on.
  public let feature: ServerFeature?

  public init(_ name: String, _ words: String, isChanged: Bool = false, feature: ServerFeature? = nil) {
    self.name = name
    self.words = words
    self.isChanged = isChanged
    self.feature = feature
  }

  /// The purpose of the whole request, such as a favourite: the command itself says whether it was done.
  public static let change = RequestPart("", "")

  public static let text = RequestPart("text", "the text")
  public static let warning = RequestPart("warning", "the content warning", feature: .contentWarnings)
  /// The content warning of a post that was to lose it.
  public static let warningRemoval = RequestPart("warning", "the removal of the content warning")
  /// The mark of sensitive media.
  public static let sensitive = RequestPart("sensitive", "the sensitive mark")
  public static let language = RequestPart("language", "the language")
  public static let poll = RequestPart("poll", "the poll", feature: .postedPolls)
  public static let quote = RequestPart("quote", "the quote", feature: .quotes)
  public static let quotePolicy = RequestPart("quotes", "who can quote it")
  /// All attachments; a server that keeps some of them takes them.
  public static let media = RequestPart("media", "the attachments", feature: .media)
  public static let someMedia = RequestPart("media", "some of the attachments")
  public static let mediaRemoval = RequestPart("media", "the removal of attachments")
  /// The alt text of an attachment.
  public static let altText = RequestPart("alt", "the alt text")
  public static let reply = RequestPart("reply", "the post that it replies to", feature: .replies)
  public static let schedule = RequestPart("schedule", "the time", feature: .scheduledPosts)
  public static let format = RequestPart("format", "the format")

  /// The visibility, which has become another one; `nil` if the server says nothing of it.
  public static func visibility(_ asked: Visibility? = nil, now visibility: Visibility?) -> RequestPart {
    guard let visibility else { return RequestPart("visibility", "the visibility") }
    return RequestPart(
      "visibility", "the visibility to \(visibility.rawValue)", isChanged: true,
      feature: asked?.isLimited == true && !visibility.isLimited ? .privatePosts : nil)
  }
}

/// A requested part that the server's answer lacks.
public struct Omission: Hashable, Sendable {
  public let host: String
  /// The parts, each once.
  public let parts: [RequestPart]

  public init(host: String, parts: [RequestPart]) {
    self.host = host
    self.parts = parts.reduce(into: []) { parts, part in if !parts.contains(part) { parts.append(part) } }
  }

  /// The names of the parts, for scripts.
  public var names: [String] { parts.map(\.name) }

  /// The message, as one sentence.
  ///
  /// For example `shore.example left out the poll and changed the visibility to public.`
  public var sentence: String {
    let clauses = [("left out", parts.filter { !$0.isChanged }), ("changed", parts.filter(\.isChanged))]
      .filter { !$0.1.isEmpty }.map { "\($0.0) \(Self.list($0.1.map(\.words)))" }
    return "\(host) \(clauses.joined(separator: " and "))."
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
