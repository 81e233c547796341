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

  public static let names: KeyValuePairs<QuotePolicy, String> = [
    .public: "public", .followers: "followers", .nobody: "nobody",
  ]
}
