/// What a linked page says about itself.
public struct PreviewCard: Hashable, Sendable {
  /// The page.
  public var url: String
  /// The page's title.
  public var title: String
  /// The page in a sentence or two.
  public var description: String
  /// What kind of page it is.
  public var kind: Kind
  /// Who wrote it.
  public var authors: [Author]
  /// Who published it.
  public var providerName: String
  /// The publisher's page.
  public var providerURL: String
  /// A picture of it.
  public var image: String?

  /// Makes a card.
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

  /// What a card can point to.
  public enum Kind: OpenEnum {
    /// A page.
    case link
    /// A picture.
    case photo
    /// A film.
    case video
    /// A page that would like to be embedded.
    case rich
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds with a name.
    public static let known: [Kind] = [.link, .photo, .video, .rich]

    /// The server's word.
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

  /// Somebody who wrote a page.
  public struct Author: Hashable, Sendable {
    /// The author's name.
    public var name: String
    /// The author's page.
    public var url: String

    /// Makes an author.
    public init(name: String, url: String = "") {
      self.name = name
      self.url = url
    }
  }
}

extension PreviewCard: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, title, description, type, authors, html, width, height, image, blurhash
    case authorName = "author_name"
    case authorURL = "author_url"
    case providerName = "provider_name"
    case providerURL = "provider_url"
    case embedURL = "embed_url"
  }

  /// Reads what a server sent, leniently; the older single author becomes the only one.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    url = try json.decode(String.self, forKey: .url)
    title = json.text(.title)
    description = json.text(.description)
    kind = json.choice(.type) ?? .link
    authors = json.list(.authors)
    if authors.isEmpty, let name = json.word(.authorName) {
      authors = [Author(name: name, url: json.text(.authorURL))]
    }
    providerName = json.text(.providerName)
    providerURL = json.text(.providerURL)
    image = json.word(.image)
  }

  /// Writes the card as Mastodon does, without anything to embed.
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
    try json.encode("", forKey: .html)
    try json.encode(0, forKey: .width)
    try json.encode(0, forKey: .height)
    try json.encode(image, forKey: .image)
    try json.encode("", forKey: .embedURL)
    try json.encodeNil(forKey: .blurhash)
  }
}

extension PreviewCard.Author: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, url, account
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = json.text(.name)
    url = json.text(.url)
  }

  /// Writes the author as Mastodon does where it knows no account of theirs.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(url, forKey: .url)
    try json.encodeNil(forKey: .account)
  }
}
