import FoundationEssentials
public import MastodonKit

/// An account's token, and the secret of the application it was issued to.
public struct AccountSecrets: Hashable, Sendable, Encodable {
  /// The token that is sent to the server instead of a password.
  public var token: Token
  /// The application's secret, which revoking the token needs; `nil` for a token that was pasted.
  public var clientSecret: String?

  public init(token: Token, clientSecret: String? = nil) {
    self.token = token
    self.clientSecret = clientSecret
  }
}

extension AccountSecrets {
  /// Reads secrets from a file or a vault; `nil` if something is missing.
  init?(reading record: JSONRecord) {
    // Not as an entity, because creating its decoder costs each command more than the reading.
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
  public var description: String { "AccountSecrets(redacted)" }

  public var debugDescription: String { description }

  /// An empty mirror, so that a dump does not reveal the secrets.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The user's secrets: an account's under `user@host`, a registration of the application under the host.
///
/// Each is a separate item, so saving one never rewrites another. ``SecretsFile`` creates this.
public struct Secrets: Sendable {
  /// Loads the account's token and application secret, if there are any.
  public var load: @Sendable (KnownAccount.ID) throws -> AccountSecrets?
  public var save: @Sendable (AccountSecrets, KnownAccount.ID) throws -> Void
  public var delete: @Sendable (KnownAccount.ID) throws -> Void
  public var loadApplication: @Sendable (_ host: String) throws -> Application?
  /// Saves the application as registered with this host; `nil` deletes it.
  public var saveApplication: @Sendable (Application?, _ host: String) throws -> Void
  /// Loads another secret of the account; `nil` if there is none.
  public var secret: @Sendable (KnownAccount.ID, SecretKind) throws -> String?
  /// Saves another secret of the account; `nil` deletes it.
  public var keep: @Sendable (String?, KnownAccount.ID, SecretKind) throws -> Void
  /// Lists where the secrets of the accounts are stored.
  public var places: @Sendable () throws -> [SecretPlace]
  /// Moves every secret to another vault; returns how many were moved.
  ///
  /// Each stays in its old place until the new one has returned it unchanged.
  public var move: @Sendable (VaultName) throws -> Int
}

public struct SecretPlace: Hashable, Sendable {
  /// Its owner: `user@host`, or the host that the application is registered with.
  public var owner: String
  public var kind: SecretKind
  public var vault: VaultName
}
