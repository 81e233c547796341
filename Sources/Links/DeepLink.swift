/// What an address names, before any server is asked about it.
///
/// A link never acts: it opens something to be read, or something to be written and not yet sent.
public enum DeepLink: Hashable, Sendable {
  /// A text to go on writing: `howdah://compose?text=…`.
  case compose(String)
  /// A tab: `howdah://tab/home`.
  case tab(String)
  /// An account: `rook`, or `pool@shore.example`.
  case account(String)
  /// A post by its id on the current server.
  case status(String)
  /// A hashtag, without `#`.
  case tag(String)
  /// A page on the web, which the current server is asked about.
  case page(WebPage)

  /// A page on the web: where it is, and what its path says that it is.
  public struct WebPage: Hashable, Sendable {
    /// The address, checked and written anew: host as DNS has it, no fragment, nothing behind what is known.
    public var url: String
    /// The server's name, with its port where that is not the usual one.
    public var host: String
    /// What the path promises.
    public var place: Place

    /// Makes a page from an address that was checked.
    public init(url: String, host: String, place: Place) {
      self.url = url
      self.host = host
      self.place = place
    }
  }

  /// What a path promises, as Mastodon and its kin write them.
  public enum Place: Hashable, Sendable {
    /// A post, by the id in its path.
    case status(id: String)
    /// An account: `rook`, or `pool@shore.example`.
    case account(String)
    /// A hashtag, without `#`.
    case tag(String)
    /// Anything else.
    case unknown
  }

  /// Why something is not a link that can be opened here.
  public enum Refusal: Error, Hashable, Sendable {
    /// It is no address of any kind.
    case noLink(String)
    /// It is longer than any address in use.
    case tooLong
    /// It has characters that nobody sees, or white space, or a broken `%`.
    case characters
    /// Another program's kind of address.
    case scheme(String)
    /// It carries a name and a password in front of the host.
    case userInfo
    /// There is no such host.
    case host(String)
    /// Plain http to another machine.
    case plainText(String)
    /// `howdah://` with something behind it that does not exist.
    case place(String)
  }

  /// The longest link, in bytes.
  public static let maximumBytes = 8192

  /// Whether somebody who types this means a link, and not the number or id of something on the screen.
  public static func isLikely(_ word: String) -> Bool {
    guard let first = word.first else { return false }
    if first == "@" || first == "#" { return word.count > 1 }
    if word.contains("://") { return true }
    return LinkReader.scheme(of: word).map { LinkReader.ownSchemes.contains($0.name) } ?? false
  }

  /// Reads an address.
  ///
  /// - Throws: ``Refusal`` for what is not a link, or not one that is safe to open.
  public init(parsing text: String) throws(Refusal) { self = try LinkReader.link(in: text, isNested: false) }
}
