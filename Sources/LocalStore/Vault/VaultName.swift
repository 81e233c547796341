/// Where secrets can be.
public enum VaultName: String, CaseIterable, Hashable, Sendable, Encodable {
  /// Files that only their owner can read.
  case file
  /// The desktop's keyring, by the Secret Service and its program `secret-tool`.
  case keyring
  /// The password store, by its program `pass`.
  case pass
  /// The password store, by its program `gopass`.
  case gopass

  /// The program by which it is reached; `nil` for files.
  var program: String? {
    switch self {
    case .file: nil
    case .keyring: "secret-tool"
    case .pass, .gopass: rawValue
    }
  }

  /// What it is called within a sentence.
  public var words: String {
    switch self {
    case .file: "the secrets folder"
    case .keyring: "the keyring"
    case .pass, .gopass: "the password store"
    }
  }

  /// The same words where a sentence begins.
  public var sentenceStart: String { "The" + words.dropFirst(3) }
}

/// What a secret is for; each is an item of its own in every vault.
public enum SecretKind: String, CaseIterable, Hashable, Sendable {
  /// The account's token, with the secret of the application that it was made with.
  case token
  /// The program's registration with a host, which its accounts share.
  case application
  /// The keys by which pushed notifications are read.
  case push
}

/// Why a vault outside of Howdah does not give or take a secret.
public enum VaultFailure: Hashable, Sendable {
  /// Its program is not installed.
  case noProgram(String)
  /// Its program is there, and no service answers it.
  case silent
  /// Nothing answered within so many seconds: as a rule it is locked, and nobody unlocks it.
  case timedOut(seconds: Int)
  /// The person stopped it.
  case interrupted
  /// What should be in it is not, or it is locked.
  case missing
  /// Its program fails.
  case failed(String)
}

/// One secret's place in a vault.
struct VaultItem: Hashable, Sendable {
  /// `user@host`, or the host alone for the program's registration with it.
  var owner: String
  var kind: SecretKind
}

/// A place for secrets outside of Howdah, each a line of text.
struct Vault: Sendable {
  var load: @Sendable (VaultItem) throws(StoreError) -> [UInt8]?
  var save: @Sendable ([UInt8], VaultItem) throws(StoreError) -> Void
  var delete: @Sendable (VaultItem) throws(StoreError) -> Void
}
