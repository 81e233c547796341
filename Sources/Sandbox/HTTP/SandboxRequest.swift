import MastodonKit

/// An HTTP request, from a socket or from within the process.
public struct SandboxRequest: Sendable, Equatable {
  /// The method in capitals.
  public var method: String
  /// The path without the query, not decoded.
  public var path: String
  /// The query without its question mark, not decoded.
  public var query: String
  /// The headers in the order they were sent.
  public var headers: SandboxHeaders
  /// The body, empty if there is none.
  public var body: [UInt8]
  /// Whether it came through TLS.
  var isSecure = false

  /// Creates a request from a target such as `/api/v1/timelines/home?limit=5`.
  public init(_ method: String, _ target: String, headers: SandboxHeaders = [:], body: [UInt8] = []) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    self.path = String(parts.first ?? "/")
    self.query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers
    self.body = body
  }

  public static func get(_ target: String, token: String? = nil) -> SandboxRequest {
    SandboxRequest("GET", target, headers: SandboxHeaders(token: token))
  }

  /// Creates a POST request with a form and a token.
  public static func post(
    _ target: String, form: KeyValuePairs<String, String> = [:], token: String? = nil
  ) -> SandboxRequest {
    SandboxRequest("POST", target, form: form, token: token)
  }

  public init(_ method: String, _ target: String, form: KeyValuePairs<String, String>, token: String? = nil) {
    self.init(method, target, headers: SandboxHeaders(token: token))
    headers.append("Content-Type", "application/x-www-form-urlencoded")
    let pairs = form.map { PercentCoding.encode($0.key) + "=" + PercentCoding.encode($0.value) }
    body = Array(pairs.joined(separator: "&").utf8)
  }
}

/// The headers of a request or response, in order; names are case-insensitive.
public struct SandboxHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  public struct Field: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public private(set) var fields: [Field]

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Creates an `Authorization` header.
  public init(token: String?) {
    fields = []
    if let token { append("Authorization", "Bearer \(token)") }
  }

  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  public subscript(_ name: String) -> String? {
    let wanted = name.utf8
    return fields.first { field in
      field.name.utf8.count == wanted.count
        && zip(field.name.utf8, wanted).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
    }?.value
  }
}

public struct SandboxResponse: Sendable, Equatable {
  public var status: Int = 200
  /// The headers in the order they are sent.
  public var headers: SandboxHeaders = [:]
  /// The body, empty if there is none.
  public var body: [UInt8] = []

  public var text: String { String(decoding: body, as: UTF8.self) }

  static func json(status: Int = 200, _ write: (inout JSONWriter) throws -> Void) rethrows -> SandboxResponse {
    SandboxResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: try JSONWriter.bytes(write))
  }

  static func json(_ value: some JSONValue) -> SandboxResponse { .json { value.write(to: &$0) } }

  static func object(status: Int = 200, _ write: (inout JSONWriter) throws -> Void) rethrows -> SandboxResponse {
    try .json(status: status) { try $0.object(write) }
  }

  static func html(_ page: String, status: Int = 200) -> SandboxResponse {
    SandboxResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ], body: Array(page.utf8))
  }

  /// `{}`, the response of many of Mastodon's endpoints without a result.
  static let emptyObject = SandboxResponse.object { _ in }

  func adding(_ name: String, _ value: String) -> SandboxResponse {
    var response = self
    response.headers.append(name, value)
    return response
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }
}
