public import FoundationEssentials

public struct ExtendedDescription: Hashable, Sendable {
  public var updatedAt: Date?
  /// The text as HTML.
  public var content: String = ""
}

extension ExtendedDescription: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    updatedAt = json.date("updated_at")
    content = json.text("content")
  }
}

public struct PrivacyPolicy: Hashable, Sendable {
  public var updatedAt: Date?
  /// The text as HTML.
  public var content: String = ""
}

extension PrivacyPolicy: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    updatedAt = json.date("updated_at")
    content = json.text("content")
  }
}

public struct TermsOfService: Hashable, Sendable {
  /// The day from which they hold.
  public var effectiveDate: Date?
  /// The text as HTML.
  public var content: String = ""
}

extension TermsOfService: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    effectiveDate = json.date("effective_date").map(MastodonDate.startOfDay)
    content = json.text("content")
  }
}

public struct InstanceActivity: Hashable, Sendable, Decodable {
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

  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    week = json.date("week") ?? Date(timeIntervalSince1970: 0)
    statuses = json.count("statuses")
    logins = json.count("logins")
    registrations = json.count("registrations")
  }
}
