public import FeatureKit
public import MastodonKit
import TerminalKit

/// Why options or a rule hide a post, and how that is counted.
public enum Obstacle: Hashable, Sendable {
  case boosts
  case replies
  case quotes
  /// Its author or booster is marked as automated.
  case bots
  case own
  case favourited
  case withoutMedia
  case otherLanguages
  /// The user's rule of this number hides it.
  case rule(PostRule.ID)

  /// Those of options, in the order in which they are told.
  fileprivate static let ofOptions: [(obstacle: Obstacle, name: String)] = [
    (.boosts, "boosts"), (.replies, "replies"), (.quotes, "quotes"), (.bots, "bots"), (.own, "own"),
    (.favourited, "favourited"), (.withoutMedia, "without_media"), (.otherLanguages, "other_languages"),
  ]

  fileprivate func text(_ count: Int) -> String {
    switch self {
    case .boosts: CountText.of(count, "boost")
    case .replies: "\(count) \(count == 1 ? "reply" : "replies")"
    case .quotes: CountText.of(count, "quote")
    case .bots: CountText.of(count, "post") + " by bots"
    case .own: CountText.of(count, "post") + " of yours"
    case .favourited: CountText.of(count, "post") + " you favourited"
    case .withoutMedia: CountText.of(count, "post") + " without media"
    case .otherLanguages: CountText.of(count, "post") + " in other languages"
    case .rule(let number): CountText.of(count, "post") + " by rule \(number)"
    }
  }
}

extension TimelineOptions {
  /// Why these options hide a post; `nil` if they show it.
  ///
  /// - Parameter me: The signed-in account.
  public func obstacle(to status: Status, me: Account.ID? = nil) -> Obstacle? {
    guard isFiltered else { return nil }
    let post = status.displayed
    if hidden.contains(.own), let me, post.account.id == me || status.account.id == me { return .own }
    if hidden.contains(.favourited), post.favourited { return .favourited }
    if hidden.contains(.boosts), status.reblog != nil { return .boosts }
    if hidden.contains(.bots), status.account.bot || post.account.bot { return .bots }
    // The parts of a thread are not replies to others.
    if hidden.contains(.replies), post.inReplyToID != nil, post.inReplyToAccountID != post.account.id {
      return .replies
    }
    if hidden.contains(.quotes), post.quote != nil { return .quotes }
    if onlyMedia, post.mediaAttachments.isEmpty { return .withoutMedia }
    guard !languages.isEmpty, let language = post.language?.lowercased(), !language.isEmpty else { return nil }
    return languages.contains { language == $0 || language.hasPrefix("\($0)-") } ? nil : .otherLanguages
  }
}

/// The number of posts that options and rules hid, by the reason.
public struct LeftOut: Hashable, Sendable {
  private var counts: [Obstacle: Int] = [:]

  public init() {}

  mutating func add(_ obstacle: Obstacle) { counts[obstacle, default: 0] += 1 }

  private var rules: [PostRule.ID] {
    counts.keys.compactMap { if case .rule(let number) = $0 { number } else { nil } }.sorted()
  }

  public var isEmpty: Bool { counts.isEmpty }

  /// The sentence about what was hidden, `12 boosts, 1 reply hidden.`; `nil` if nothing was.
  public var text: String? {
    let all = Obstacle.ofOptions.map(\.obstacle) + rules.map(Obstacle.rule)
    let parts = all.compactMap { obstacle in counts[obstacle].map { obstacle.text($0) } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + " hidden."
  }

  /// The commands that show what a setting hides, and no option, and the rules; empty if there is nothing.
  func wayBack(besides options: TimelineOptions) -> String {
    let isBySetting = TimelineOptions.Kind.allCases.contains { kind in
      let found = Obstacle.ofOptions.first { $0.name == kind.rawValue }
      return !options.hidden.contains(kind) && found.map { counts[$0.obstacle] != nil } ?? false
    }
    return (isBySetting ? " To show them: set hidden-posts none" : "")
      + (rules.isEmpty ? "" : " To see the rules: rules")
  }

  /// The counts in JSON: `{"boosts": 12}`; rules are for people.
  var data: JSONValue {
    .object(
      Obstacle.ofOptions.compactMap { found in
        counts[found.obstacle].map { JSONValue.Member(found.name, .int($0)) }
      })
  }
}
