public import FoundationEssentials

/// A text about a server: its description, its terms or its privacy policy.
public struct InstanceText: Hashable, Sendable {
  /// When it was last changed; of terms, the day from which they are in force.
  public var date: Date?
  /// The text as HTML.
  public var content: String = ""

  public init(content: String = "") { self.content = content }
}

extension InstanceText: DecodableEntity {
  public init(_ json: Fields) throws {
    date = json.date("updated_at") ?? json.date("effective_date").map(MastodonDate.startOfDay)
    content = json.text("content")
  }
}

public struct InstanceActivity: Hashable, Sendable, DecodableEntity {
  /// The week's first moment.
  public var week: Date
  public var statuses: Int
  public var logins: Int
  public var registrations: Int

  public init(week: Date, statuses: Int = 0, logins: Int = 0, registrations: Int = 0) {
    self.week = week
    self.statuses = statuses
    self.logins = logins
    self.registrations = registrations
  }

  public init(_ json: Fields) throws {
    week = json.date("week") ?? Date(timeIntervalSince1970: 0)
    statuses = json.count("statuses")
    logins = json.count("logins")
    registrations = json.count("registrations")
  }
}
