public import FeatureKit
public import MastodonKit

/// The posts that a session showed lately, and the user's rules for showing a post again.
///
/// A timeline shows all boosts of a post as one row, and a post that was shown before on one line. That is for people: a
/// program gets each post.
@MainActor
public final class ShownPosts {
  public struct Rules {
    /// Whether a post is shown once, or as often as the server sends it.
    public var folds: Bool
    /// The kinds of posts that timelines leave out unless a command asks for them.
    public var hidden: Set<TimelineOptions.Kind>

    /// Returns the rules about posts of any kind; `nil` if there are none.
    public var posts: () -> PostRules?

    public init(
      folds: Bool = false, hidden: Set<TimelineOptions.Kind> = [], posts: @escaping () -> PostRules?
    ) {
      self.folds = folds
      self.hidden = hidden
      self.posts = posts
    }

    /// Everything is shown.
    public static var none: Rules { Rules { nil } }
  }

  /// An appearance of a post: itself or a boost, and the timeline.
  private struct Appearance {
    var id: Status.ID
    var place: String
  }

  /// The signed-in account; `nil` until it is known.
  public let me: () -> Account.ID?
  private let rules: () -> Rules
  /// Adds to the number of posts that rules hid or told of.
  private let count: ([PostRule.ID: Int]) -> Void
  /// The posts that were counted, each once for a rule.
  private var counted = RecentIDs(limit: 2000)
  private var appearances: [Status.ID: Appearance] = [:]
  /// Those before, so that the oldest can be forgotten together.
  private var earlier: [Status.ID: Appearance] = [:]

  /// The number of posts that are certainly remembered.
  private static var limit: Int { 2000 }

  /// Creates a memory without rules, which counts nothing.
  public static var none: ShownPosts { ShownPosts(rules: { .none }, me: { nil }, count: { _ in }) }

  public init(
    rules: @escaping () -> Rules, me: @escaping () -> Account.ID?, count: @escaping ([PostRule.ID: Int]) -> Void
  ) {
    self.rules = rules
    self.me = me
    self.count = count
  }

  /// The rules that apply in a context: those of Home and public timelines; the user's own lists are shown whole.
  private func rules(in context: Filter.Context) -> Rules { [.home, .public].contains(context) ? rules() : .none }

  /// The options of a timeline, with what the user's settings hide.
  public func options<Element>(of list: ListState<Element>) -> TimelineOptions {
    var options = list.options
    options.hidden.formUnion(rules(in: list.context).hidden)
    return options
  }

  /// The number of the rule that hides an element of a timeline; `nil` if there are no rules.
  public func rule<Element>(in list: ListState<Element>) -> ((Element) -> PostRule.ID?)? {
    guard let rules = rules(in: list.context).posts() else { return nil }
    let (place, me) = (ArchiveQuery.Place(of: list), me())
    return { element in (element as? Status).flatMap { rules.rule(.hide, for: $0, in: place, me: me) } }
  }

  /// The number of the rule for a post that has just arrived; `nil` if there is none.
  ///
  /// - Parameter place: Where it is read.
  public func rule(
    _ action: PostRule.Action, forNew status: Status, in place: ArchiveQuery.Place? = .home
  ) -> PostRule.ID? {
    let rule = rules().posts()?.rule(action, for: status, in: place, isLive: true, me: me())
    if let rule { count([(status, rule)]) }
    return rule
  }

  /// Counts what rules hid, each post once.
  public func count<Element>(_ hits: [(Element, PostRule.ID)]) {
    var counts: [PostRule.ID: Int] = [:]
    for (element, rule) in hits {
      guard let status = element as? Status, counted.insert(Status.ID("\(rule) \(status.id)")) else { continue }
      counts[rule, default: 0] += 1
    }
    if !counts.isEmpty { count(counts) }
  }

  /// Whether an element of a timeline was shown before; `nil` if each has a row of its own.
  public func wasShown<Element>(in list: ListState<Element>) -> ((Element) -> Bool)? {
    guard rules(in: list.context).folds else { return nil }
    return { element in (element as? Status).map { self.contains($0, in: list.place) } ?? false }
  }

  /// Remembers the elements that a timeline shows as a whole.
  func insert<Element>(_ elements: [Element], of list: ListState<Element>) {
    for case let status as Status in elements { insert(status, in: list.place) }
  }

  /// Whether a post was shown before: a boost anywhere, the post itself in the same timeline.
  ///
  /// What is printed again in its own place, such as after `refresh`, was not.
  private func contains(_ status: Status, in place: String) -> Bool {
    guard let first = appearance(of: status) else { return false }
    return first.place == place ? first.id != status.id : status.reblog != nil
  }

  private func appearance(of status: Status) -> Appearance? {
    appearances[status.displayed.id] ?? earlier[status.displayed.id]
  }

  /// Remembers a post that was shown as a whole.
  private func insert(_ status: Status, in place: String) {
    guard appearance(of: status) == nil else { return }
    appearances[status.displayed.id] = Appearance(id: status.id, place: place)
    if appearances.count == Self.limit { (earlier, appearances) = (appearances, [:]) }
  }

  /// The identity under which a post has a live line: a post and its boosts share one.
  public func lineID(of status: Status) -> Status.ID { rules().folds ? status.displayed.id : status.id }

  /// Whether a post gets no live line: it is left out of timelines, or is the boost of one that was shown.
  ///
  /// - Parameter place: Where it is read.
  public func isUnannounced(_ status: Status, in place: ArchiveQuery.Place? = .home) -> Bool {
    let rules = rules()
    if rule(.hide, forNew: status, in: place) != nil { return true }
    if TimelineOptions(hidden: rules.hidden).obstacle(to: status, me: me()) != nil { return true }
    return rules.folds && status.reblog != nil && appearance(of: status) != nil
  }
}

extension ArchiveQuery.Place {
  /// The place of a timeline; `nil` for one that has no name in rules.
  public init?<Element>(of list: ListState<Element>) {
    switch (list.kind, list.subject) {
    case ("home", "local"): self = .local
    case ("home", "federated"): self = .federated
    case ("home", _), ("catch-up", "home"): self = .home
    case ("list", _), ("catch-up", "list"): self = .list(list.heading.label)
    case ("group", _): self = .group(list.heading.label)
    default: return nil
    }
  }
}

extension ListState {
  /// The name of the list among those that a session shows.
  fileprivate var place: String { "\(kind) \(subject ?? "")" }
}
