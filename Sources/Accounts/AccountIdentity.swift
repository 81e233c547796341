public import MastodonKit

public struct AccountIdentity: Hashable, Sendable {
  /// `user@host`, which names the account's files.
  public let id: String
  /// The server's id of the account; `nil` if only the server knows it.
  public let accountID: Account.ID?
  /// Whether the account belongs to the embedded instance.
  public let isSandbox: Bool

  public init(id: String, accountID: Account.ID?, isSandbox: Bool) {
    self.id = id
    self.accountID = accountID
    self.isSandbox = isSandbox
  }

  /// The `id` of the user's account in the embedded instance.
  public static let sandboxID = "you@sandbox"

  /// The `id` while no account is signed in; it has no `@`, so no account can have it.
  public static let signedOutID = "nobody"

  /// Whether the account is on a server: neither in the sandbox nor signed out.
  public var isOnServer: Bool { !isSandbox && id != Self.signedOutID }

  /// The part of `id` after the `@`.
  public var host: String { String(id.drop { $0 != "@" }.dropFirst()) }

  /// The part of `id` before the `@`.
  public var username: String { String(id.prefix { $0 != "@" }) }
}
