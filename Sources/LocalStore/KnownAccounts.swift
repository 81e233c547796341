public import MastodonKit

/// An account that is signed in on this machine, without its secrets.
public struct KnownAccount: Hashable, Sendable, Encodable, Identifiable {
  /// Its full name, `user@host`.
  public var id: String
  /// Its server's address: `https://shore.example`, or plain http on this machine.
  public var address: String
  public var accountID: Account.ID
  /// The client id that it was signed in with; `nil` for a token that was pasted.
  public var clientID: String?
  /// The scopes of its token, separated by spaces.
  public var scope: String
  /// The URL to renew its token, if it is not the usual one.
  public var tokenURL: String?
  /// The URL to revoke its token, if it is not the usual one.
  public var revocationURL: String?

  /// The id of an account that was created here and that its server does not let in yet.
  public static let unconfirmedID: Account.ID = ""

  public init(
    id: String, address: String, accountID: Account.ID, clientID: String? = nil, scope: String = "",
    tokenURL: String? = nil, revocationURL: String? = nil
  ) {
    self.id = id
    self.address = address
    self.accountID = accountID
    self.clientID = clientID
    self.scope = scope
    self.tokenURL = tokenURL
    self.revocationURL = revocationURL
  }
}

/// The user's accounts, in the order of their first sign-in.
public struct KnownAccounts: Hashable, Sendable, Encodable {
  public private(set) var all: [KnownAccount]
  /// The account that is used if none is named.
  public private(set) var currentID: KnownAccount.ID?

  /// Creates a list in which the first account is the current one.
  public init(_ all: [KnownAccount] = []) {
    self.all = all
    currentID = all.first?.id
  }

  /// The account that is used if none is named.
  public var current: KnownAccount? { currentID.flatMap { self[$0] } }

  public subscript(id: KnownAccount.ID) -> KnownAccount? { all.first { $0.id == id } }

  /// Adds an account, replacing an older sign-in of the same one, and makes it the current one.
  public mutating func add(_ account: KnownAccount) {
    if let index = all.firstIndex(where: { $0.id == account.id }) {
      all[index] = account
    } else {
      all.append(account)
    }
    currentID = account.id
  }

  /// Removes an account; if it was the current one, the first of the others becomes it.
  public mutating func remove(_ id: KnownAccount.ID) {
    all.removeAll { $0.id == id }
    if currentID == id { currentID = all.first?.id }
  }

  /// Selects the current account; returns whether it exists.
  @discardableResult
  public mutating func select(_ id: KnownAccount.ID) -> Bool {
    guard self[id] != nil else { return false }
    currentID = id
    return true
  }
}

extension KnownAccounts {
  /// Reads the accounts from a file; `nil` if something is missing.
  init?(reading record: JSONRecord) {
    guard let records = record.records("all") else { return nil }
    all = []
    for record in records {
      guard let account = KnownAccount(reading: record) else { return nil }
      all.append(account)
    }
    currentID = record.string("currentID")
    // A list without its current account is damaged, and must not count as empty.
    guard all.isEmpty ? currentID == nil : current != nil, Set(all.map(\.id)).count == all.count else { return nil }
  }
}

extension KnownAccount {
  fileprivate init?(reading record: JSONRecord) {
    guard let id = record.string("id"), let address = record.string("address"),
      let accountID = record.string("accountID"), let scope = record.string("scope")
    else { return nil }
    self.init(
      id: id, address: address, accountID: Account.ID(rawValue: accountID), clientID: record.string("clientID"),
      scope: scope, tokenURL: record.string("tokenURL"), revocationURL: record.string("revocationURL"))
  }
}
