public import MastodonKit

extension Endpoint where Response == SearchResults {
  /// Lets the server look up an address or a URL, on other servers too.
  public static func resolve(_ query: String) -> Endpoint {
    Endpoint(
      .get, "/api/v2/search", query: [Field("q", query), Field("resolve", "true"), Field("limit", "5")],
      access: .account, operation: "find \(query)")
  }
}
