/// How another website embeds a status.
public struct OEmbed: Hashable, Sendable {
  /// The kind; `rich`.
  public var kind: String
  /// The version of OEmbed.
  public var version: String
  /// The status in one line.
  public var title: String
  /// The author's name.
  public var authorName: String
  /// The author's page.
  public var authorURL: String
  /// The server's host.
  public var providerName: String
  /// The server's page.
  public var providerURL: String
  /// The number of seconds for which it may be cached.
  public var cacheAge: Int
  /// The HTML to embed.
  public var html: String
  /// The width.
  public var width: Int?
  /// The height; `nil` if it depends on the content.
  public var height: Int?

  /// Creates a description.
  public init(
    kind: String = "", version: String = "", title: String = "", authorName: String = "", authorURL: String = "",
    providerName: String = "", providerURL: String = "", cacheAge: Int = 0, html: String = "", width: Int? = nil,
    height: Int? = nil
  ) {
    self.kind = kind
    self.version = version
    self.title = title
    self.authorName = authorName
    self.authorURL = authorURL
    self.providerName = providerName
    self.providerURL = providerURL
    self.cacheAge = cacheAge
    self.html = html
    self.width = width
    self.height = height
  }
}

extension OEmbed: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case version, title, html, width, height
    case kind = "type"
    case authorName = "author_name"
    case authorURL = "author_url"
    case providerName = "provider_name"
    case providerURL = "provider_url"
    case cacheAge = "cache_age"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    kind = json.text(.kind)
    version = json.text(.version)
    title = json.name(.title)
    authorName = json.name(.authorName)
    authorURL = json.text(.authorURL)
    providerName = json.name(.providerName)
    providerURL = json.text(.providerURL)
    cacheAge = json.count(.cacheAge)
    html = json.text(.html)
    width = json.integer(.width)
    height = json.integer(.height)
  }
}
