import FoundationEssentials
public import MastodonKit

/// What must not be seen by anybody else: an account's token, and the secret of the application it was made with.
public struct AccountSecrets: Hashable, Sendable, Encodable {
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

extension AccountSecrets {
  /// Takes what a file or a vault says; nil if something is missing.
  init?(reading record: JSONRecord) {
    // Not as an entity: making its decoder costs each command more than the reading.
    guard let kept = record.record("token"), let secret = kept.string("access_token"), !secret.isEmpty else {
      return nil
    }
    let token = Token(
      accessToken: secret, scope: kept.string("scope") ?? "",
      createdAt: Date(timeIntervalSince1970: Double(kept.integer("created_at") ?? 0)),
      refreshToken: kept.string("refresh_token"), expiresIn: kept.integer("expires_in"))
    self.init(token: token, clientSecret: record.string("clientSecret"))
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

/// The secrets of this person: an account's under its full name, `user@host`, a registration of the program under the host.
///
/// Each is an item of its own: keeping one never rewrites another. ``SecretsFile`` makes it; a test replaces a closure.
public struct Secrets: Sendable {
  /// The account's token and what belongs to it, if there are any.
  public var load: @Sendable (KnownAccount.ID) throws -> AccountSecrets?
  /// Keeps the account's token and what belongs to it in place of older ones.
  public var save: @Sendable (AccountSecrets, KnownAccount.ID) throws -> Void
  /// Forgets everything of the account, of whatever kind; none is as good.
  public var delete: @Sendable (KnownAccount.ID) throws -> Void
  /// The program as this host knows it, if it was registered there.
  public var loadApplication: @Sendable (_ host: String) throws -> Application?
  /// Keeps the program as this host knows it, or forgets it for `nil`.
  public var saveApplication: @Sendable (Application?, _ host: String) throws -> Void
  /// Any other secret of the account, as text; `nil` if there is none.
  public var secret: @Sendable (KnownAccount.ID, SecretKind) throws -> String?
  /// Keeps any other secret of the account; `nil` forgets it.
  public var keep: @Sendable (String?, KnownAccount.ID, SecretKind) throws -> Void
  /// Where the secret of each kind of the accounts is.
  public var places: @Sendable () throws -> [SecretPlace]
  /// Takes every secret to another vault, and answers how many had to move.
  ///
  /// Each is in its old place until the new one has given it back unchanged.
  public var move: @Sendable (VaultName) throws -> Int

  /// Makes a place from its parts.
  public init(
    load: @escaping @Sendable (KnownAccount.ID) throws -> AccountSecrets?,
    save: @escaping @Sendable (AccountSecrets, KnownAccount.ID) throws -> Void,
    delete: @escaping @Sendable (KnownAccount.ID) throws -> Void,
    loadApplication: @escaping @Sendable (_ host: String) throws -> Application?,
    saveApplication: @escaping @Sendable (Application?, _ host: String) throws -> Void,
    secret: @escaping @Sendable (KnownAccount.ID, SecretKind) throws -> String?,
    keep: @escaping @Sendable (String?, KnownAccount.ID, SecretKind) throws -> Void,
    places: @escaping @Sendable () throws -> [SecretPlace],
    move: @escaping @Sendable (VaultName) throws -> Int
  ) {
    self.load = load
    self.save = save
    self.delete = delete
    self.loadApplication = loadApplication
    self.saveApplication = saveApplication
    self.secret = secret
    self.keep = keep
    self.places = places
    self.move = move
  }
}

/// Where one secret is.
public struct SecretPlace: Hashable, Sendable {
  /// Whose it is: `user@host`, or the host that the program is registered with.
  public var owner: String
  /// What it is for.
  public var kind: SecretKind
  /// Where it is.
  public var vault: VaultName

  /// Makes a place.
  public init(owner: String, kind: SecretKind, vault: VaultName) {
    self.owner = owner
    self.kind = kind
    self.vault = vault
  }
}
