/// Who may quote a status.
public enum QuotePolicy: OpenEnum {
  /// Everybody.
  case `public`
  /// The author's followers.
  case followers
  /// Only the author.
  case nobody
  /// A policy that this version does not know.
  case unknown(String)

  public static let known: [QuotePolicy] = [.public, .followers, .nobody]

  public var rawValue: String {
    switch self {
    case .public: "public"
    case .followers: "followers"
    case .nobody: "nobody"
    case .unknown(let word): word
    }
  }
}
