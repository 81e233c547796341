struct RequestContext {
  let request: SandboxRequest
  let parameters: Parameters
  let captures: [String: String]
  let transaction: Transaction
  let bearer: Bearer?

  /// The owner and scopes of a token.
  struct Bearer: Sendable, Equatable {
    var tokenID: Int64
    var applicationID: Int64
    /// `nil` for an application's own token.
    var accountID: Int64?
    var scopes: Scopes
    /// Whether a moderator still has to approve the account.
    var isPending = false
    /// Whether moderators have disabled or suspended the account.
    var isDisabled = false
  }

  /// The account that reads; `nil` without one.
  var viewer: Int64? { bearer?.accountID }

  /// The signed-in account; the route's access guarantees that there is one.
  func user() throws(APIError) -> Int64 {
    guard let viewer else { throw .needsUser }
    return viewer
  }

  /// An id in the path; 404 if it is not a number.
  func id(_ name: String = "id") throws(APIError) -> Int64 {
    guard let id = captures[name].flatMap({ Int64($0) }) else { throw .recordNotFound }
    return id
  }

  /// The domain of the accounts, as the instance reports it.
  var accountDomain: String { transaction.instance.configuration.domain ?? request.host ?? transaction.instance.domain }

  /// The domains that mean this instance in the names of accounts; without a port too, since a mention has none.
  var homes: [String] {
    let name = request.host.map { $0.hasPrefix("[") ? $0 : String($0.prefix { $0 != ":" }) }
    return [transaction.instance.domain, accountDomain] + [request.host, name].compactMap { $0?.lowercased() }
  }

  /// The server's URL as the client knows it.
  var origin: String { request.origin ?? transaction.instance.origin }
}

extension Route.Access {
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
      guard !bearer.isPending else { throw .pending }
      guard !bearer.isDisabled else { throw .disabled }
    }
  }
}
