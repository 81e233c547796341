public import FoundationEssentials
public import MastodonKit

/// Signs in to an account: registers the application, lets the user allow it in a browser, and exchanges the code that the
/// browser brings back.
///
///     let signIn = SignIn(server: server, program: "Howdah", website: nil, now: now, connect: client(of:))
///     let pending = try await signIn.begin(application: kept, redirectURI: SignIn.outOfBand, words: .random(using: &random))
///     // show pending.authorizeURL, read the code
///     let session = try await signIn.finish(pending, code: try pending.code(in: pasted))
public struct SignIn: Sendable {
  /// The redirect URI for a browser on another machine: the server shows the code on a page of its own.
  public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  /// The random secrets of one sign-in.
  public struct Words: Sendable {
    /// Shows that a code belongs to this sign-in.
    public let state: Secret
    /// Shows that the client that exchanges the code has requested it.
    public let verifier: Secret

    public init(state: Secret, verifier: Secret) {
      self.state = state
      self.verifier = verifier
    }

    public static func random(using random: inout some RandomNumberGenerator) -> Words {
      Words(state: .random(using: &random), verifier: CodeVerifier.make(using: &random))
    }
  }

  /// A sign-in that waits for the user.
  public struct Pending: Sendable {
    /// The registered application; worth storing for the next sign-in.
    public let application: Application
    /// The page where the user allows the application.
    public let authorizeURL: String
    public let plan: SignInPlan
    fileprivate let redirectURI: String
    fileprivate let words: Words

    /// Extracts the code from what the user pasted: the code itself, or the URL that the browser ended at.
    ///
    /// - throws: ``SignInFailure/foreign`` for the URL of another sign-in, or why the server gave no code.
    public func code(in pasted: Secret) throws(SignInFailure) -> Secret {
      let text = Secret(pasted: pasted.reveal).reveal
      guard let mark = text.firstIndex(of: "?") else { return Secret(text) }
      let fields = FormEncoding.decode(text[text.index(after: mark)...].prefix { $0 != "#" })
      guard fields.contains(where: { $0.name == "code" || $0.name == "error" }) else { return Secret(text) }
      return try RedirectQuery.code(in: fields, state: words.state, needsState: false).get()
    }
  }

  public struct Session: Sendable {
    /// The registered application, which is needed to renew the token and to sign out.
    public let application: Application
    /// The token, for safe storage.
    public let token: Token
    public let account: Account
    /// The URL to renew the token, unless it is the usual one.
    public let tokenURL: String?
    /// The URL to revoke the token, unless it is the usual one.
    public let revocationURL: String?
  }

  private let server: ServerAddress
  private let program: String
  private let website: String?
  private let now: @Sendable () -> Date
  private let connect: @Sendable (ServerAddress) -> MastodonClient

  /// Creates the flow for one server.
  ///
  /// - Parameters:
  ///   - now: the clock for the token's expiry: the server's may differ.
  ///   - connect: creates a client without a token, for the server or for the server that handles its sign-in.
  public init(
    server: ServerAddress, program: String, website: String?, now: @escaping @Sendable () -> Date,
    connect: @escaping @Sendable (ServerAddress) -> MastodonClient
  ) {
    self.server = server
    self.program = program
    self.website = website
    self.now = now
    self.connect = connect
  }

  /// Prepares the sign-in: discovers the endpoints, registers the application if needed, and builds the URL for the
  /// browser.
  ///
  /// - Parameters:
  ///   - application: the application as registered before; it is registered again if the server has forgotten it or
  ///     does not know this redirect URI.
  ///   - redirectURI: ``outOfBand`` or a ``RedirectListener``'s.
  ///   - forcesLogin: whether the page asks for an account although the browser is signed in already.
  /// - throws: what ``MastodonClient/send(_:)`` throws.
  public func begin(
    application: Application?, redirectURI: String, words: Words, needs: Set<SignInPlan.Need> = [.read, .write],
    forcesLogin: Bool = false
  ) async throws(MastodonError) -> Pending {
    let plan = SignInPlan(try await discover(), of: server, needs: needs)
    let application = try await registered(application, redirectURI: redirectURI, plan: plan)
    var query = [
      Field("response_type", "code"), Field("client_id", application.clientID),
      Field("redirect_uri", redirectURI), Field("scope", plan.scopes), Field("state", words.state.reveal),
    ]
    if plan.usesChallenge {
      query.append(Field("code_challenge", CodeVerifier.challenge(words.verifier)))
      query.append(Field("code_challenge_method", "S256"))
    }
    if forcesLogin { query.append(Field("force_login", "true")) }
    let page = plan.authorization.url
    return Pending(
      application: application,
      authorizeURL: page + (page.contains("?") ? "&" : "?") + FormEncoding.encode(query),
      plan: plan, redirectURI: redirectURI, words: words)
  }

  /// Exchanges a code for a token, and loads its account.
  ///
  /// - throws: `.rejected` with the server's message for a wrong or used code, `.unauthorized` if the server no longer
  ///   knows the application.
  public func finish(_ pending: Pending, code: Secret) async throws(MastodonError) -> Session {
    let (plan, application) = (pending.plan, pending.application)
    let token = try await connect(plan.token.server).send(
      .token(
        code: code, application: application, redirectURI: pending.redirectURI,
        verifier: plan.usesChallenge ? pending.words.verifier : nil, at: plan.token.target))
    let account = try await verify(Secret(token.accessToken))
    let usual = SignInPlan(nil, of: server, needs: [])
    return Session(
      application: application, token: dated(token), account: account,
      tokenURL: plan.token == usual.token ? nil : plan.token.url,
      revocationURL: plan.revocation == usual.revocation ? nil : plan.revocation.url)
  }

  /// Loads the account of a token, such as one that the user has pasted.
  ///
  /// - throws: `.unauthorized` if the server rejects the token.
  public func verify(_ token: Secret) async throws(MastodonError) -> Account {
    try await connect(server).with(tokens: .fixed(token)).send(.verifyCredentials)
  }

  /// Exchanges a refresh token for the next token; it is invalid afterwards.
  ///
  /// - Parameter url: the session's ``Session/tokenURL``.
  /// - throws: `.rejected` or `.unauthorized` if the user has to sign in again.
  public func renew(
    _ refresh: Secret, application: Application, at url: String?
  ) async throws(MastodonError) -> Token {
    let place =
      url.flatMap { SignInPlan.Place($0, trustedBy: server) } ?? SignInPlan(nil, of: server, needs: []).token
    return dated(
      try await connect(place.server).send(.token(refreshing: refresh, application: application, at: place.target)))
  }

  /// Revokes a token.
  ///
  /// - Parameter url: the session's ``Session/revocationURL``.
  /// - throws: what ``MastodonClient/send(_:)`` throws; the token should be deleted here anyway.
  public func revoke(_ token: Secret, application: Application, at url: String?) async throws(MastodonError) {
    let place =
      url.flatMap { SignInPlan.Place($0, trustedBy: server) } ?? SignInPlan(nil, of: server, needs: []).revocation
    try await connect(place.server).send(.revoke(token, application: application, at: place.target))
  }

  // MARK: - Steps

  /// Requests the server's sign-in metadata; most servers have none.
  private func discover() async throws(MastodonError) -> AuthorizationServer? {
    do {
      return try await connect(server).send(.authorizationServer)
    } catch {
      switch error {
      case .cancelled, .unreachable, .timedOut, .rateLimited: throw error
      default: return nil
      }
    }
  }

  private func registered(
    _ kept: Application?, redirectURI: String, plan: SignInPlan
  ) async throws(MastodonError) -> Application {
    let scopes = plan.scopes.split(separator: " ").map(String.init)
    if let kept, kept.redirectURIs.contains(redirectURI), scopes.allSatisfy(kept.scopes.contains),
      try await isKnown(kept, redirectURI: redirectURI, plan: plan)
    {
      return kept
    }
    // Both redirect URIs at once, so that one registration serves either way of signing in.
    let uris = redirectURI == Self.outOfBand ? [redirectURI] : [redirectURI, Self.outOfBand]
    do throws(MastodonError) {
      return try await register(uris, plan: plan)
    } catch .rejected where uris.count > 1 {
      // Some servers accept only one redirect URI.
      return try await register([redirectURI], plan: plan)
    }
  }

  private func register(_ uris: [String], plan: SignInPlan) async throws(MastodonError) -> Application {
    var application = try await connect(plan.registration.server).send(
      .registerApplication(
        name: program, website: website, redirectURIs: uris, scopes: plan.scopes, at: plan.registration.target))
    // The requested scopes are stored, because servers repeat them in different forms or not at all.
    application.redirectURIs = uris
    application.scopes = plan.scopes.split(separator: " ").map(String.init)
    return application
  }

  /// Whether the server still knows the application; otherwise only the browser would show that.
  ///
  /// Anything but a clear yes counts as no, because registering twice does no harm.
  private func isKnown(
    _ kept: Application, redirectURI: String, plan: SignInPlan
  ) async throws(MastodonError) -> Bool {
    do {
      _ = try await connect(plan.token.server).send(
        .token(of: kept, redirectURI: redirectURI, scopes: "read", at: plan.token.target))
      return true
    } catch {
      switch error {
      case .cancelled, .unreachable, .timedOut, .rateLimited: throw error
      default: return false
      }
    }
  }

  /// Dates a token by its arrival: the server's clock may differ, and some servers do not send a date.
  private func dated(_ token: Token) -> Token {
    guard token.expiresIn != nil || token.createdAt.timeIntervalSince1970 <= 0 else { return token }
    var token = token
    token.createdAt = now()
    return token
  }
}
