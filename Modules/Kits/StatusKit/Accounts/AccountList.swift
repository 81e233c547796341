public import FeatureKit
public import MastodonKit

/// A screen that lists accounts a page at a time, numbered from 1: followers, whom the user mutes, suggestions.
///
/// A feature with such a screen supplies a state (kind, title, empty text) and a closure that reads a page. State, model, view
/// and commands are these; the numbers work with every command for accounts, such as `follow 3` and `mute 2`.
/// ```swift
/// let model = AccountList.Model(
///   state: AccountList.State(
///     kind: "mutes", title: "Muted accounts", label: "mutes", emptyText: "You mute nobody."),
///   page: { try await client.accounts(.mutes, $0) })
/// let screen = AccountList.screen(model: model, action: AccountList.Action(model: model))
/// ```
public enum AccountList {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The name of the screen in JSON: `mutes`.
    public var kind: String
    /// The id of whose list it is, such as an account's; `nil` where there is only one such list.
    public var subject: String?
    /// What the list is called.
    public var heading: Heading
    /// The text shown where there are no accounts.
    public var emptyText: String
    /// How many accounts a page has.
    public var limit: Int
    /// The words of the command that shows it, without options; `nil` if there is none.
    public var command: [String]?
    /// What to type about the accounts, such as `unmute N`.
    public var hint: [String]
    /// The part of the list that was asked for.
    public var range = ListRange()
    /// The accounts.
    public var accounts: Loadable<PagedAccounts>

    /// Makes the state of a list; by default before anything was requested.
    public init(
      kind: String, subject: String? = nil, title: String, label: String, emptyText: String, limit: Int = 20,
      command: [String]? = nil, hint: [String] = ["open N", "follow N"], accounts: Loadable<PagedAccounts> = .idle
    ) {
      self.kind = kind
      self.subject = subject
      heading = Heading(title: title, label: label)
      self.emptyText = emptyText
      self.limit = limit
      self.command = command ?? (subject == nil ? [kind] : nil)
      self.hint = hint
      self.accounts = accounts
    }
  }

  /// What a list is called.
  public struct Heading: Hashable, Sendable {
    /// The line above the accounts: `Followers of Wren Calder`.
    public var title: String
    /// The text in the prompt: `followers of @wren`.
    public var label: String
    /// How many accounts there are in all, if the server says so.
    public var total: Int?

    /// Makes a heading.
    public init(title: String, label: String, total: Int? = nil) {
      self.title = title
      self.label = label
      self.total = total
    }
  }

  /// An account of the list.
  public struct Row: Hashable, Sendable {
    /// The account.
    public var account: Account
    /// Why it is listed: `followed by Wren Calder`; `nil` if that is clear from the list.
    public var reason: String?
    /// The user's relationship to it, if it is known.
    public var relationship: Relationship?

    /// Makes a row.
    public init(_ account: Account, reason: String? = nil, relationship: Relationship? = nil) {
      self.account = account
      self.reason = reason
      self.relationship = relationship
    }
  }

  /// Everything the screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the first page again.
    public var refresh: () async throws -> Void
    /// Shows the next page; false at the end.
    public var older: () async throws -> Bool
    /// Shows the page before; false at the top.
    public var newer: () async throws -> Bool

    /// Makes an action from its closures.
    public init(
      refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
      newer: @escaping () async throws -> Bool
    ) {
      self.refresh = refresh
      self.older = older
      self.newer = newer
    }

    /// Wires the screen to its model.
    public init(model: Model) {
      self.init(refresh: model.refresh, older: model.older, newer: { model.newer() })
    }
  }
}

extension AccountList.Action {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  public struct Fixtures {
    /// Does nothing.
    public let none = AccountList.Action(refresh: {}, older: { false }, newer: { false })
  }
}

/// A model of a screen that shows relationships, which learns of their changes.
@MainActor
public protocol RelationshipContainer: AnyObject {
  /// Shows a relationship that changed.
  func replace(_ relationship: Relationship)
}
