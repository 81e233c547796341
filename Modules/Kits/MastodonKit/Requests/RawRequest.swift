/// A name and a value in a query, a form or a header.
public struct RequestField: Hashable, Sendable {
  /// The name, without encoding.
  public var name: String
  /// The value, without encoding.
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

public enum RequestMethod: String, CaseIterable, Hashable, Sendable {
  // The names of HTTP.
  case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
}

/// A request that the user writes out.
public struct RawRequest: Hashable, Sendable {
  public var method: RequestMethod
  /// The path, with a query if there is one: `/api/v2/search?q=canal`; variable parts as `:name`.
  public var path: String
  /// The values of the variable parts, in order, not encoded.
  public var arguments: [String]
  /// Sent in the query by `GET`, else in the body.
  public var fields: [RequestField]
  /// The body, JSON unless a header says otherwise; `nil` for that of the fields.
  public var body: [UInt8]?
  /// The paths of files to upload, each with the name of its field.
  public var files: [RequestField]
  /// Further headers, which replace those that are sent otherwise.
  public var headers: [RequestField]

  public init(
    _ method: RequestMethod, _ path: String, arguments: [String] = [], fields: [RequestField] = [],
    body: [UInt8]? = nil, files: [RequestField] = [], headers: [RequestField] = []
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.fields = fields
    self.body = body
    self.files = files
    self.headers = headers
  }
}

/// A response as the server sends it, whether or not the request succeeded.
public struct RawResponse: Hashable, Sendable {
  public var status: Int
  /// The MIME type, if the server names one.
  public var type: String?
  public var body: [UInt8]
  /// The server's reason in one line; empty if it gives none.
  public var reason: String
  /// The path and query of the next page; `nil` at the end, and for what has no pages.
  public var next: String?

  public init(status: Int = 200, type: String? = nil, body: [UInt8], reason: String = "", next: String? = nil) {
    self.status = status
    self.type = type
    self.body = body
    self.reason = reason
    self.next = next
  }
}
