public import FoundationEssentials
public import MastodonKit

/// One API call as a value: the request and how to read the response.
///
/// The endpoints of an API area are static functions in the file of that area. An endpoint knows no server and no
/// token.
public struct Endpoint<Response: Sendable>: Sendable {
  /// The same call without the type of its answer.
  ///
  /// What happens to a request does not depend on that type, so that the steps are compiled once, and not for each.
  public private(set) var erased: AnyEndpoint

  public init(
    _ method: HTTPRequest.Method, _ template: String, arguments: [String], query: [Field] = [],
    body: EndpointBody? = nil, headers: [Field] = [], access: EndpointAccess, scope: EndpointScope?,
    paging: EndpointPaging = .none, page: PageRequest? = nil, operation: String,
    read: @escaping @Sendable (HTTPResponse, EndpointContext) throws -> Response
  ) {
    erased = AnyEndpoint(
      method: method, template: template, arguments: arguments, parameters: query, body: body, headers: headers,
      access: access, scope: scope, paging: paging, page: page, operation: operation, answer: Response.self, read: read)
  }

  private init(_ erased: AnyEndpoint) { self.erased = erased }

  /// The operation, in words that follow "could not": "load the home timeline".
  public var operation: String { erased.operation }

  /// The same request with another method.
  public func with(_ method: HTTPRequest.Method) -> Endpoint {
    var endpoint = self
    endpoint.erased.method = method
    return endpoint
  }

  /// The same request with an answer that is made from this one's; nothing is compared with it.
  public func map<Other>(
    _ change: @escaping @Sendable (Response, HTTPResponse, EndpointContext) throws -> Other
  ) -> Endpoint<Other> {
    var endpoint = erased
    endpoint.answer = Other.self
    endpoint.read = { [read = erased.read] in try change(Self.typed(try read($0, $1)), $0, $1) }
    endpoint.check = nil
    return Endpoint<Other>(endpoint)
  }

  /// The endpoint with a comparison of its answer; `again` reads the same again.
  func checked(
    rereading again: @escaping @Sendable (Response?) -> Endpoint?,
    _ missing: @escaping @Sendable (Response) -> [RequestPart]
  ) -> Endpoint {
    checked(rereading: again, byTime: { answer, _ in missing(answer) })
  }

  /// The same for what ends at a time: `answered` is that of the answer by the server's clock, if it is known.
  func checked(
    rereading again: @escaping @Sendable (Response?) -> Endpoint?,
    byTime missing: @escaping @Sendable (Response, _ answered: Date?) -> [RequestPart]
  ) -> Endpoint {
    var endpoint = self
    endpoint.erased.check = EndpointCheck(
      missing: { missing(Self.typed($0), $1) }, rereading: { again($0.map(Self.typed))?.erased })
    return endpoint
  }

  /// What an endpoint of this type has read, with its type.
  static func typed(_ answer: any Sendable) -> Response {
    guard let answer = answer as? Response else {
      preconditionFailure("An endpoint has read what is not its answer.")
    }
    return answer
  }
}

/// An endpoint whose answer can have any type.
public struct AnyEndpoint: Sendable {
  public var method: HTTPRequest.Method
  /// The path as the API's documentation writes it, with variable parts as `:name`: `/api/v1/accounts/:id`.
  public var template: String
  /// The values of the variable parts, in order, not encoded.
  public var arguments: [String]
  /// The query parameters, except those of a page.
  public var parameters: [Field]
  public var body: EndpointBody?
  /// Headers of this endpoint only, such as `Idempotency-Key`.
  public var headers: [Field]
  /// Whether a token is sent.
  public var access: EndpointAccess
  public var scope: EndpointScope?
  public var paging: EndpointPaging
  /// The requested page of the list; `nil` if there are no pages.
  public var page: PageRequest?
  /// The operation, in words that follow "could not": "load the home timeline".
  public var operation: String
  /// The type of the answer.
  public var answer: any Sendable.Type
  /// Reads the response; throws if it is unreadable.
  public var read: @Sendable (HTTPResponse, EndpointContext) throws -> any Sendable
  /// Compares the answer to a change with the request; `nil` where there is nothing to compare.
  public var check: EndpointCheck?

  /// Whether the user has written it out, and gets what the server says.
  var isRaw: Bool { answer == RawResponse.self }

  /// The path, percent-encoded, because an id may contain any character.
  public var path: String { EndpointPath.fill(template, with: arguments) }

  /// The complete query.
  ///
  /// A server's own paging parameters replace those with the same names.
  public var query: [Field] {
    guard let page else { return parameters }
    let place = page.query
    guard page.followsLink else { return parameters + place }
    let names = Set(place.map(\.name))
    return parameters.filter { !names.contains($0.name) } + place
  }
}

/// The facts about a response besides itself.
public struct EndpointContext: Sendable {
  public var server: ServerAddress
  public var page: PageRequest?
  /// Reports how many elements of a list cannot be read.
  public var skip: @Sendable (Int) -> Void

  /// The answer, after its unreadable elements were reported.
  func counted<Answer: ListAnswer>(_ answer: Answer) -> Answer {
    if answer.skipped > 0 { skip(answer.skipped) }
    return answer
  }
}

public enum EndpointBody: Hashable, Sendable {
  /// Fields, percent-encoded.
  case form([Field])
  case json(Data)
  /// Fields and files; the files are read while they are sent.
  case multipart(MultipartForm)
}

public enum EndpointAccess: String, Hashable, Sendable {
  /// Never sends one: for signing in.
  case anonymous
  /// Sends one if there is one.
  case either
  case account
}

public enum EndpointPaging: String, Hashable, Sendable {
  /// Not at all: there is one response.
  case none
  /// By the `Link` header, or without one by the elements' ids.
  case ids
  /// By the `Link` header only: its cursors are ids that no element has.
  case link
  case offset
}

/// A scope of a token, by its OAuth name.
public enum EndpointScope: String, Hashable, Sendable {
  // The names need no comment.
  case read, push, profile
  case readAccounts = "read:accounts"
  case readBlocks = "read:blocks"
  case readBookmarks = "read:bookmarks"
  case readCollections = "read:collections"
  case readFavourites = "read:favourites"
  case readFilters = "read:filters"
  case readFollows = "read:follows"
  case readLists = "read:lists"
  case readMutes = "read:mutes"
  case readNotifications = "read:notifications"
  case readSearch = "read:search"
  case readStatuses = "read:statuses"
  case writeAccounts = "write:accounts"
  case writeBlocks = "write:blocks"
  case writeBookmarks = "write:bookmarks"
  case writeCollections = "write:collections"
  case writeConversations = "write:conversations"
  case writeFavourites = "write:favourites"
  case writeFilters = "write:filters"
  case writeFollows = "write:follows"
  case writeLists = "write:lists"
  case writeMedia = "write:media"
  case writeMutes = "write:mutes"
  case writeNotifications = "write:notifications"
  case writeReports = "write:reports"
  case writeStatuses = "write:statuses"
}

/// Builds a path from a template.
enum EndpointPath {
  /// Whether a value can be one segment of a path.
  ///
  /// Programs between here and the server take "." and ".." for steps, encoded or not, and drop an empty segment.
  static func isSegment(_ argument: String) -> Bool { !["", ".", ".."].contains(argument) }

  /// Replaces the variable parts by percent-encoded arguments; parts without an argument stay as they are.
  static func fill(_ template: String, with arguments: [String]) -> String {
    guard !arguments.isEmpty else { return template }
    var rest = arguments[...]
    var path = ""
    for segment in template.split(separator: "/") {
      path += "/"
      if segment.first == ":", let argument = rest.popFirst() {
        path += PercentCoding.encode(argument)
      } else {
        path += segment
      }
    }
    return path
  }
}
