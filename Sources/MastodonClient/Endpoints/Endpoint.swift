public import FoundationEssentials
internal import MastodonKit

/// One thing that a server can be asked, as a value: what is sent and how the answer is read.
///
/// The endpoints of an API area are static functions in the file of that area; an endpoint knows no server and no token.
public struct Endpoint<Response: Sendable>: Sendable {
  /// What is to be done.
  public var method: HTTPRequest.Method
  /// The path, percent-encoded.
  public var path: String
  /// What stands behind the path.
  public var query: [Field]
  /// What is sent along.
  public var body: EndpointBody?
  /// Headers of this endpoint alone, such as `Idempotency-Key`.
  public var headers: [Field]
  /// Whether a token is sent.
  public var access: EndpointAccess
  /// What it does, in words that follow "could not": "load the home timeline".
  public var operation: String
  /// How the answer is read; it throws for what cannot be read.
  public var read: @Sendable (HTTPResponse) throws -> Response

  /// Makes an endpoint.
  public init(
    _ method: HTTPRequest.Method, _ path: String, query: [Field] = [], body: EndpointBody? = nil,
    headers: [Field] = [], access: EndpointAccess, operation: String,
    read: @escaping @Sendable (HTTPResponse) throws -> Response
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.headers = headers
    self.access = access
    self.operation = operation
    self.read = read
  }
}

/// What is sent along with a request.
public enum EndpointBody: Hashable, Sendable {
  /// Fields, percent-encoded.
  case form([Field])
  /// JSON.
  case json(Data)
}

/// Whether an endpoint wants a token.
public enum EndpointAccess: Hashable, Sendable {
  /// Never sends one: signing in is done without.
  case anonymous
  /// Sends one if there is one.
  case either
  /// Cannot be asked without.
  case account
}

extension Endpoint where Response: Decodable {
  /// Makes an endpoint whose answer is one JSON value.
  init(
    _ method: HTTPRequest.Method, _ path: String, query: [Field] = [], body: EndpointBody? = nil,
    headers: [Field] = [], access: EndpointAccess, operation: String
  ) {
    self.init(method, path, query: query, body: body, headers: headers, access: access, operation: operation) {
      try MastodonJSON.decode(Response.self, from: $0.body)
    }
  }
}

extension Endpoint where Response == Void {
  /// Makes an endpoint whose answer says nothing beyond its status.
  init(
    _ method: HTTPRequest.Method, _ path: String, query: [Field] = [], body: EndpointBody? = nil,
    access: EndpointAccess, operation: String
  ) {
    self.init(method, path, query: query, body: body, access: access, operation: operation) { _ in }
  }
}

extension Endpoint {
  /// Makes an endpoint that reads one page of a list; elements that cannot be read are left out and counted.
  static func page<Element>(
    _ path: String, query: [Field] = [], request: PageRequest, access: EndpointAccess, operation: String
  ) -> Endpoint where Response == Page<Element>, Element: Decodable & Identifiable, Element.ID == Identifier<Element> {
    Endpoint(.get, path, query: query + request.query, access: access, operation: operation) { response in
      // 206: the server still builds the list, and may send nothing at all.
      if response.status == 206, response.body.isEmpty { return Page([]) }
      let list = try MastodonJSON.decode(LossyList<Element>.self, from: response.body)
      return Page(list, links: response.header("Link").map(LinkHeader.init), request: request)
    }
  }
}

extension PageRequest {
  /// The request's part of the query.
  var query: [Field] {
    let limit = Field("limit", String(limit))
    return switch position {
    case .newest: [limit]
    case .older(let cursor): [limit, Field("max_id", cursor.value)]
    // `min_id` walks up without a gap; `since_id` would jump to the newest page.
    case .newer(let cursor): [limit, Field("min_id", cursor.value)]
    }
  }
}

/// Writes a path below a fixed one; its variable segments are percent-encoded, since an id is opaque and may hold anything.
func apiPath(_ base: String, _ segments: String...) -> String {
  segments.reduce(base) { $0 + "/" + FormEncoding.encode($1) }
}
