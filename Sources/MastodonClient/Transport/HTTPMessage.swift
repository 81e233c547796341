public import FoundationEssentials
public import MastodonKit

public typealias Field = RequestField

/// A request without its server.
public struct HTTPRequest: Hashable, Sendable {
  public typealias Method = RequestMethod

  public var method: Method
  /// The path, percent-encoded, with a leading slash.
  public var path: String
  /// The query parameters, in order.
  public var query: [Field]
  /// The headers, including the token if one is sent.
  public var headers: [Field]
  public var body: Data?
  /// Whether it may be sent over a connection that was used before and that the server may have closed.
  var mayReuseConnection = false
  /// Its endpoint, for a dry run.
  var outline: RequestOutline?

  public init(method: Method, path: String, query: [Field] = [], headers: [Field] = [], body: Data? = nil) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The path and query, as in the request line.
  public var target: String { Self.target(path, query) }

  /// Returns the value of a header; names are case-insensitive.
  public func header(_ name: String) -> String? { headers.first(named: name) }

  static func target(_ path: String, _ query: [Field]) -> String {
    query.isEmpty ? path : path + "?" + FormEncoding.encode(query)
  }

  public static func == (one: HTTPRequest, other: HTTPRequest) -> Bool {
    one.method == other.method && one.path == other.path && one.query == other.query && one.headers == other.headers
      && one.body == other.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(target)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the target; never headers or body, since both can carry secrets.
  public var description: String { "\(method.rawValue) \(target)" }

  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method.rawValue, "target": target], displayStyle: .struct)
  }
}

public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: [Field]
  /// The body, uncompressed.
  public var body: Data

  public init(status: Int, headers: [Field] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of a header; names are case-insensitive.
  public func header(_ name: String) -> String? { headers.first(named: name) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and the size; never the body, which can contain a token.
  public var description: String { "\(status), \(body.count) bytes" }

  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "bytes": body.count], displayStyle: .struct)
  }
}

extension [Field] {
  /// The first value with this name, ignoring ASCII case.
  func first(named name: String) -> String? {
    first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }?.value
  }
}
