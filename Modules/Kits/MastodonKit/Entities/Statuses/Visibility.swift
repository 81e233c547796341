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

  /// The server's value.
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

extension Visibility {
  /// The word that people read and type; the API's `private` is `followers`, since that is who sees it.
  public var word: String { self == .private ? "followers" : rawValue }

  /// The visibility that somebody means: by its word, the API's or another in use, or a beginning that only one has.
  public init?(typed: String, among offered: [Visibility] = known) {
    let wanted = typed.lowercased()
    let names: KeyValuePairs<String, Visibility> = [
      "public": .public, "unlisted": .unlisted, "quiet": .unlisted, "followers": .private, "private": .private,
      "direct": .direct, "mentioned": .direct,
    ]
    let exact = names.first { $0.key == wanted }.map { [$0.value] }
    let meant = exact ?? (wanted.isEmpty ? [] : names.filter { $0.key.hasPrefix(wanted) }.map(\.value))
    guard let visibility = meant.first, meant.allSatisfy({ $0 == visibility }), offered.contains(visibility) else {
      return nil
    }
    self = visibility
  }
}
