/// A hashtag, as a status carries it or as a search finds it.
public struct Tag: Hashable, Sendable, Identifiable {
  /// The word without `#`.
  public var name: String
  /// The tag's page.
  public var url: String?
  /// Whether the signed-in account follows it, where the server says so.
  public var following: Bool?

  /// The name, without regard to case.
  public var id: String { name.lowercased() }

  /// Makes a tag.
  public init(name: String, url: String? = nil, following: Bool? = nil) {
    self.name = name
    self.url = url
    self.following = following
  }
}

extension Tag: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, url, following
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = try json.decode(String.self, forKey: .name)
    url = json.word(.url)
    following = json.answer(.following)
  }
}
