public import FeatureKit
public import MastodonKit

/// The user's lists: each has some of the accounts that the user follows, and a timeline of their posts.
public enum Lists {
  public typealias State = Entries<List>
  /// Owns the state of the screen.
  public typealias Model = EntriesModel<List>
  public typealias Action = Entries<List>.Action

  /// The requests of a list's timeline, besides those of its posts.
  @MainActor
  public struct TimelineAction {
    public var members: () async throws -> [Account]
    public var add: (Account.ID) async throws -> Account
    public var remove: (Account.ID) async throws -> Account
    public var edit: () async throws -> Response
  }
}

extension Lists.TimelineAction {
  /// Creates an action that calls the services; the root only opens the form.
  public init(
    _ id: List.ID, lists: ListService, accounts: AccountService, edit: @escaping () async throws -> Response
  ) {
    self.init(
      members: { try await lists.accounts(id) },
      add: { account in
        try await lists.add(id, [account])
        return try await accounts.account(account)
      },
      remove: { account in
        try await lists.remove(id, [account])
        return try await accounts.account(account)
      },
      edit: edit)
  }
}
