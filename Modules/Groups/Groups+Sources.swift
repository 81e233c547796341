import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Groups {
  /// Reads one source as it was typed: `#canal`, `@heron`, `list:Friends`, `server:shore.example`, `search:"narrow boat"`; a word
  /// without a sign is a hashtag.
  static func source(typed word: String) throws -> GroupSource {
    if let colon = word.firstIndex(of: ":"), word.first != "@" {
      let prefix = word[..<colon].lowercased()
      let rest = word[word.index(after: colon)...].trimmingQuotes
      if ["tag", "hashtag"].contains(prefix) { return .tag(try HashtagName.parse(rest)) }
      if ["account", "user"].contains(prefix) { return try account(typed: rest) }
      guard GroupSource.prefixes.contains(prefix) else {
        throw AppError.unlisted(
          "“\(prefix):” is not a kind of source.", word: prefix + ":", among: GroupSource.prefixes.map { $0 + ":" },
          choices: kinds)
      }
      guard let source = GroupSource(text: "\(prefix):\(rest)") else {
        throw AppError.usage("\(prefix): needs a value behind the colon.", suggestion: kinds)
      }
      if case .server(let typed) = source { try check(server: typed) }
      return source
    }
    return word.first == "@" ? try account(typed: word) : .tag(try HashtagName.parse(word))
  }

  /// Refuses an address of more than a server, whose rest would not be read.
  private static func check(server typed: String) throws {
    let rest = typed.firstRange(of: "://").map { typed[$0.upperBound...] } ?? typed[...]
    guard rest.drop(while: { $0 != "/" }).dropFirst().isEmpty, !rest.contains("@") else {
      throw AppError.usage(
        Sanitizer.clean("“server:\(typed)” is more than a server's name; a group has all public posts of a server."),
        suggestion: "Use server:HOST, or for one account its address: @NAME@HOST.")
    }
  }

  private static let kinds = "Use #TAG, @NAME, list:NAME, server:HOST or search:\"WORDS\"."

  private static func account(typed word: String) throws -> GroupSource {
    let name = word.drop { $0 == "@" }
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), !name.contains(where: \.isWhitespace) else {
      throw AppError.usage(
        Sanitizer.clean("“\(word)” is not an account."), suggestion: "Type its address, such as @heron@shore.example.")
    }
    return .account(String(name))
  }

  /// Whether a word names a source, also with a mistake in its prefix, so that it is no part of a group's name.
  static func isSource(_ word: String) -> Bool {
    guard word.count > 1 else { return false }
    if word.first == "#" || word.first == "@" { return true }
    guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return false }
    let prefix = word[..<colon].lowercased()
    let known = GroupSource.prefixes + ["tag", "hashtag", "account", "user"]
    return known.contains(prefix) || EditDistance.nearest(to: prefix, among: known) != nil
  }

  /// Puts the words together that belong to one quoted value, as in `search:"narrow boat"`.
  static func joiningQuotes(_ words: [String]) -> [String] {
    var joined: [String] = []
    var open: (quote: Character, text: String)?
    for word in words {
      if let started = open {
        open?.text += " " + word
        if word.last == started.quote {
          joined.append(started.text + " " + word)
          open = nil
        }
        continue
      }
      let value = word.firstIndex(of: ":").map { word[word.index(after: $0)...] } ?? ""
      if let quote = value.first, "\"'".contains(quote), value.count == 1 || value.last != quote {
        open = (quote, word)
      } else {
        joined.append(word)
      }
    }
    return joined + (open.map { [$0.text] } ?? [])
  }

  /// A source as it is typed: in quotes if it has white space.
  static func typed(_ source: GroupSource) -> String {
    let text = source.text
    guard text.contains(where: { $0.isWhitespace || ";\"'\\".contains($0) }), let colon = text.firstIndex(of: ":")
    else {
      return text
    }
    return "\(text[...colon])\"\(text[text.index(after: colon)...])\""
  }

  /// A source for the user, in one line.
  static func shown(_ source: GroupSource) -> String { Sanitizer.clean(typed(source)) }

  // MARK: - Parts

  /// A part of a group's timeline, which is read by itself.
  public enum Part: Hashable, Sendable {
    /// The posts with any of a few hashtags, and with conditions on others.
    case tags(TagTimelineQuery)
    case account(String)
    /// The posts of a list, by its title.
    case list(String)
    case server(String)
    case search(String)

    /// What tells it from the group's other parts; also what the user knows it by.
    public var name: String {
      switch self {
      case .tags(let query): ([query.tag] + query.any).map { "#\($0)" }.joined(separator: " ")
      case .account(let name): Groups.shown(.account(name))
      case .list(let title): Groups.shown(.list(title))
      case .server(let host): Groups.shown(.server(host))
      case .search(let words): Groups.shown(.search(words))
      }
    }

    /// Whether a stream tells of its posts.
    public var isStreamed: Bool {
      switch self {
      case .tags, .list: true
      case .account, .server, .search: false
      }
    }
  }

  /// The parts of a group: hashtags that fit into one request are one, the user's own server comes first.
  public static func parts(of group: TagGroup) -> [Part] {
    var tags = group.tags[...]
    var parts: [Part] = []
    while let first = tags.popFirst() {
      let any = Array(tags.prefix(TagGroup.tagLimit - 1))
      tags = tags.dropFirst(any.count)
      parts.append(.tags(TagTimelineQuery(first, any: any, all: group.all, none: group.none)))
    }
    let others = group.sources.compactMap { source -> Part? in
      switch source {
      case .tag: nil
      case .account(let name): .account(name)
      case .list(let title): .list(title)
      case .server(let host): .server(host)
      case .search(let words): .search(words)
      }
    }
    func isElsewhere(_ part: Part) -> Bool { if case .server = part { true } else { false } }
    return parts + others.filter { !isElsewhere($0) } + others.filter(isElsewhere)
  }

  /// Whether the timeline has one part that the server reads as a whole, whose posts are in the order of their ids.
  public static func isOneRequest(_ group: TagGroup) -> Bool {
    let parts = parts(of: group)
    if case .tags = parts.first { return parts.count == 1 }
    return false
  }

  /// Whether a post has the hashtags that each post of the group must have, and none that it may not.
  public static func accepts(_ status: Status, _ group: TagGroup) -> Bool {
    guard !group.all.isEmpty || !group.none.isEmpty else { return true }
    let tags = Set(status.displayed.tags.map { $0.name.lowercased() })
    return group.all.allSatisfy { tags.contains($0.lowercased()) }
      && !group.none.contains { tags.contains($0.lowercased()) }
  }
}

extension Substring {
  /// Without quotes around it.
  fileprivate var trimmingQuotes: String {
    guard count > 1, let quote = first, "\"'".contains(quote), last == quote else { return String(self) }
    return String(dropFirst().dropLast())
  }
}
