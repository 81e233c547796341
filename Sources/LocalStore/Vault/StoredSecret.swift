import FoundationEssentials
import MastodonKit

/// The secret of an account for one kind.
///
/// Indirect, so that its size is known at compile time: otherwise every start would search all conformances.
indirect enum SecretContent: Equatable, Encodable, Sendable {
  case signIn(AccountSecrets)
  case application(Application)
  case text(String)

  private enum CodingKeys: CodingKey { case text }

  init?(reading record: JSONRecord, kind: SecretKind) {
    switch kind {
    case .token:
      guard let secrets = AccountSecrets(reading: record) else { return nil }
      self = .signIn(secrets)
    case .application:
      guard let application = record.entity(as: Application.self) else { return nil }
      self = .application(application)
    case .push:
      guard let text = record.string("text") else { return nil }
      self = .text(text)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .signIn(let secrets): try secrets.encode(to: encoder)
    case .application(let application): try application.encode(to: encoder)
    case .text(let text):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
    }
  }

  /// Encodes the secret as one line for another vault.
  func line(for vault: VaultName) throws(StoreError) -> [UInt8] {
    do {
      let encoder = MastodonJSON.makeEncoder()
      encoder.outputFormatting.insert(.sortedKeys)
      return Array(try encoder.encode(self))
    } catch {
      throw .vault(vault, .failed("writing the secret"))
    }
  }

  init(line: [UInt8], kind: SecretKind, from vault: VaultName) throws(StoreError) {
    let record: JSONRecord?
    do { record = try JSONRecord(line) } catch { throw .vault(vault, .failed("its data is damaged")) }
    guard let content = record.flatMap({ SecretContent(reading: $0, kind: kind) }) else {
      throw .vault(vault, .failed("its data is damaged"))
    }
    self = content
  }
}

/// The content of a secret's file: the secret, or the vault that has it.
///
/// So a start reads one small file, and asks a vault only if the secret is in it.
enum StoredSecret: Equatable, Encodable, Sendable {
  case here(SecretContent)
  case elsewhere(VaultName)

  /// Files that name a vault came later; the first version of Howdah leaves them alone.
  static let newestVersion = 2

  /// The lowest version that has this content.
  var version: Int {
    if case .elsewhere = self { Self.newestVersion } else { 1 }
  }

  private enum CodingKeys: CodingKey { case vault }

  init?(reading record: JSONRecord, kind: SecretKind) {
    if let vault = record.string("vault") {
      guard let name = VaultName(rawValue: vault) else { return nil }
      self = .elsewhere(name)
    } else {
      guard let content = SecretContent(reading: record, kind: kind) else { return nil }
      self = .here(content)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .here(let content): try content.encode(to: encoder)
    case .elsewhere(let vault):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(vault, forKey: .vault)
    }
  }
}
