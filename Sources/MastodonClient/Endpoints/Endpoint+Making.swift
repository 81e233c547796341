internal import FoundationEssentials
internal import MastodonKit

extension Endpoint where Response: Decodable {
  init(
    _ method: HTTPRequest.Method, _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [],
    body: EndpointBody? = nil, headers: [Field] = [], access: EndpointAccess, _ scope: EndpointScope? = nil,
    to operation: String
  ) {
    self.init(
      method, template, arguments: arguments.map(\.description), query: query, body: body, headers: headers,
      access: access,
      scope: scope, operation: operation
    ) { response, _ in
      try MastodonJSON.decode(Response.self, from: response.body)
    }
  }
}

extension Endpoint {
  /// Creates an endpoint for a whole list; unreadable elements are left out and counted.
  static func whole<Element: Decodable>(
    _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [], access: EndpointAccess,
    _ scope: EndpointScope? = nil, to operation: String
  ) -> Endpoint where Response == LossyList<Element> {
    Endpoint(
      .get, template, arguments: arguments.map(\.description), query: query, access: access, scope: scope,
      operation: operation
    ) { response, context in
      let list = context.counted(try MastodonJSON.decode(Response.self, from: response.body))
      // A list of which nothing can be read is not an empty one.
      guard list.skipped == 0 || !list.elements.isEmpty else {
        throw MastodonError.invalidResponse(host: context.server.name, operation: operation)
      }
      return list
    }
  }
}

extension Endpoint where Response == Void {
  /// Creates an endpoint whose answer says no more than that the request was accepted.
  init(
    _ method: HTTPRequest.Method, _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [],
    body: EndpointBody? = nil, access: EndpointAccess, _ scope: EndpointScope? = nil, to operation: String
  ) {
    self.init(
      method, template, arguments: arguments.map(\.description), query: query, body: body, access: access, scope: scope,
      operation: operation, read: Self.acknowledged)
  }

  /// Reads an answer that has no content, or any; a page or a reported error is none, whatever its status.
  @Sendable static func acknowledged(_ response: HTTPResponse, in context: EndpointContext) throws {
    if case .object(let fields) = try response.content(), case .text = fields["error"] {
      throw MastodonError.invalidResponse(host: context.server.name, operation: "")
    }
  }
}

extension Endpoint {
  /// Creates an endpoint for one page of a list; unreadable elements are left out and counted.
  static func page<Element>(
    _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [], request: PageRequest,
    access: EndpointAccess,
    _ scope: EndpointScope? = nil, paging: EndpointPaging = .ids, to operation: String
  ) -> Endpoint where Response == Page<Element>, Element: Decodable & Identifiable, Element.ID == Identifier<Element> {
    Endpoint(
      .get, template, arguments: arguments.map(\.description), query: query, access: access, scope: scope,
      paging: paging,
      page: request, operation: operation
    ) { response, context in
      try Page(response, context, paging: paging, id: { $0.id.rawValue }, key: \.id)
    }
  }

  /// Creates an endpoint for one page of a list whose elements have no id to page by.
  static func list<Element>(
    _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [], request: PageRequest,
    access: EndpointAccess,
    _ scope: EndpointScope? = nil, paging: EndpointPaging, to operation: String
  ) -> Endpoint where Response == Page<Element>, Element: Decodable & Hashable {
    Endpoint(
      .get, template, arguments: arguments.map(\.description), query: query, access: access, scope: scope,
      paging: paging,
      page: request, operation: operation
    ) { response, context in
      try Page(response, context, paging: paging, id: { _ in nil }, key: \.self)
    }
  }

  /// Creates an endpoint for one page of a response that contains a list.
  static func linked<Value: Decodable & ListAnswer>(
    _ template: String, _ arguments: any CustomStringConvertible..., query: [Field] = [], request: PageRequest,
    access: EndpointAccess,
    _ scope: EndpointScope? = nil, paging: EndpointPaging, to operation: String,
    count: @escaping @Sendable (Value) -> Int
  ) -> Endpoint where Response == Linked<Value> {
    Endpoint(
      .get, template, arguments: arguments.map(\.description), query: query, access: access, scope: scope,
      paging: paging,
      page: request, operation: operation
    ) { response, context in
      let value = context.counted(try MastodonJSON.decode(Value.self, from: response.body))
      let cursors = PageCursors(
        response, context, paging: paging, count: count(value) + value.skipped, first: nil, last: nil)
      return Linked(value, older: cursors.older, newer: cursors.newer)
    }
  }
}

extension [Field] {
  /// Adds a field if there is a value; `nil` is left out, because some servers reject nulls.
  mutating func add(_ name: String, _ value: String?) {
    if let value { append(Field(name, value)) }
  }

  mutating func add(_ name: String, _ value: Int?) {
    if let value { append(Field(name, String(value))) }
  }

  /// Adds `true` or `false` if it is set.
  mutating func add(_ name: String, _ value: Bool?) {
    if let value { append(Field(name, value ? "true" : "false")) }
  }

  /// Adds one `name[]` field for each value.
  mutating func add(each name: String, _ values: [String]) {
    for value in values { append(Field(name + "[]", value)) }
  }

  /// Adds one `name[]` field for each id.
  mutating func add<Entity>(each name: String, _ ids: [Identifier<Entity>]) {
    for id in ids { append(Field(name + "[]", id.rawValue)) }
  }

  var form: EndpointBody? { isEmpty ? nil : .form(self) }
}
