public import FoundationEssentials
public import MastodonKit

/// The way from "nobody" to an account: register the program, let the person allow it in a browser, exchange the code
/// that the browser brings back.
///
///     let signIn = SignIn(server: server, program: "Howdah", website: nil, now: now, connect: client(of:))
///     let pending = try await signIn.begin(application: kept, redirectURI: SignIn.outOfBand, words: .random(using: &random))
///     // show pending.authorizeURL, read the code
///     let session = try await signIn.finish(pending, code: try pending.code(in: pasted))
public struct SignIn: Sendable {
  /// Where a browser goes that cannot come back to this machine: a page of the server's own, which shows the code.
  public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  /// The words of one sign-in that nobody can guess.
  public struct Words: Sendable {
    /// Tells that a code belongs to this sign-in.
    public let state: Secret
    /// Tells that who exchanges a code has asked for it.
    public let verifier: Secret

    /// Takes the words.
    public init(state: Secret, verifier: Secret) {
      self.state = state
      self.verifier = verifier
    }

    /// Makes new words.
    public static func random(using random: inout some RandomNumberGenerator) -> Words {
      Words(state: .random(using: &random), verifier: CodeVerifier.make(using: &random))
    }
  }

  /// A sign-in that waits for the person.
  public struct Pending: Sendable {
    /// The program as the server knows it; worth keeping for the next sign-in.
    public let application: Application
    /// Where the person allows it.
    public let authorizeURL: String
    /// How the rest goes.
    public let plan: SignInPlan
    fileprivate let redirectURI: String
    fileprivate let words: Words

    /// The code in what the person pasted: the code itself, or the whole address that the browser ended at.
    ///
    /// - throws: ``SignInFailure/foreign`` for an address of another sign-in, or why the server gave no code.
    public func code(in pasted: Secret) throws(SignInFailure) -> Secret {
      let text = Secret(pasted: pasted.reveal).reveal
      guard let mark = text.firstIndex(of: "?") else { return Secret(text) }
      let fields = FormEncoding.decode(text[text.index(after: mark)...].prefix { $0 != "#" })
      guard fields.contains(where: { $0.name == "code" || $0.name == "error" }) else { return Secret(text) }
      return try RedirectAnswer.code(in: fields, state: words.state, needsState: false).get()
    }
  }

  /// What a sign-in leads to.
  public struct Session: Sendable {
    /// The program as the server knows it; renewing the token and signing out need it.
    public let application: Application
    /// The token, for safe storage.
    public let token: Token
    /// Who signed in.
    public let account: Account
    /// Where the token is renewed, unless that is the usual place.
    public let tokenURL: String?
    /// Where the token is made useless, unless that is the usual place.
    public let revocationURL: String?
  }

  private let server: ServerAddress
  private let program: String
  private let website: String?
  private let now: @Sendable () -> Date
  private let connect: @Sendable (ServerAddress) -> MastodonClient

  /// Makes the flow for one server.
  ///
  /// - Parameters:
  ///   - now: the clock, which says when a token was given: the server's may be another.
  ///   - connect: makes a client without a token, for the server or for where it says that its sign-in is.
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

  /// Prepares the sign-in: asks the server how it goes, registers the program where needed, and makes the address for the
  /// browser.
  ///
  /// - Parameters:
  ///   - application: the program as it was registered before; it is registered anew if the server has forgotten it, or
  ///     does not know this way back.
  ///   - redirectURI: the way back, ``outOfBand`` or a ``RedirectListener``'s.
  ///   - forcesLogin: whether the page asks who it is although the browser is signed in already.
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

  /// Exchanges a code for a token, and asks whose it is.
  ///
  /// - throws: `.rejected` with the server's words for a wrong or used code, `.unauthorized` if the server does not know
  ///   the program any more.
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

  /// Asks whose a token is, such as one that the person brought along.
  ///
  /// - throws: `.unauthorized` for one that the server does not know.
  public func verify(_ token: Secret) async throws(MastodonError) -> Account {
    try await connect(server).with(tokens: .fixed(token)).send(.verifyCredentials)
  }

  /// Exchanges a refresh token for the next token; it is worth nothing afterwards.
  ///
  /// - Parameter url: the session's ``Session/tokenURL``.
  /// - throws: `.rejected` or `.unauthorized` if the person has to sign in again.
  public func renew(
    _ refresh: Secret, application: Application, at url: String?
  ) async throws(MastodonError) -> Token {
    let place =
      url.flatMap { SignInPlan.Place($0, trustedBy: server) } ?? SignInPlan(nil, of: server, needs: []).token
    return dated(
      try await connect(place.server).send(.token(refreshing: refresh, application: application, at: place.target)))
  }

  /// Makes a token useless; signing out waits for no answer that matters.
  ///
  /// - Parameter url: the session's ``Session/revocationURL``.
  /// - throws: what ``MastodonClient/send(_:)`` throws; the token should be forgotten here all the same.
  public func revoke(_ token: Secret, application: Application, at url: String?) async throws(MastodonError) {
    let place =
      url.flatMap { SignInPlan.Place($0, trustedBy: server) } ?? SignInPlan(nil, of: server, needs: []).revocation
    try await connect(place.server).send(.revoke(token, application: application, at: place.target))
  }

  // MARK: - Steps

  /// What the server says of its sign-in; most servers have no such document.
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
      try await isKnown(kept, plan: plan)
    {
      return kept
    }
    // Both ways back at once, so that one registration serves a sign-in by either.
    let uris = redirectURI == Self.outOfBand ? [redirectURI] : [redirectURI, Self.outOfBand]
    do throws(MastodonError) {
      return try await register(uris, plan: plan)
    } catch .rejected where uris.count > 1 {
      // Some servers take one address and no more.
      return try await register([redirectURI], plan: plan)
    }
  }

  private func register(_ uris: [String], plan: SignInPlan) async throws(MastodonError) -> Application {
    var application = try await connect(plan.registration.server).send(
      .registerApplication(
        name: program, website: website, redirectURIs: uris, scopes: plan.scopes, at: plan.registration.target))
    // What was registered is what was asked for; servers repeat it in many forms, or not at all.
    application.redirectURIs = uris
    application.scopes = plan.scopes.split(separator: " ").map(String.init)
    return application
  }

  /// Whether the server still knows the program; only the browser would be told otherwise, on a page.
  ///
  /// Whatever is no clear yes counts as no: to register once too often does no harm.
  private func isKnown(_ kept: Application, plan: SignInPlan) async throws(MastodonError) -> Bool {
    do {
      _ = try await connect(plan.token.server).send(.token(of: kept, scopes: "read", at: plan.token.target))
      return true
    } catch {
      switch error {
      case .cancelled, .unreachable, .timedOut, .rateLimited: throw error
      default: return false
      }
    }
  }

  /// Counts a token's life from its arrival: the server's clock may be another, and some do not say when they made it.
  private func dated(_ token: Token) -> Token {
    guard token.expiresIn != nil || token.createdAt.timeIntervalSince1970 <= 0 else { return token }
    var token = token
    token.createdAt = now()
    return token
  }
}
