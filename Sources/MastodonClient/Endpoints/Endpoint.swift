public import FoundationEssentials
public import MastodonKit

/// One thing that a server can be asked, as a value: what is sent and how the answer is read.
///
/// The endpoints of an API area are static functions in the file of that area; an endpoint knows no server and no token.
public struct Endpoint<Response: Sendable>: Sendable {
  /// What is to be done.
  public var method: HTTPRequest.Method
  /// The path as the API's documents write it, its variable parts as `:name`: `/api/v1/accounts/:id`.
  public var template: String
  /// What stands in the template's variable parts, in order, without encoding.
  public var arguments: [String]
  /// What stands behind the path, without the part that names a page.
  public var parameters: [Field]
  /// What is sent along.
  public var body: EndpointBody?
  /// Headers of this endpoint alone, such as `Idempotency-Key`.
  public var headers: [Field]
  /// Whether a token is sent.
  public var access: EndpointAccess
  /// What the token must allow.
  public var scope: EndpointScope?
  /// How its list is walked through.
  public var paging: EndpointPaging
  /// Which page of the list is asked for; `nil` where there are no pages.
  public var page: PageRequest?
  /// What it does, in words that follow "could not": "load the home timeline".
  public var operation: String
  /// How the answer is read; it throws for what cannot be read.
  public var read: @Sendable (HTTPResponse, EndpointContext) throws -> Response

  /// Makes an endpoint.
  public init(
    _ method: HTTPRequest.Method, _ template: String, arguments: [String], query: [Field] = [],
    body: EndpointBody? = nil, headers: [Field] = [], access: EndpointAccess, scope: EndpointScope?,
    paging: EndpointPaging = .none, page: PageRequest? = nil, operation: String,
    read: @escaping @Sendable (HTTPResponse, EndpointContext) throws -> Response
  ) {
    self.method = method
    self.template = template
    self.arguments = arguments
    self.parameters = query
    self.body = body
    self.headers = headers
    self.access = access
    self.scope = scope
    self.paging = paging
    self.page = page
    self.operation = operation
    self.read = read
  }

  /// The path, percent-encoded, since an id is opaque and may hold anything.
  public var path: String { EndpointPath.fill(template, with: arguments) }

  /// All that stands behind the path.
  ///
  /// Where a server said how to go on, its own parameters take the place of those with the same names.
  public var query: [Field] {
    guard let page else { return parameters }
    let place = page.query
    guard page.followsLink else { return parameters + place }
    let names = Set(place.map(\.name))
    return parameters.filter { !names.contains($0.name) } + place
  }
}

/// What is known about an answer besides the answer.
public struct EndpointContext: Sendable {
  /// The server that answers.
  public var server: ServerAddress
  /// The page that was asked for.
  public var page: PageRequest?

  /// Makes a context.
  public init(server: ServerAddress, page: PageRequest?) {
    self.server = server
    self.page = page
  }
}

/// What is sent along with a request.
public enum EndpointBody: Hashable, Sendable {
  /// Fields, percent-encoded.
  case form([Field])
  /// JSON.
  case json(Data)
  /// Fields and files, the files from where they lie.
  case multipart(MultipartForm)
}

/// Whether an endpoint wants a token.
public enum EndpointAccess: String, Hashable, Sendable {
  /// Never sends one: signing in is done without.
  case anonymous
  /// Sends one if there is one.
  case either
  /// Cannot be asked without.
  case account
}

/// How the list behind an endpoint is walked through.
public enum EndpointPaging: String, Hashable, Sendable {
  /// There is one answer.
  case none
  /// By the `Link` header, or without one by the ids of the elements.
  case ids
  /// By the `Link` header alone: its cursors are ids that no element carries.
  case link
  /// By counting.
  case offset
}

/// What a token must allow, as OAuth names it.
public enum EndpointScope: String, Hashable, Sendable {
  // The API's own words, which need no others.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case read, push, profile
  /// Reads accounts.
  case readAccounts = "read:accounts"
  /// Reads whom the account blocks.
  case readBlocks = "read:blocks"
  /// Reads bookmarks.
  case readBookmarks = "read:bookmarks"
  /// Reads collections.
  case readCollections = "read:collections"
  /// Reads favourites.
  case readFavourites = "read:favourites"
  /// Reads filters.
  case readFilters = "read:filters"
  /// Reads whom the account follows.
  case readFollows = "read:follows"
  /// Reads lists.
  case readLists = "read:lists"
  /// Reads whom the account mutes.
  case readMutes = "read:mutes"
  /// Reads notifications.
  case readNotifications = "read:notifications"
  /// Searches.
  case readSearch = "read:search"
  /// Reads statuses.
  case readStatuses = "read:statuses"
  /// Changes the account.
  case writeAccounts = "write:accounts"
  /// Blocks.
  case writeBlocks = "write:blocks"
  /// Bookmarks.
  case writeBookmarks = "write:bookmarks"
  /// Changes collections.
  case writeCollections = "write:collections"
  /// Changes conversations.
  case writeConversations = "write:conversations"
  /// Favourites.
  case writeFavourites = "write:favourites"
  /// Changes filters.
  case writeFilters = "write:filters"
  /// Follows.
  case writeFollows = "write:follows"
  /// Changes lists.
  case writeLists = "write:lists"
  /// Uploads media.
  case writeMedia = "write:media"
  /// Mutes.
  case writeMutes = "write:mutes"
  /// Changes notifications.
  case writeNotifications = "write:notifications"
  /// Reports.
  case writeReports = "write:reports"
  /// Writes statuses.
  case writeStatuses = "write:statuses"
}

/// How a template becomes a path.
enum EndpointPath {
  /// Puts the arguments into the variable parts, percent-encoded; what has no argument stays as it is.
  static func fill(_ template: String, with arguments: [String]) -> String {
    guard !arguments.isEmpty else { return template }
    var rest = arguments[...]
    var path = ""
    for segment in template.split(separator: "/") {
      path += "/"
      if segment.first == ":", let argument = rest.popFirst() {
        path += FormEncoding.encode(argument)
      } else {
        path += segment
      }
    }
    return path
  }
}
