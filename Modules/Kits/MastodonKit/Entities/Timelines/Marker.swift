public import FoundationEssentials

/// The signed-in account's reading position in one timeline.
public struct Marker: Hashable, Sendable {
  /// The id of the newest item that was read, of whichever entity the timeline holds.
  public var lastReadID: String
  /// The number of times that the marker was moved, by which conflicts are noticed.
  public var version: Int = 0
  public var updatedAt: Date
}

/// The signed-in account's reading positions.
public struct Markers: Hashable, Sendable {
  public var home: Marker?
  public var notifications: Marker?
}

extension Markers: DecodableEntity {
  public init(_ json: Fields) throws {
    home = json.entity("home")
    notifications = json.entity("notifications")
  }
}

extension Marker: DecodableEntity {
  public init(_ json: Fields) throws {
    let lastRead: Identifier<Marker> = try json.id("last_read_id")
    lastReadID = lastRead.rawValue
    version = json.count("version")
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
  }
}
