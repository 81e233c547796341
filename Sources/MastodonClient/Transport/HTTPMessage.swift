public import FoundationEssentials

/// One name and its value, in a query, a form or a header.
public struct Field: Hashable, Sendable {
  /// The name, without encoding.
  public var name: String
  /// The value, without encoding.
  public var value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request to one server: what is asked, not where.
public struct HTTPRequest: Hashable, Sendable {
  /// What is to be done.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Creates or acts.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes in part.
    case patch = "PATCH"
    /// Takes away.
    case delete = "DELETE"
  }

  /// What is to be done.
  public var method: Method
  /// The path, percent-encoded, beginning with a slash.
  public var path: String
  /// What stands behind the path, in order.
  public var query: [Field]
  /// The headers, among them the token where one is sent.
  public var headers: [Field]
  /// What is sent along.
  public var body: Data?

  /// Makes a request.
  public init(method: Method, path: String, query: [Field] = [], headers: [Field] = [], body: Data? = nil) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The path and the query as they stand in the first line of the request.
  public var target: String { Self.target(path, query) }

  /// The value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? { headers.first(named: name) }

  static func target(_ path: String, _ query: [Field]) -> String {
    query.isEmpty ? path : path + "?" + FormEncoding.encode(query)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the target; never headers or body, since both can carry secrets.
  public var description: String { "\(method.rawValue) \(target)" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The parts that may be shown, so that a dump does not tell a secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method.rawValue, "target": target], displayStyle: .struct)
  }
}

/// A server's whole answer.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: [Field]
  /// The body, uncompressed.
  public var body: Data

  /// Makes an answer.
  public init(status: Int, headers: [Field] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? { headers.first(named: name) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and the size; never the body, since it can carry a token.
  public var description: String { "\(status), \(body.count) bytes" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The parts that may be shown, so that a dump does not tell a secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "bytes": body.count], displayStyle: .struct)
  }
}

extension [Field] {
  /// The first value of this name in any case; ASCII, as header names are.
  func first(named name: String) -> String? {
    first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }?.value
  }
}
