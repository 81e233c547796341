public import FoundationEssentials

/// A program as a server knows it, with the secret that it asks for tokens with.
public struct Application: Hashable, Sendable {
  /// The application's id.
  public var id: String
  /// The program's name.
  public var name: String
  /// The program's page.
  public var website: String?
  /// The public half of its credentials.
  public var clientID: String
  /// The secret half of its credentials.
  public var clientSecret: String
  /// Where a sign-in may end.
  public var redirectURIs: [String]
  /// What it may ask for.
  public var scopes: [String]
  /// When the secret half ends; nil for one that stays.
  public var clientSecretExpiresAt: Date?

  /// Creates an application.
  public init(
    id: String = "", name: String, website: String? = nil, clientID: String, clientSecret: String,
    redirectURIs: [String] = [], scopes: [String] = [], clientSecretExpiresAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.website = website
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURIs = redirectURIs
    self.scopes = scopes
    self.clientSecretExpiresAt = clientSecretExpiresAt
  }
}

extension Application: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name and the public half of the credentials, never the secret.
  public var description: String { "Application(\(name), clientID: \(clientID), clientSecret: redacted)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The parts that may be shown, so that a dump does not tell the secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "clientID": clientID, "clientSecret": "redacted"], displayStyle: .struct)
  }
}

extension Application: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, website, scopes
    case clientID = "client_id"
    case clientSecret = "client_secret"
    case clientSecretExpiresAt = "client_secret_expires_at"
    case redirectURI = "redirect_uri"
    case redirectURIs = "redirect_uris"
  }

  /// Reads what a server sent, leniently: both halves of the credentials are required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = json.text(.id)
    name = json.name(.name)
    website = json.word(.website)
    clientID = try json.required(.clientID)
    clientSecret = try json.required(.clientSecret)
    clientSecretExpiresAt = json.date(.clientSecretExpiresAt)
    scopes = json.listIfPresent(.scopes) ?? json.text(.scopes).split(separator: " ").map(String.init)
    redirectURIs = json.listIfPresent(.redirectURIs) ?? json.word(.redirectURI).map { [$0] } ?? []
  }

  /// Writes the application as Mastodon does, with its secret.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(name, forKey: .name)
    try json.encode(website, forKey: .website)
    try json.encode(clientID, forKey: .clientID)
    try json.encode(clientSecret, forKey: .clientSecret)
    try json.encode(clientSecretExpiresAt.map(MastodonDate.wholeSeconds) ?? 0, forKey: .clientSecretExpiresAt)
    try json.encode(redirectURIs.joined(separator: "\n"), forKey: .redirectURI)
    try json.encode(redirectURIs, forKey: .redirectURIs)
    try json.encode(scopes, forKey: .scopes)
  }
}
