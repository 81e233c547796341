/// One difference between a server software and Mastodon.
enum Quirk: Sendable, Hashable {
  /// Names itself in NodeInfo, and answers with this version in the instance document.
  case identifies(name: String, version: String, instanceVersion: String)
  /// Posts a second time for a repeated `Idempotency-Key`.
  case ignoresIdempotencyKeys
  /// Closes the connection after each response without a `Connection: close` header.
  case closesConnections
  case searchesLinksAsText
  /// Answers the search for a link with the user's newest post.
  case answersLinksWithNewestPost
  /// Finds a post by the link of a page such as `/notice/1`, which is not the post's URL.
  case findsNoticePages
  /// Answers a new or edited reply with the status that it replies to.
  case answersRepliesWithParent
  /// Lists each status twice on a page that was requested with `min_id`.
  case repeatsNewerPages
  /// Answers for the first of several accounts only, where relationships are requested.
  case answersOneRelationship
  /// Ignores the parameter `pinned` of an account's posts, and says of each that it is not pinned.
  case ignoresPinned
  /// Requires a redirect URI in the request for an application's own token.
  case requiresRedirectURI
  /// Reports the host of its API as its domain, and the domain of its accounts in a member of its own.
  case namesAccountDomain
  case hasNoRules
  /// Reports an invalid language code as the default language.
  case defaultLanguage(String)
  /// Answers an invalid or expired token with this status code and a page.
  case refusesTokens(status: Int)
  /// Ignores parameters of requests, without an error; the first text says what is lost.
  case ignores(String, [Endpoint], parameters: [String])
  /// Answers with another text in place of a part of its JSON; the first text says what it does.
  case rewrites(String, [Endpoint], from: String, to: String)
  /// Answers a post that is to be published later with a status of that date.
  case answersSchedulesWithStatus
  /// Sends nothing on the streams of hashtags.
  case keepsHashtagStreamsSilent
  /// Keeps the format of each post, and uses plain text where a request names none.
  case keepsFormats
  /// Leaves out the filters that match where a single status is requested.
  case omitsFiltersOfSingleStatuses
  /// Fetches the replies of a thread from other servers only when the thread is asked for, and says so.
  case fetchesReplies
  /// Could verify no handle of another server.
  case verifiesNoHandles
  /// Waits for the confirmation of each account's address.
  case confirmsNobody
  /// Lacks a feature; its endpoints respond in another way.
  case lacks(String, [Endpoint], Absence)

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
        .json(status: 404) { writer in
          writer.object { writer in
            writer.field("code", "rest_no_route")
            writer.field("message", "No route was found matching the URL and request method.")
            writer.field("data") { $0.field("status", 404) }
          }
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
