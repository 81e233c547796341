public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import TerminalKit

/// The user's rules about posts, ready to be applied.
public struct PostRules: Sendable {
  private let rules: [(rule: PostRule, query: ArchiveQuery)]
  private let host: String
  private let zone: LocalZone

  /// Reads rules; those whose conditions cannot be read apply to nothing.
  ///
  /// - Parameter now: The time from which `after:7d` counts.
  public init(_ rules: [PostRule], host: String, now: Date, zone: LocalZone) {
    self.rules = rules.compactMap { rule in
      // The list of rules says that it cannot be read.
      (try? ArchiveQuery(rule: rule.text, now: now, zone: zone)).map { (rule, $0) }
    }
    (self.host, self.zone) = (host, zone)
  }

  /// The number of the first rule that applies to a post; `nil` if none does.
  public func rule(
    _ action: PostRule.Action, for status: Status, in place: ArchiveQuery.Place?, isLive: Bool = false, me: Account.ID?
  ) -> PostRule.ID? {
    let reader = ArchiveQuery.Reader(place: place, isLive: isLive, me: me, host: host, zone: zone)
    let post = MatchedPost(status, reader)
    return rules.first { $0.rule.action == action && $0.query.matches(post) }?.rule.id
  }
}

extension ArchiveQuery {
  /// Reads the conditions of a rule.
  ///
  /// - Throws: ``AppError`` if there are none, or if they can't be read or would never match.
  public init(rule text: String, now: Date, zone: LocalZone) throws {
    self.init(try Self.groups(text, isRule: true, now: now, zone: zone))
    let example = "Example: \"crypto or nft\""
    guard !groups.isEmpty else { throw AppError.usage("A rule needs words or operators.", suggestion: example) }
    guard text.count <= PostRule.textLimit else {
      throw AppError.usage("A rule has at most \(PostRule.textLimit) characters.", suggestion: "Split it into several.")
    }
    for case .words(let words, _) in groups.flatMap(\.alternatives).map(\.condition)
    where TextMatch(words, isPrefix: false) == nil {
      throw AppError.usage(
        "“\(ExcerptText.cut(words, to: 40))” has no letter, digit or symbol.",
        suggestion: words.isEmpty ? example : "To find signs: match:/\(ExcerptText.cut(words, to: 40))/")
    }
  }
}
