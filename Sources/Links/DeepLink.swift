/// The target of a link, before any server is asked about it.
///
/// A link never changes anything: it opens something to read, or a text to edit.
public enum DeepLink: Hashable, Sendable {
  /// Text for a new post: `howdah://compose?text=…`.
  case compose(String)
  /// A tab: `howdah://tab/home`.
  case tab(String)
  /// An account: `rook`, or `pool@shore.example`.
  case account(String)
  /// A post by its id on the current server.
  case status(String)
  /// A hashtag, without `#`.
  case tag(String)
  /// A web page, which the current server is asked about.
  case page(WebPage)

  /// A web page: its URL, and what its path refers to.
  public struct WebPage: Hashable, Sendable {
    /// The URL in normal form: host as in DNS, no fragment, nothing after a known path.
    public var url: String
    /// The server's name, with its port if it is not the default.
    public var host: String
    /// The place that the path refers to.
    public var place: Place

    /// The id of the collection of accounts that it shows; `nil` for another page.
    public var collection: String? {
      let steps = url.split(separator: "/").dropFirst(2)
      guard steps.count == 2, steps.first == "collections", let id = steps.last, id.allSatisfy(\.isNumber) else {
        return nil
      }
      return String(id)
    }
  }

  /// The place that a path refers to, as Mastodon and similar software write it.
  public enum Place: Hashable, Sendable {
    /// A post, by the id in its path.
    case status(id: String)
    /// An account: `rook`, or `pool@shore.example`.
    case account(String)
    /// A hashtag, without `#`.
    case tag(String)
    case unknown
  }

  /// Why a link cannot be opened.
  public enum Refusal: Error, Hashable, Sendable {
    case noLink(String)
    /// It is longer than the limit.
    case tooLong
    /// It contains invisible characters, white space or an invalid `%` escape.
    case characters
    case scheme(String)
    /// It has a user name before the host.
    case userInfo
    case host(String)
    /// It is plain http to another machine.
    case plainText(String)
    /// It is `howdah://` with an unknown target.
    case place(String)
  }

  public static let maximumBytes = 8192

  /// Whether a word is probably a link, and not the number or id of something on the screen.
  public static func isLikely(_ word: String) -> Bool {
    guard let first = word.first else { return false }
    if first == "@" || first == "#" { return word.count > 1 }
    if word.contains("://") { return true }
    return LinkReader.scheme(of: word).map { LinkReader.ownSchemes.contains($0.name) } ?? false
  }

  /// Parses a link.
  ///
  /// - Throws: ``Refusal`` for what is not a link, or not a safe one.
  public init(parsing text: String) throws(Refusal) { self = try LinkReader.link(in: text, isNested: false) }
}
