public import FeatureKit
public import MastodonKit

/// The posts that a session showed lately, and the user's rules for showing a post again.
///
/// A timeline shows all boosts of a post as one row, and a post that was shown before on one line. That is for people: a
/// program gets each post.
@MainActor
public final class ShownPosts {
  /// The user's rules.
  public struct Rules: Hashable, Sendable {
    /// Whether a post is shown once, or as often as the server sends it.
    public var folds: Bool
    /// The kinds of posts that timelines leave out unless a command asks for them.
    public var hidden: Set<TimelineOptions.Kind>

    /// Creates rules; by default everything is shown.
    public init(folds: Bool = false, hidden: Set<TimelineOptions.Kind> = []) {
      self.folds = folds
      self.hidden = hidden
    }
  }

  /// An appearance of a post: itself or a boost, and the timeline.
  private struct Appearance {
    var id: Status.ID
    var place: String
  }

  /// The signed-in account; `nil` until it is known.
  public let me: () -> Account.ID?
  private let rules: () -> Rules
  private var appearances: [Status.ID: Appearance] = [:]
  /// Those before, so that the oldest can be forgotten together.
  private var earlier: [Status.ID: Appearance] = [:]

  /// The number of posts that are certainly remembered.
  private static var limit: Int { 2000 }

  public init(rules: @escaping () -> Rules = { Rules() }, me: @escaping () -> Account.ID? = { nil }) {
    self.rules = rules
    self.me = me
  }

  /// The rules for a timeline whose filters are of this context: all of it may be wanted of an account's own lists.
  private func rules(in context: Filter.Context) -> Rules { [.home, .public].contains(context) ? rules() : Rules() }

  /// The options of a timeline, with what the user's settings hide.
  public func options<Element>(of list: ListState<Element>) -> TimelineOptions {
    var options = list.options
    options.hidden.formUnion(rules(in: list.context).hidden)
    return options
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
    guard let first = appearance(of: status), first.id != status.id else { return false }
    return status.reblog != nil || first.place == place
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
  public func isUnannounced(_ status: Status) -> Bool {
    let rules = rules()
    if TimelineOptions(hidden: rules.hidden).obstacle(to: status, me: me()) != nil { return true }
    return rules.folds && status.reblog != nil && appearance(of: status) != nil
  }
}

extension ListState {
  /// The name of the list among those that a session shows.
  fileprivate var place: String { "\(kind) \(subject ?? "")" }
}
