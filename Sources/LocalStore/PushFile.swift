public import FoundationEssentials
import MastodonKit

/// An account's push preferences and the server's key, none of which is secret.
///
/// The push address and the keys are a secret of the account, of the kind ``SecretKind/push``.
public struct PushPreferences: Hashable, Sendable, Encodable, Identifiable {
  /// The account, `user@host`.
  public var id: KnownAccount.ID
  /// The types of notifications to push, by the server's names.
  public var alerts: Set<String>
  /// The accounts whose notifications are pushed: `all`, `followed`, `follower` or `none`.
  public var policy: String
  /// The key that the server signs with, empty if it named none; `nil` without a subscription.
  public var serverKey: String?

  public init(id: KnownAccount.ID, alerts: Set<String>, policy: String, serverKey: String? = nil) {
    self.id = id
    self.alerts = alerts
    self.policy = policy
    self.serverKey = serverKey
  }

  public var isSubscribed: Bool { serverKey != nil }

  private enum CodingKeys: CodingKey { case id, alerts, policy, serverKey }

  /// Encodes the preferences, with the types on one line in a stable order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(alerts.sorted().joined(separator: " "), forKey: .alerts)
    try container.encode(policy, forKey: .policy)
    try container.encodeIfPresent(serverKey, forKey: .serverKey)
  }

  fileprivate init?(reading record: JSONRecord) {
    guard let id = record.string("id"), let alerts = record.string("alerts"), let policy = record.string("policy")
    else { return nil }
    self.init(
      id: id, alerts: Set(alerts.split(separator: " ").map(String.init)), policy: policy,
      serverKey: record.string("serverKey"))
  }
}

/// Stores the push preferences of each account in `push.json` in the data folder.
///
/// Safe with several processes, as ``AccountsFile`` is.
public struct PushFile: Sendable {
  private struct Content: Encodable {
    var all: [PushPreferences]
  }

  private let file: JSONFile<Content>

  /// Creates the store; nothing is read yet.
  ///
  /// `now` dates the name of a damaged file that is set aside; `report` is told about it.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    file = JSONFile(
      file: locations.file(FileLocations.join(locations.data, "push.json")), now: now, report: report,
      version: { _ in 1 },
      content: { record in
        guard let records = record.records("all") else { return nil }
        let all = records.compactMap(PushPreferences.init(reading:))
        return all.count == records.count ? Content(all: all) : nil
      })
  }

  /// The preferences of an account; `nil` if it has none.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read; a damaged one is set aside and counts as none.
  public func load(_ id: KnownAccount.ID) throws(StoreError) -> PushPreferences? {
    try file.load()?.all.first { $0.id == id }
  }

  /// Changes the stored preferences of an account; `nil` deletes them.
  ///
  /// - Throws: ``StoreError`` if it cannot be written; then nothing is changed.
  public func update(_ id: KnownAccount.ID, _ change: (PushPreferences?) -> PushPreferences?) throws(StoreError) {
    try file.update { kept in
      var all = kept?.all ?? []
      let former = all.first { $0.id == id }
      all.removeAll { $0.id == id }
      if let changed = change(former) { all.append(changed) }
      return all.isEmpty ? nil : Content(all: all.sorted { $0.id < $1.id })
    }
  }
}
