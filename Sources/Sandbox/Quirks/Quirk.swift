/// One difference between a server software and Mastodon.
enum Quirk: Sendable, Hashable {
  /// Differs in the way that the text says.
  case does(String)
  /// Names itself in NodeInfo, and answers with this version in the instance document.
  case identifies(name: String, version: String, instanceVersion: String)
  /// Reports an invalid language code as the default language.
  case defaultLanguage(String)
  /// Answers an invalid or expired token with this status code and a page.
  case refusesTokens(status: Int)
  /// Ignores parameters of requests, without an error; the first text says what is lost.
  case ignores(String, [Endpoint], parameters: [String])
  /// Answers with another text in place of a part of its JSON; the first text says what it does.
  case rewrites(String, [Endpoint], from: String, to: String)
  /// Lacks a feature; its endpoints respond in another way.
  case lacks(String, [Endpoint], Absence)

  static let ignoresIdempotencyKeys = does("ignores Idempotency-Key")
  static let closesConnections = does("closes each connection after one response, unannounced")
  static let searchesLinksAsText = does("searches for a link in the text of posts")
  static let answersLinksWithNewestPost = does("answers the search for a link with the user's newest post")
  static let findsNoticePages = does("finds a post by a link such as /notice/1, which is not its URL")
  static let answersRepliesWithParent = does("answers a new or edited reply with the post that it replies to")
  static let repeatsNewerPages = does("lists each post twice on pages requested with min_id")
  static let answersOneRelationship = does("answers for the first account only, of several relationships")
  static let ignoresPinned = does("lists the newest posts as pinned, each with pinned: false")
  static let requiresRedirectURI = does("requires redirect_uri for an application's own token")
  static let namesAccountDomain = does("reports the domain of its accounts as account_domain")
  static let hasNoRules = does("publishes no rules")
  static let answersSchedulesWithStatus = does("answers a scheduled post with a status of that date")
  static let keepsHashtagStreamsSilent = does("accepts streams of hashtags and sends nothing on them")
  static let keepsFormats = does("keeps the format of a post, and uses plain text where none is named")
  static let omitsFiltersOfSingleStatuses = does("omits the matching filters of a single post")
  static let fetchesReplies = does("fetches replies from other servers when a thread is asked for")
  static let verifiesNoHandles = does("could verify no handle of another server")
  static let confirmsNobody = does("waits for the confirmation of each account's address")

  /// The requests with a method, or any method, to a path pattern.
  struct Endpoint: Sendable, Hashable {
    var method: String?
    var path: PathPattern

    /// Parses `PUT /api/v1/lists/*`, or a path alone for any method.
    init(_ text: String) {
      let parts = text.split(separator: " ").map(String.init)
      method = parts.count > 1 ? parts[0] : nil
      path = PathPattern(parts.last ?? "")
    }

    func matches(_ request: SandboxRequest) -> Bool {
      (method == nil || method == request.method) && path.matches(request.path)
    }
  }

  /// The answer of a missing feature's endpoints.
  enum Absence: String, Sendable, CaseIterable {
    case notFoundPage = "404 page"
    case notFoundJSON = "404 JSON"
    case noRoute = "404 rest_no_route"
    case unprocessablePage = "422 page"
    case emptyList = "200 []"
    case emptyObject = "200 {}"

    var response: SandboxResponse {
      switch self {
      case .notFoundPage: .page(status: 404, "Not Found")
      // The same words as for a missing record.
      case .notFoundJSON: APIError(status: 404, message: "Not Found").response
      case .noRoute:
        .object(status: 404) { writer in
          writer.field("code", "rest_no_route")
          writer.field("message", "No route was found matching the URL and request method.")
          writer.field("data") { $0.field("status", 404) }
        }
      case .unprocessablePage: .page(status: 422, "Unprocessable Content")
      case .emptyList: .json { $0.array { _ in } }
      case .emptyObject: .emptyObject
      }
    }
  }
}

extension SandboxResponse {
  /// An error page of a web server.
  static func page(status: Int, _ title: String) -> SandboxResponse {
    .html("<!DOCTYPE html><html><body><h1>\(status) \(title)</h1></body></html>", status: status)
  }
}
