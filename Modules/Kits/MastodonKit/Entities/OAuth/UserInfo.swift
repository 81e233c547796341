/// The signed-in account according to OpenID Connect.
public struct UserInfo: Hashable, Sendable {
  /// The server.
  public var issuer: String?
  /// The account's URI, the same on every server.
  public var subject: String
  /// The display name.
  public var name: String
  /// The name without a host.
  public var preferredUsername: String
  /// The account's page.
  public var profile: String?
  /// The URL of the avatar.
  public var picture: String?

  /// Creates an answer.
  public init(
    issuer: String? = nil, subject: String, name: String = "", preferredUsername: String = "", profile: String? = nil,
    picture: String? = nil
  ) {
    self.issuer = issuer
    self.subject = subject
    self.name = name
    self.preferredUsername = preferredUsername
    self.profile = profile
    self.picture = picture
  }
}

extension UserInfo: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, profile, picture
    case issuer = "iss"
    case subject = "sub"
    case preferredUsername = "preferred_username"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    issuer = json.word(.issuer)
    subject = try json.required(.subject)
    name = json.name(.name)
    preferredUsername = json.name(.preferredUsername)
    profile = json.word(.profile)
    picture = json.word(.picture)
  }
}
