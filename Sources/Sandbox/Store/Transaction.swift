import GRDB

/// A database transaction with the events to publish after its commit.
///
/// The methods in `Actions/` implement all changes, for routes and residents alike.
final class Transaction {
  let database: Database
  let now: Moment
  let instance: InstanceInfo
  /// The domains that mean this instance in the names of accounts.
  var homes: [String]
  /// The events for streams and pushes, in order.
  private(set) var events: [Event] = []

  init(_ database: Database, now: Moment, instance: InstanceInfo) {
    self.database = database
    self.now = now
    self.instance = instance
    homes = [instance.domain]
  }

  func emit(_ event: Event) { events.append(event) }

  /// The next status id: the time in the upper bits, and a counter within the millisecond.
  func nextStatusID(at moment: Moment) throws -> Int64 {
    let first = moment.milliseconds << 16
    let last = try database.value(
      Int64.self, "SELECT max(id) FROM statuses WHERE id >= ? AND id < ?", [first, first + 0x10000])
    return last.map { $0 + 1 } ?? first
  }

  /// Stores that an account has marked something, such as a bookmark; returns whether it had not before.
  @discardableResult
  func mark(
    _ table: String, _ column: String, _ value: any DatabaseValueConvertible, by account: Int64
  ) throws -> Bool {
    try database.run("INSERT OR IGNORE INTO \(table)(account_id, \(column)) VALUES (?, ?)", [account, value]) > 0
  }

  /// Removes a mark; returns whether there was one.
  @discardableResult
  func unmark(
    _ table: String, _ column: String, _ value: any DatabaseValueConvertible, by account: Int64
  ) throws -> Bool {
    try database.run("DELETE FROM \(table) WHERE account_id = ? AND \(column) = ?", [account, value]) > 0
  }

  /// A value of the instance as a whole.
  func meta(_ key: String) throws -> String? {
    try database.value(String.self, "SELECT value FROM meta WHERE key = ?", [key])
  }

  func setMeta(_ key: String, _ value: String) throws {
    try database.run(
      "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", [key, value])
  }
}

/// The instance's name, limits and configuration.
struct InstanceInfo: Sendable {
  var domain: String
  var title: String
  var configuration: SandboxConfiguration
  var files: MediaFiles
  var version: String { quirks.software?.instanceVersion ?? "4.7.0" }
  var quirks: SandboxQuirks { configuration.quirks }

  /// The start of URLs of accounts and statuses, independent of the server's address.
  var origin: String { "https://\(domain)" }

  /// The lifetime of access tokens in seconds; `nil` for no expiry, as on Mastodon.
  var tokenLifetime: Int?
  /// The seed of tokens and passwords; `nil` for random ones.
  var secretSeed: UInt64?

  let maxCharacters = 500
  let maxMedia = 4
  let maxPins = 5
  let maxDescription = 1500
  let maxImageBytes = 16_777_216
  let maxVideoBytes = 103_809_024
  let maxAvatarBytes = 8_388_608
  let maxAvatarDescription = 150
  let maxDisplayName = 30
  let maxNote = 500
  let maxFields = 4
  let maxImagePixels = 33_177_600
  let charactersPerURL = 23
  let pollOptions = 4
  let pollOptionCharacters = 50
  let pollSeconds = 300...2_629_746
}

/// A committed change that streams, pushes or residents react to.
enum Event: Codable, Sendable, Equatable {
  case posted(Int64)
  case edited(Int64)
  case deleted(DeletedStatus)
  case notified(Int64, account: Int64)
  case filtersChanged(account: Int64)
  /// A conversation has a new last status.
  case conversed(Int64, account: Int64)
  /// Filtered notifications have been merged after their sender was accepted.
  case notificationsMerged(account: Int64)
  /// The number of reactions with a name has changed.
  case reacted(announcement: Int64, name: String)
  /// A token has been revoked; its streams end.
  case revoked(token: Int64)
  /// A follow or follow request; only for residents, not for streams.
  case followed(Int64, by: Int64)

  /// The properties of a deleted status that streams need.
  struct DeletedStatus: Codable, Sendable, Equatable {
    var id: Int64
    var author: Int64
    var isPublic: Bool
    var isLocal: Bool
    var tags: [String]
  }
}
