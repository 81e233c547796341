import GRDB

/// What one call does with the database, and what the world learns of it once it is committed.
///
/// The acts in `Acts/` are its methods: a route and a resident do the same thing by the same way.
final class Transaction {
  let database: Database
  let now: Moment
  let instance: InstanceInfo
  /// What the streams tell, in order; published after the commit only.
  private(set) var events: [Event] = []

  init(_ database: Database, now: Moment, instance: InstanceInfo) {
    self.database = database
    self.now = now
    self.instance = instance
  }

  func emit(_ event: Event) { events.append(event) }

  /// A status's id: the time in the upper bits, and a count within the millisecond.
  func nextStatusID(at moment: Moment) throws -> Int64 {
    let first = moment.milliseconds << 16
    let last = try database.value(
      Int64.self, "SELECT max(id) FROM statuses WHERE id >= ? AND id < ?", [first, first + 0x10000])
    return last.map { $0 + 1 } ?? first
  }

  /// A value that belongs to the instance as a whole.
  func meta(_ key: String) throws -> String? {
    try database.value(String.self, "SELECT value FROM meta WHERE key = ?", [key])
  }

  func setMeta(_ key: String, _ value: String) throws {
    try database.run(
      "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", [key, value])
  }
}

/// The instance's name, limits and rules.
struct InstanceInfo: Sendable {
  var domain: String
  var title: String
  var configuration: SandboxConfiguration
  var files: MediaFiles
  var version: String { quirks.software?.instanceVersion ?? "4.6.0" }
  var quirks: SandboxQuirks { configuration.quirks }

  /// The addresses of accounts and statuses begin with this, whatever address the server was reached by.
  var origin: String { "https://\(domain)" }

  /// After how many seconds a token expires that was given out for a code; nil for never, as Mastodon has it.
  var tokenLifetime: Int?

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

/// Something that streams tell.
enum Event: Codable, Sendable, Equatable {
  case posted(Int64)
  case edited(Int64)
  case deleted(DeletedStatus)
  case notified(Int64, account: Int64)
  case filtersChanged(account: Int64)
  /// A conversation has a new last status.
  case conversed(Int64, account: Int64)
  /// What had waited for a sender to be accepted is among the notifications now.
  case notificationsMerged(account: Int64)
  /// So many have reacted to an announcement with this by now.
  case reacted(announcement: Int64, name: String)
  /// A token is no longer valid, so that its streams end.
  case revoked(token: Int64)
  /// Somebody follows another, or asks to; streams do not tell it, but residents hear of it.
  case followed(Int64, by: Int64)

  /// What must be known of a status that is no longer there.
  struct DeletedStatus: Codable, Sendable, Equatable {
    var id: Int64
    var author: Int64
    var isPublic: Bool
    var isLocal: Bool
    var tags: [String]
  }
}
