/// Who may see a status.
public enum Visibility: OpenEnum {
  /// Everybody, and it appears in public timelines.
  case `public`
  /// Everybody who comes across it; it appears in no public timeline.
  case unlisted
  /// The author's followers.
  case `private`
  /// The accounts that it mentions.
  case direct
  /// A word of the server's own, such as Akkoma's `local` or GoToSocial's `mutuals_only`.
  case unknown(String)

  /// The four that every server has, widest first.
  public static let known: [Visibility] = [.public, .unlisted, .private, .direct]

  /// The server's word.
  public var rawValue: String {
    switch self {
    case .public: "public"
    case .unlisted: "unlisted"
    case .private: "private"
    case .direct: "direct"
    case .unknown(let word): word
    }
  }
}
