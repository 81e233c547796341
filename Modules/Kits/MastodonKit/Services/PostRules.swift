/// A rule of the user's about posts, which this machine applies.
public struct PostRule: Hashable, Sendable, Identifiable {
  public enum Action: String, CaseIterable, Sendable {
    /// Timelines and live lines leave it out.
    case hide
    /// The user is told of it as of a notification.
    case alert
  }

  public var id: Int
  public var action: Action
  /// The conditions as they are typed, in the language of searches.
  public var text: String
  /// The number of posts that it hid or told of.
  public var hits: Int

  public static let limit = 100
  public static let textLimit = 500

  public init(id: Int, _ action: Action, _ text: String, hits: Int = 0) {
    self.id = id
    self.action = action
    self.text = text
    self.hits = hits
  }
}

/// Stores the rules for all accounts on this machine; each change is on disk when the call returns.
public struct PostRuleService: Sendable {
  /// The rules by their numbers, and how many cannot be read.
  public var all: @Sendable () throws -> (rules: [PostRule], damaged: Int)
  /// Adds a rule with a number that no rule had before: a number that is still on a screen never means another rule.
  public var add: @Sendable (PostRule.Action, _ text: String) throws -> PostRule
  /// Replaces the conditions of rules.
  public var change: @Sendable ([PostRule.ID: String]) throws -> Void
  public var delete: @Sendable (PostRule.ID) throws -> Void
  public var count: @Sendable ([PostRule.ID: Int]) throws -> Void

  public init(
    all: @escaping @Sendable () throws -> (rules: [PostRule], damaged: Int),
    add: @escaping @Sendable (PostRule.Action, _ text: String) throws -> PostRule,
    change: @escaping @Sendable ([PostRule.ID: String]) throws -> Void,
    delete: @escaping @Sendable (PostRule.ID) throws -> Void,
    count: @escaping @Sendable ([PostRule.ID: Int]) throws -> Void
  ) {
    self.all = all
    self.add = add
    self.change = change
    self.delete = delete
    self.count = count
  }
}
