public import FoundationEssentials

/// A server's extended description.
public struct ExtendedDescription: Hashable, Sendable {
  /// When it was last changed.
  public var updatedAt: Date?
  /// The text as HTML.
  public var content: String

  /// Creates a description.
  public init(updatedAt: Date? = nil, content: String = "") {
    self.updatedAt = updatedAt
    self.content = content
  }
}

extension ExtendedDescription: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case content
    case updatedAt = "updated_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    updatedAt = json.date(.updatedAt)
    content = json.text(.content)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(date: updatedAt, forKey: .updatedAt)
    try json.encode(content, forKey: .content)
  }
}

/// A server's privacy policy.
public struct PrivacyPolicy: Hashable, Sendable {
  /// When it was last changed.
  public var updatedAt: Date?
  /// The text as HTML.
  public var content: String

  /// Creates a policy.
  public init(updatedAt: Date? = nil, content: String = "") {
    self.updatedAt = updatedAt
    self.content = content
  }
}

extension PrivacyPolicy: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case content
    case updatedAt = "updated_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    updatedAt = json.date(.updatedAt)
    content = json.text(.content)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(date: updatedAt, forKey: .updatedAt)
    try json.encode(content, forKey: .content)
  }
}

/// A server's terms of service.
public struct TermsOfService: Hashable, Sendable {
  /// The day from which they hold.
  public var effectiveDate: Date?
  /// Whether they hold already.
  public var effective: Bool
  /// The text as HTML.
  public var content: String
  /// The day from which others hold in their place.
  public var succeededBy: Date?

  /// Makes terms.
  public init(effectiveDate: Date? = nil, effective: Bool = false, content: String = "", succeededBy: Date? = nil) {
    self.effectiveDate = effectiveDate
    self.effective = effective
    self.content = content
    self.succeededBy = succeededBy
  }
}

extension TermsOfService: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case effective, content
    case effectiveDate = "effective_date"
    case succeededBy = "succeeded_by"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    effectiveDate = json.date(.effectiveDate).map(MastodonDate.startOfDay)
    effective = json.flag(.effective)
    content = json.text(.content)
    succeededBy = json.date(.succeededBy).map(MastodonDate.startOfDay)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(effectiveDate.map(MastodonDate.formatDay), forKey: .effectiveDate)
    try json.encode(effective, forKey: .effective)
    try json.encode(content, forKey: .content)
    try json.encodeIfPresent(succeededBy.map(MastodonDate.formatDay), forKey: .succeededBy)
  }
}

/// A server's activity in a week.
public struct InstanceActivity: Hashable, Sendable {
  /// The week's first moment.
  public var week: Date
  /// How many statuses were posted.
  public var statuses: Int
  /// The number of accounts that signed in.
  public var logins: Int
  /// The number of new accounts.
  public var registrations: Int

  /// Creates a week.
  public init(week: Date, statuses: Int = 0, logins: Int = 0, registrations: Int = 0) {
    self.week = week
    self.statuses = statuses
    self.logins = logins
    self.registrations = registrations
  }
}

extension InstanceActivity: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case week, statuses, logins, registrations
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    week = json.date(.week) ?? Date(timeIntervalSince1970: 0)
    statuses = json.count(.statuses)
    logins = json.count(.logins)
    registrations = json.count(.registrations)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(String(MastodonDate.wholeSeconds(week)), forKey: .week)
    try json.encode(String(statuses), forKey: .statuses)
    try json.encode(String(logins), forKey: .logins)
    try json.encode(String(registrations), forKey: .registrations)
  }
}

/// Whether a server works.
public struct Health: Hashable, Sendable {
  /// The server's value; `OK` if it is healthy.
  public var status: String

  /// Creates an answer.
  public init(status: String = "") {
    self.status = status
  }
}

extension Health: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case status
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    status = json.text(.status)
  }
}
