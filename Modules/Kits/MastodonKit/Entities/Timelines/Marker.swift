public import FoundationEssentials

/// How far the signed-in account has read one timeline.
public struct Marker: Hashable, Sendable {
  /// The id of the newest item that was read, of whichever entity the timeline holds.
  public var lastReadID: String
  /// How often the marker was moved, by which clashes are noticed.
  public var version: Int = 0
  /// When it was moved.
  public var updatedAt: Date
}

/// How far the signed-in account has read what it reads.
public struct Markers: Hashable, Sendable, Decodable {
  /// The home timeline.
  public var home: Marker?
  /// The notifications.
  public var notifications: Marker?
}

extension Markers {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    home = json.entity("home")
    notifications = json.entity("notifications")
  }
}

extension Marker: Decodable {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    let lastRead: Identifier<Marker> = try json.id("last_read_id")
    lastReadID = lastRead.rawValue
    version = json.count("version")
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
  }
}
