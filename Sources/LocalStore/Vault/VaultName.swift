/// A place where secrets can be stored.
public enum VaultName: String, CaseIterable, Hashable, Sendable, Encodable {
  /// Files that only their owner can read.
  case file
  /// The desktop's keyring, by the Secret Service and its program `secret-tool`.
  case keyring
  /// The password store, by its program `pass`.
  case pass
  /// The password store, by its program `gopass`.
  case gopass

  /// Its program; `nil` for files.
  var program: String? {
    switch self {
    case .file: nil
    case .keyring: "secret-tool"
    case .pass, .gopass: rawValue
    }
  }

  /// Its name within a sentence.
  public var words: String {
    switch self {
    case .file: "the secrets folder"
    case .keyring: "the keyring"
    case .pass, .gopass: "the password store"
    }
  }

  public var sentenceStart: String { "The" + words.dropFirst(3) }
}

/// The kind of a secret; each is a separate item in every vault.
public enum SecretKind: String, CaseIterable, Hashable, Sendable {
  /// The account's token, with the secret of the application that it was issued to.
  case token
  /// The application's registration with a host, which its accounts share.
  case application
  /// The keys that decrypt pushed notifications.
  case push
}

/// Why a vault failed to return or store a secret.
public enum VaultFailure: Hashable, Sendable {
  case noProgram(String)
  /// Its program is installed, but its service does not answer.
  case silent
  /// It did not answer within this time; usually it is locked.
  case timedOut(seconds: Int)
  case interrupted
  /// The secret is missing, or the vault is locked.
  case missing
  case failed(String)
}

/// The place of one secret in a vault.
struct VaultItem: Hashable, Sendable {
  /// `user@host`, or the host alone for the application's registration with it.
  var owner: String
  var kind: SecretKind
}

/// A place for secrets outside of Howdah, each a line of text.
struct Vault: Sendable {
  var load: @Sendable (VaultItem) throws(StoreError) -> [UInt8]?
  var save: @Sendable ([UInt8], VaultItem) throws(StoreError) -> Void
  var delete: @Sendable (VaultItem) throws(StoreError) -> Void
}
