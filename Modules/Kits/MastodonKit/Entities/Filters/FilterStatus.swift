/// A single status that a filter is about.
public struct FilterStatus: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<FilterStatus>

  /// The entry's id.
  public var id: ID
  /// The status.
  public var statusID: Status.ID

  /// Creates an entry of a filter.
  public init(id: ID, statusID: Status.ID) {
    self.id = id
    self.statusID = statusID
  }
}

extension FilterStatus: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case statusID = "status_id"
  }

  /// The names that only other servers than Mastodon use.
  private enum ForeignKeys: String, CodingKey {
    case phrase
  }

  /// Decodes a server's JSON leniently; GoToSocial calls the status `phrase`.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    statusID = try json.idIfPresent(.statusID) ?? decoder.fields(ForeignKeys.self).id(.phrase)
  }
}

/// A keyword of a filter.
public typealias FilterKeyword = Filter.Keyword
