public import FeatureKit
public import MastodonKit

/// The reader's lists: some of the accounts that they follow, each list with a timeline of its own.
public enum Lists {
  /// Everything the screen shows.
  public typealias State = Entries<List>
  /// Owns what the screen shows.
  public typealias Model = EntriesModel<List>
  /// Everything the screen can ask for.
  public typealias Action = Entries<List>.Action

  /// What can be asked for on a list's timeline, besides what can be asked of posts.
  @MainActor
  public struct TimelineAction {
    /// Who is in the list.
    public var members: () async throws -> [Account]
    /// Puts an account into the list.
    public var add: (Account.ID) async throws -> Account
    /// Takes an account out of the list.
    public var remove: (Account.ID) async throws -> Account
    /// Opens the list's form.
    public var edit: () async throws -> Void

    /// Makes an action from its closures.
    public init(
      members: @escaping () async throws -> [Account], add: @escaping (Account.ID) async throws -> Account,
      remove: @escaping (Account.ID) async throws -> Account, edit: @escaping () async throws -> Void
    ) {
      self.members = members
      self.add = add
      self.remove = remove
      self.edit = edit
    }

    /// Wires the verbs to the services; what is left to the root is to open the form.
    public init(
      _ id: List.ID, lists: ListService, accounts: AccountService, edit: @escaping () async throws -> Void
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
}
