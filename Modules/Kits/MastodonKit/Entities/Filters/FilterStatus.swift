public struct FilterStatus: Hashable, Sendable, Identifiable, Codable {
  public var id: Identifier<FilterStatus>
  public var statusID: Status.ID

  public init(id: ID, statusID: Status.ID) {
    self.id = id
    self.statusID = statusID
  }

  /// Decodes a server's JSON leniently; GoToSocial calls the status `phrase`.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    statusID = try json.idIfPresent("status_id") ?? json.id("phrase")
  }

  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encode(id, forKey: "id")
    try json.encode(statusID, forKey: "status_id")
  }
}
