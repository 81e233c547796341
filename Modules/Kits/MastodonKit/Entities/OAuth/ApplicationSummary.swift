/// An application with its secret, as a server returns it after registration.
public typealias CredentialApplication = Application

extension Application {
  /// An application without its secret, as a server returns it for a token.
  public struct Summary: Hashable, Sendable {
    /// The application's id.
    public var id: String
    /// The application's name.
    public var name: String
    /// The application's website.
    public var website: String?
    /// The allowed redirect URIs.
    public var redirectURIs: [String]
    /// The scopes that it may request.
    public var scopes: [String]

    /// Creates a summary.
    public init(
      id: String = "", name: String, website: String? = nil, redirectURIs: [String] = [], scopes: [String] = []
    ) {
      self.id = id
      self.name = name
      self.website = website
      self.redirectURIs = redirectURIs
      self.scopes = scopes
    }
  }
}

extension Application.Summary: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, website, scopes
    case redirectURIs = "redirect_uris"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = json.text(.id)
    name = json.name(.name)
    website = json.word(.website)
    redirectURIs = json.list(.redirectURIs)
    scopes = json.list(.scopes)
  }
}
