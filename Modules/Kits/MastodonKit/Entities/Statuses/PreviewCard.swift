public import FoundationEssentials

/// A preview of a linked page.
public struct PreviewCard: Hashable, Sendable {
  /// The URL of the page.
  public var url: String
  /// The page's title.
  public var title: String
  /// A short description.
  public var description: String
  /// The kind of page.
  public var kind: Kind
  /// The authors.
  public var authors: [Author]
  /// The publisher's name.
  public var providerName: String
  /// The publisher's page.
  public var providerURL: String
  /// The URL of an image.
  public var image: String?
  /// The image's alt text.
  public var imageDescription: String
  /// A blurhash to show before the image is loaded.
  public var blurhash: String?
  /// The language of the page, as a code of ISO 639.
  public var language: String?
  /// When it was published.
  public var publishedAt: Date?
  /// Whether the page names an author who has not confirmed it.
  public var missingAttribution: Bool?
  /// Embedded content.
  public var embed: Embed?

  /// Creates a card.
  public init(
    url: String, title: String, description: String = "", kind: Kind = .link, authors: [Author] = [],
    providerName: String = "", providerURL: String = "", image: String? = nil, imageDescription: String = "",
    blurhash: String? = nil, language: String? = nil, publishedAt: Date? = nil, missingAttribution: Bool? = nil,
    embed: Embed? = nil
  ) {
    self.url = url
    self.title = title
    self.description = description
    self.kind = kind
    self.authors = authors
    self.providerName = providerName
    self.providerURL = providerURL
    self.image = image
    self.imageDescription = imageDescription
    self.blurhash = blurhash
    self.language = language
    self.publishedAt = publishedAt
    self.missingAttribution = missingAttribution
    self.embed = embed
  }

  /// The kind of a card.
  public enum Kind: OpenEnum {
    /// A page.
    case link
    /// An image.
    case photo
    /// A video.
    case video
    /// A page with embedded content.
    case rich
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds with a name.
    public static let known: [Kind] = [.link, .photo, .video, .rich]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .link: "link"
      case .photo: "photo"
      case .video: "video"
      case .rich: "rich"
      case .unknown(let word): word
      }
    }
  }

  /// An author of a page.
  public struct Author: Hashable, Sendable {
    /// The author's name.
    public var name: String
    /// The author's page.
    public var url: String
    /// The author's account, if there is one.
    @Indirect public var account: Account? = nil

    /// Creates an author.
    public init(name: String, url: String = "", account: Account? = nil) {
      self.name = name
      self.url = url
      self.account = account
    }
  }

  /// Embedded content of a page.
  public struct Embed: Hashable, Sendable {
    /// The HTML; empty if there is none.
    public var html: String
    /// The URL of the content; empty if there is none.
    public var url: String
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates embedded content.
    public init(html: String = "", url: String = "", width: Int = 0, height: Int = 0) {
      self.html = html
      self.url = url
      self.width = width
      self.height = height
    }
  }
}

extension PreviewCard: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case url, title, description, type, authors, html, width, height, image, blurhash, language
    case imageDescription = "image_description"
    case publishedAt = "published_at"
    case missingAttribution = "missing_attribution"
    case authorName = "author_name"
    case authorURL = "author_url"
    case providerName = "provider_name"
    case providerURL = "provider_url"
    case embedURL = "embed_url"
  }

  /// Decodes a server's JSON leniently; an older single author becomes the only one.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    url = try json.required(.url)
    title = json.name(.title)
    description = json.text(.description)
    kind = json.choice(.type) ?? .link
    authors = json.list(.authors)
    if authors.isEmpty, let name = json.nameIfPresent(.authorName) {
      authors = [Author(name: name, url: json.text(.authorURL))]
    }
    providerName = json.name(.providerName)
    providerURL = json.text(.providerURL)
    image = json.word(.image)
    imageDescription = json.text(.imageDescription)
    blurhash = json.word(.blurhash)
    language = json.word(.language)
    publishedAt = json.date(.publishedAt)
    missingAttribution = json.answer(.missingAttribution)
    let embed = Embed(
      html: json.text(.html), url: json.text(.embedURL), width: json.count(.width), height: json.count(.height))
    self.embed = embed == Embed() ? nil : embed
  }

  /// Encodes the card as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(url, forKey: .url)
    try json.encode(title, forKey: .title)
    try json.encode(description, forKey: .description)
    try json.encode(kind, forKey: .type)
    try json.encode(authors, forKey: .authors)
    try json.encode(authors.first?.name ?? "", forKey: .authorName)
    try json.encode(authors.first?.url ?? "", forKey: .authorURL)
    try json.encode(providerName, forKey: .providerName)
    try json.encode(providerURL, forKey: .providerURL)
    try json.encode(embed?.html ?? "", forKey: .html)
    try json.encode(embed?.width ?? 0, forKey: .width)
    try json.encode(embed?.height ?? 0, forKey: .height)
    try json.encode(image, forKey: .image)
    try json.encode(embed?.url ?? "", forKey: .embedURL)
    try json.encode(blurhash, forKey: .blurhash)
    if !imageDescription.isEmpty { try json.encode(imageDescription, forKey: .imageDescription) }
    try json.encodeIfPresent(language, forKey: .language)
    try json.encodeIfPresent(date: publishedAt, forKey: .publishedAt)
    try json.encodeIfPresent(missingAttribution, forKey: .missingAttribution)
  }
}

extension PreviewCard.Author: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, url, account
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = json.name(.name)
    url = json.text(.url)
    account = json.entity(.account)
  }

  /// Encodes the author as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(url, forKey: .url)
    try json.encode(account, forKey: .account)
  }
}
