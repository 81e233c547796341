internal import FoundationEssentials
internal import MastodonKit

/// A response as the server sends it.
public struct RawResponse: Hashable, Sendable {
  /// The body.
  public var body: String
  /// The path and query of the next page; `nil` at the end, and for what has no pages.
  public var next: String?
}

extension Endpoint where Response == RawResponse {
  /// Any request, with the account's token.
  ///
  /// - Parameters:
  ///   - path: The path, with a query if there is one: `/api/v2/search?q=canal`.
  ///   - fields: Sent in the query by `GET`, else in the body.
  public static func raw(_ method: HTTPRequest.Method, _ path: String, fields: [Field] = []) -> Endpoint {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? FormEncoding.decode(parts[1]) : []
    return Endpoint(
      method, String(parts[0]), arguments: [], query: method == .get ? query + fields : query,
      body: method == .get || fields.isEmpty ? nil : .form(fields), access: .account, scope: nil,
      operation: "send \(method.rawValue) \(parts[0])"
    ) { response, context in
      // A JSON document that was cut off must not be taken for a whole one.
      if isJSON(response) { _ = try JSONDecoder().decode(AnyJSON.self, from: response.body) }
      let links = response.headers.filter { $0.name.lowercased() == "link" }.map(\.value)
      let next = LinkHeader(links, host: context.server.host).older.map { cursor in
        let place = cursor.query.map(FormEncoding.decode) ?? [Field("max_id", cursor.value)]
        let kept = (query + fields).filter { field in !place.contains { $0.name == field.name } }
        return "\(parts[0])?\(FormEncoding.encode(kept + place))"
      }
      return RawResponse(body: String(decoding: response.body, as: UTF8.self), next: next)
    }
  }

  /// Whether the server says that the response is JSON, or it begins like that.
  private static func isJSON(_ response: HTTPResponse) -> Bool {
    guard let first = response.body.first(where: { $0 > 0x20 }) else { return false }
    let type = response.headers.last { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
    return "[{".utf8.contains(first) || type.contains("json")
  }

  /// JSON of which only the syntax matters.
  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
  }
}
