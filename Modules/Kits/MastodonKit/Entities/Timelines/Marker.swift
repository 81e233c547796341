public import FoundationEssentials

/// How far the signed-in account has read one timeline.
public struct Marker: Hashable, Sendable {
  /// The id of the newest item that was read, of whichever entity the timeline holds.
  public var lastReadID: String
  /// How often the marker was moved, by which clashes are noticed.
  public var version: Int
  /// When it was moved.
  public var updatedAt: Date

  /// Creates a marker.
  public init(lastReadID: String, version: Int = 0, updatedAt: Date) {
    self.lastReadID = lastReadID
    self.version = version
    self.updatedAt = updatedAt
  }
}

/// How far the signed-in account has read what it reads.
public struct Markers: Hashable, Sendable, Codable {
  /// The home timeline.
  public var home: Marker?
  /// The notifications.
  public var notifications: Marker?

  /// Creates markers.
  public init(home: Marker? = nil, notifications: Marker? = nil) {
    self.home = home
    self.notifications = notifications
  }
}

extension Markers {
  private enum CodingKeys: String, CodingKey {
    case home, notifications
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    home = json.entity(.home)
    notifications = json.entity(.notifications)
  }
}

extension Marker: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case version
    case lastReadID = "last_read_id"
    case updatedAt = "updated_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    let lastRead: Identifier<Marker> = try json.id(.lastReadID)
    lastReadID = lastRead.rawValue
    version = json.count(.version)
    updatedAt = json.date(.updatedAt) ?? Date(timeIntervalSince1970: 0)
  }

  /// Encodes the marker as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(lastReadID, forKey: .lastReadID)
    try json.encode(version, forKey: .version)
    try json.encode(date: updatedAt, forKey: .updatedAt)
  }
}
