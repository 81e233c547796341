public enum QuotePolicy: OpenEnum {
  case `public`
  case followers
  case nobody
  case unknown(String)

  public static let names: KeyValuePairs<QuotePolicy, String> = [
    .public: "public", .followers: "followers", .nobody: "nobody",
  ]
}
