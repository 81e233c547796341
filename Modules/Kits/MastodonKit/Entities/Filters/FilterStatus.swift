public struct FilterStatus: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<FilterStatus>
  public var statusID: Status.ID

  public init(id: ID, statusID: Status.ID) {
    self.id = id
    self.statusID = statusID
  }

  /// Decodes a server's JSON leniently; GoToSocial calls the status `phrase`.
  public init(_ json: Fields) throws {
    id = try json.id("id")
    statusID = try json.idIfPresent("status_id") ?? json.id("phrase")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(statusID, forKey: "status_id")
  }
}
