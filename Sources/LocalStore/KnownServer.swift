public import FoundationEssentials
public import MastodonKit

/// A server's descriptions of itself and of the account, each part with its date.
public struct KnownServer: Sendable, Encodable {
  /// Something that the server sent, and when.
  public struct Part<Value: Sendable & Encodable>: Sendable, Encodable {
    public var value: Value
    public var date: Date

    public init(_ value: Value, _ date: Date) {
      self.value = value
      self.date = date
    }

    private enum CodingKeys: String, CodingKey { case value, date }

    /// Encodes the date in seconds.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(value, forKey: .value)
      try json.encode(Int(date.timeIntervalSince1970), forKey: .date)
    }
  }

  /// The signed-in account, with its posting defaults.
  public var account: Part<Account>?
  /// The server's description: limits, languages, version.
  public var instance: Part<Instance>?
  /// The server's software according to NodeInfo, by name and version, if that was requested.
  public var software: ServerSoftware?
  /// The endpoints that the server turned out to lack, as `GET /api/v1/markers`.
  public var missing: [Part<String>] = []

  public init() {}

  /// Forgets the missing endpoints that are older than a date, because the server may have been updated.
  public mutating func forgetMissing(before date: Date) { missing.removeAll { $0.date < date } }

  private enum CodingKeys: String, CodingKey { case account, instance, software, missing }

  private enum SoftwareKeys: String, CodingKey { case name, version }

  /// Encodes everything that is known.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(account, forKey: .account)
    try json.encodeIfPresent(instance, forKey: .instance)
    try json.encode(missing, forKey: .missing)
    guard let software else { return }
    var named = json.nestedContainer(keyedBy: SoftwareKeys.self, forKey: .software)
    try named.encode(software.title, forKey: .name)
    try named.encode(software.version, forKey: .version)
  }

  /// Reads what can be read; a part that cannot is unknown.
  init(reading record: JSONRecord) {
    account = Self.part("account", of: record)
    instance = Self.part("instance", of: record)
    software = record.record("software").flatMap { record in
      record.string("name").map { ServerSoftware(nodeInfo: $0, version: record.string("version") ?? "") }
    }
    missing = (record.records("missing") ?? []).compactMap { record in
      guard let value = record.string("value"), let date = record.integer("date") else { return nil }
      return Part(value, Date(timeIntervalSince1970: Double(date)))
    }
  }

  private static func part<Value: Decodable>(_ name: String, of record: JSONRecord) -> Part<Value>? {
    guard let part = record.record(name), let value: Value = part.entity("value"), let date = part.integer("date")
    else { return nil }
    return Part(value, Date(timeIntervalSince1970: Double(date)))
  }
}

/// Stores what a server said about itself and about an account, so that a command need not request it first.
///
/// One file for each account in `servers/` in the cache folder. Everything in it can be requested again: a missing,
/// damaged or unreadable file means that nothing is known, and is never an error.
public struct KnownServerFile: Sendable {
  private let file: JSONFile<KnownServer>
  public let now: @Sendable () -> Date

  /// Creates the store for an account, `user@host`; nothing is read yet.
  public init(locations: FileLocations, account: String, now: @escaping @Sendable () -> Date) {
    let folder = FileLocations.join(locations.cache, "servers")
    file = JSONFile(
      file: locations.file(FileLocations.join(folder, StoredFile.name(for: account))), now: now, report: { _ in },
      version: { _ in 1 }, content: { KnownServer(reading: $0) })
    self.now = now
  }

  public func load() -> KnownServer {
    // It is requested again.
    (try? file.loadStrictly()) ?? KnownServer()
  }

  public func update(_ change: (inout KnownServer) -> Void) {
    // What could not be saved is requested again by the next run.
    try? file.updateCache { known in
      var known = known ?? KnownServer()
      change(&known)
      return known
    }
  }

  public func remove() throws(StoreError) { try file.remove() }
}
