/// One call while it is being answered.
struct RequestContext {
  let request: SandboxRequest
  let parameters: Parameters
  let captures: [String: String]
  let transaction: Transaction
  /// Whose token came with it, if one did.
  let bearer: Bearer?

  /// Who a token speaks for.
  struct Bearer: Sendable, Equatable {
    var tokenID: Int64
    var applicationID: Int64
    /// Nil for an application's own token.
    var accountID: Int64?
    var scopes: Scopes
  }

  /// The account that reads, nil for the public.
  var viewer: Int64? { bearer?.accountID }

  /// The account that acts; the route's access guarantees it.
  func user() throws(APIError) -> Int64 {
    guard let viewer else { throw .needsUser }
    return viewer
  }

  /// An id from the path; what is not a number finds nothing.
  func id(_ name: String = "id") throws(APIError) -> Int64 {
    guard let id = captures[name].flatMap({ Int64($0) }) else { throw .recordNotFound }
    return id
  }

  /// The address under which the client knows the server, for links and discovery.
  var origin: String {
    guard let host = request.headers["Host"], !host.isEmpty else { return transaction.instance.origin }
    return "http://\(host)"
  }
}

extension Route.Access {
  /// Refuses a caller as Mastodon would.
  func check(_ bearer: RequestContext.Bearer?) throws(APIError) {
    switch self {
    case .open: return
    case .scope(let scope): if let bearer, !bearer.scopes.allow(scope) { throw .outsideScopes }
    case .token: if bearer == nil { throw .invalidToken }
    case .application(let scope):
      guard let bearer else { throw .invalidToken }
      guard bearer.scopes.allow(scope) else { throw .outsideScopes }
    case .user(let scope):
      guard let bearer else { throw .invalidToken }
      guard bearer.scopes.allow(scope) else { throw .outsideScopes }
      guard bearer.accountID != nil else { throw .needsUser }
    }
  }
}
