import FoundationEssentials
import MastodonKit

/// What is kept of an account under one kind.
///
/// Indirect, so that its size is known when it is compiled: to find it out costs every start a search of all conformances.
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

  /// As a vault outside of Howdah keeps it: one line.
  func line(for vault: VaultName) throws(StoreError) -> [UInt8] {
    do {
      let encoder = MastodonJSON.makeEncoder()
      encoder.outputFormatting.insert(.sortedKeys)
      return Array(try encoder.encode(self))
    } catch {
      throw .vault(vault, .failed("writing it"))
    }
  }

  /// Reads a vault's line.
  init(line: [UInt8], kind: SecretKind, from vault: VaultName) throws(StoreError) {
    let record: JSONRecord?
    do { record = try JSONRecord(line) } catch { throw .vault(vault, .failed("what it keeps is damaged")) }
    guard let content = record.flatMap({ SecretContent(reading: $0, kind: kind) }) else {
      throw .vault(vault, .failed("what it keeps is damaged"))
    }
    self = content
  }
}

/// What the file of a secret holds: the secret, or in which vault it is instead.
///
/// So a start reads one small file whatever the vault, and asks a program only where the secret is behind one.
enum StoredSecret: Equatable, Encodable, Sendable {
  case here(SecretContent)
  case elsewhere(VaultName)

  /// A file that says where the secret is came later; the first Howdah calls it newer, and leaves it alone.
  static let newestVersion = 2

  /// The version of the file that can say this.
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
