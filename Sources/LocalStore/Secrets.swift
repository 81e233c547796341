public import MastodonKit

/// What must not be seen by anybody else: an account's token, and the secret of the application it was made with.
public struct AccountSecrets: Hashable, Sendable, Codable {
  /// What is shown to the server instead of a password.
  public var token: Token
  /// The secret half of the application's credentials, which revoking the token needs; nil for a token handed in.
  public var clientSecret: String?

  /// Makes secrets.
  public init(token: Token, clientSecret: String? = nil) {
    self.token = token
    self.clientSecret = clientSecret
  }
}

extension AccountSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there is something, and not what.
  public var description: String { "AccountSecrets(redacted)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// Nothing, so that a dump does not tell either.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A place for secrets: an account's under its full name, `user@host`, and a registration of the program under the host.
///
/// Files are the first such place (``SecretsFile``); a keyring is another value of this type.
public struct Secrets: Sendable {
  /// The secrets of the account, if there are any.
  public var load: @Sendable (KnownAccount.ID) throws -> AccountSecrets?
  /// Keeps the account's secrets in place of older ones.
  public var save: @Sendable (AccountSecrets, KnownAccount.ID) throws -> Void
  /// Forgets the account's secrets; none are as good.
  public var delete: @Sendable (KnownAccount.ID) throws -> Void
  /// The program as this host knows it, if it was registered there.
  public var loadApplication: @Sendable (_ host: String) throws -> Application?
  /// Keeps the program as this host knows it, or forgets it for `nil`.
  public var saveApplication: @Sendable (Application?, _ host: String) throws -> Void

  /// Makes a place from its parts.
  public init(
    load: @escaping @Sendable (KnownAccount.ID) throws -> AccountSecrets?,
    save: @escaping @Sendable (AccountSecrets, KnownAccount.ID) throws -> Void,
    delete: @escaping @Sendable (KnownAccount.ID) throws -> Void,
    loadApplication: @escaping @Sendable (_ host: String) throws -> Application?,
    saveApplication: @escaping @Sendable (Application?, _ host: String) throws -> Void
  ) {
    self.load = load
    self.save = save
    self.delete = delete
    self.loadApplication = loadApplication
    self.saveApplication = saveApplication
  }
}
