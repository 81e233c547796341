/// An application that is registered with a server, with its secret.
public struct Application: Hashable, Sendable, EncodableEntity {
  public var id = ""
  public var name: String
  public var website: String?
  public var clientID: String
  public var clientSecret: String
  public var redirectURIs: [String]
  public var scopes: [String]

  public init(
    name: String, clientID: String, clientSecret: String, redirectURIs: [String] = [], scopes: [String] = []
  ) {
    self.name = name
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURIs = redirectURIs
    self.scopes = scopes
  }

  /// Decodes a server's JSON leniently: the client id and secret are required.
  public init(_ json: Fields) throws {
    id = json.text("id")
    name = json.name("name")
    website = json.word("website")
    clientID = try json.required("client_id")
    clientSecret = try json.required("client_secret")
    scopes = json.listIfPresent("scopes") ?? json.text("scopes").split(separator: " ").map(String.init)
    redirectURIs = json.listIfPresent("redirect_uris") ?? json.word("redirect_uri").map { [$0] } ?? []
  }

  /// Encodes the application as Mastodon does, with its secret.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(name, forKey: "name")
    try json.encode(website, forKey: "website")
    try json.encode(clientID, forKey: "client_id")
    try json.encode(clientSecret, forKey: "client_secret")
    try json.encode(redirectURIs.joined(separator: "\n"), forKey: "redirect_uri")
    try json.encode(redirectURIs, forKey: "redirect_uris")
    try json.encode(scopes, forKey: "scopes")
  }
}

extension Application: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name and the client id, never the secret.
  public var description: String { "Application(\(name), clientID: \(clientID), clientSecret: redacted)" }

  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "clientID": clientID, "clientSecret": "redacted"], displayStyle: .struct)
  }
}
