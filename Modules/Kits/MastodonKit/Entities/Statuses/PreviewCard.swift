public import FoundationEssentials

public struct PreviewCard: Hashable, Sendable, EncodableEntity {
  public var url: String
  public var title: String
  public var description: String
  public var kind: Kind
  public var authors: [Author]
  public var providerName: String
  public var providerURL: String
  public var image: String?
  public var imageDescription = ""
  /// A blurhash to show before the image is loaded.
  public var blurhash: String?
  /// The language of the page, as a code of ISO 639.
  public var language: String?
  public var publishedAt: Date?
  /// Whether the page names an account as its author that has not confirmed it.
  public var missingAttribution = false

  public init(
    url: String, title: String, description: String = "", kind: Kind = .link, authors: [Author] = [],
    providerName: String = "", providerURL: String = "", image: String? = nil
  ) {
    self.url = url
    self.title = title
    self.description = description
    self.kind = kind
    self.authors = authors
    self.providerName = providerName
    self.providerURL = providerURL
    self.image = image
  }

  public enum Kind: OpenEnum {
    case link
    case photo
    case video
    /// A page with embedded content.
    case rich
    case unknown(String)

    public static let names: KeyValuePairs<Kind, String> = [
      .link: "link", .photo: "photo", .video: "video", .rich: "rich",
    ]
  }

  public struct Author: Hashable, Sendable {
    public var name: String
    public var url: String = ""
    @Indirect public var account: Account? = nil
  }

  /// Decodes a server's JSON leniently; an older single author becomes the only one.
  public init(_ json: Fields) throws {
    url = try json.required("url")
    title = json.name("title")
    description = json.text("description")
    kind = json.choice("type") ?? .link
    authors = json.list("authors")
    if authors.isEmpty, let name = json.nameIfPresent("author_name") {
      authors = [Author(name: name, url: json.text("author_url"))]
    }
    providerName = json.name("provider_name")
    providerURL = json.text("provider_url")
    image = json.word("image")
    imageDescription = json.text("image_description")
    blurhash = json.word("blurhash")
    language = json.word("language")
    publishedAt = json.date("published_at")
    missingAttribution = json.flag("missing_attribution")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(url, forKey: "url")
    try json.encode(title, forKey: "title")
    try json.encode(description, forKey: "description")
    try json.encode(kind, forKey: "type")
    try json.encode(authors, forKey: "authors")
    try json.encode(authors.first?.name ?? "", forKey: "author_name")
    try json.encode(authors.first?.url ?? "", forKey: "author_url")
    try json.encode(providerName, forKey: "provider_name")
    try json.encode(providerURL, forKey: "provider_url")
    try json.encode(image, forKey: "image")
    try json.encode(blurhash, forKey: "blurhash")
    if !imageDescription.isEmpty { try json.encode(imageDescription, forKey: "image_description") }
    try json.encodeIfPresent(language, forKey: "language")
    try json.encodeIfPresent(date: publishedAt, forKey: "published_at")
    if missingAttribution { try json.encode(true, forKey: "missing_attribution") }
  }
}

extension PreviewCard.Author: EncodableEntity {
  public init(_ json: Fields) throws {
    name = json.name("name")
    url = json.text("url")
    account = json.entity("account")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(name, forKey: "name")
    try json.encode(url, forKey: "url")
    try json.encode(account, forKey: "account")
  }
}
