public import FeatureKit
public import FoundationEssentials
public import MastodonKit

/// An element of a list: a post, an account, a hashtag.
public protocol ListElement: Hashable, Sendable {
  /// Its identity; in a list by time, its place.
  var listID: Identifier<Self> { get }
  /// Its time, where a list is in the order of times.
  var listDate: Date? { get }
  /// Whether such a list is shown as a timeline: new elements appear at its top, and each page replaces the one before.
  ///
  /// Other lists keep their pages, so that going back needs no request.
  static var isTimeline: Bool { get }
  /// The most elements that servers send at once.
  static var mostAtOnce: Int { get }
  /// The identity of what it shows: of a boost, the boosted post.
  var contentID: Identifier<Self> { get }
  /// Whether the user's filters hide it.
  func isHidden(in context: Filter.Context, at now: Date) -> Bool
  /// Why options hide it from the signed-in account; `nil` if they show it.
  func obstacle(_ options: TimelineOptions, me: Account.ID?) -> Obstacle?
  /// The account whose element it is, which is no news to it; `nil` for none.
  var author: Account.ID? { get }
}

extension ListElement {
  public var listDate: Date? { nil }
  public static var isTimeline: Bool { false }
  /// Mastodon's bound for most lists.
  public static var mostAtOnce: Int { 40 }
  public var contentID: Identifier<Self> { listID }
  public func isHidden(in context: Filter.Context, at now: Date) -> Bool { false }
  public var author: Account.ID? { nil }
  public func obstacle(_ options: TimelineOptions, me: Account.ID?) -> Obstacle? { nil }
}

extension ListElement where Self: Identifiable, ID == Identifier<Self> {
  public var listID: Identifier<Self> { id }
}

extension ListElement where Self: Identifiable, ID == String {
  public var listID: Identifier<Self> { Identifier(id) }
}

extension Status: ListElement {
  public var listDate: Date? { createdAt }
  public static var isTimeline: Bool { true }
  /// The post itself, or what is boosted; in a list of several accounts the address, which all of them have.
  public var contentID: Status.ID { id.accounts.isEmpty ? reblog?.id ?? id : Status.ID(displayed.mergeIdentity) }
  /// Whether the user's filters hide it.
  public func isHidden(in context: Filter.Context, at now: Date) -> Bool {
    filterVerdict(in: context, at: now) == .hide
  }
  /// Who posted or boosted it.
  public var author: Account.ID? { account.id }
  /// Why options hide it; `nil` if they show it.
  public func obstacle(_ options: TimelineOptions, me: Account.ID?) -> Obstacle? { options.obstacle(to: self, me: me) }
}

extension Account: ListElement {}
extension Tag: ListElement {}
extension Conversation: ListElement {}

extension MastodonKit.Notification: ListElement {
  public var listDate: Date? { createdAt }
  /// Mastodon's bound for them.
  public static var mostAtOnce: Int { 80 }
}

extension NotificationRequest: ListElement {
  /// Mastodon's bound for them.
  public static var mostAtOnce: Int { 80 }
}

extension TrendsLink: ListElement {
  public var listID: Identifier<TrendsLink> { Identifier(card.url) }
}

extension Suggestion: ListElement {
  public var listID: Identifier<Suggestion> { Identifier(account.id.rawValue) }
}
