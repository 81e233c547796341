/// A program with the secret that it asks for tokens with, as a server answers the one that makes itself known.
public typealias CredentialApplication = Application

extension Application {
  /// A program as a server describes it to one that has a token: without the secret.
  public struct Summary: Hashable, Sendable {
    /// The application's id.
    public var id: String
    /// The program's name.
    public var name: String
    /// The program's page.
    public var website: String?
    /// Where a sign-in may end.
    public var redirectURIs: [String]
    /// What it may ask for.
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

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = json.text(.id)
    name = json.name(.name)
    website = json.word(.website)
    redirectURIs = json.list(.redirectURIs)
    scopes = json.list(.scopes)
  }
}
