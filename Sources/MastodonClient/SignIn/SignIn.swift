public import MastodonKit

/// The way from "nobody" to an account: register the program, let the person allow it in a browser, exchange the code
/// that the browser shows.
///
///     let signIn = SignIn(client: client, program: "Howdah", website: nil)
///     let pending = try await signIn.begin(application: nil, verifier: CodeVerifier.make(using: &random))
///     // show pending.authorizeURL, read the code
///     let session = try await signIn.finish(pending, code: code)
public struct SignIn: Sendable {
  /// What the code is shown by: the server's own page, since a browser elsewhere could not reach this machine.
  public static let redirectURI = "urn:ietf:wg:oauth:2.0:oob"
  /// What the app needs; `follow` is long since part of `write`.
  public static let scopes = "read write"

  private let client: MastodonClient
  private let program: String
  private let website: String?

  /// Makes the flow for one server; the client's own token is not used.
  public init(client: MastodonClient, program: String, website: String?) {
    self.client = client
    self.program = program
    self.website = website
  }

  /// A sign-in that waits for the person.
  public struct Pending: Sendable {
    /// The program as the server knows it; worth keeping for the next sign-in.
    public let application: Application
    /// Where the person allows it.
    public let authorizeURL: String
    fileprivate let verifier: Secret?
  }

  /// What a sign-in leads to.
  public struct Session: Sendable {
    /// The program as the server knows it; signing out needs it.
    public let application: Application
    /// The token, for safe storage.
    public let token: Token
    /// Who signed in.
    public let account: Account
  }

  /// Prepares the sign-in: registers the program unless it was before, and makes the address for the browser.
  ///
  /// The verifier is used where the server says that it supports it; with it a code is of no use to who overhears it.
  ///
  /// - throws: what ``MastodonClient/send(_:)`` throws.
  public func begin(application: Application?, verifier: Secret) async throws(MastodonError) -> Pending {
    let challenged = try await supportsS256()
    let registered: Application
    if let application {
      registered = application
    } else {
      registered = try await client.send(
        .registerApplication(name: program, website: website, redirectURI: Self.redirectURI, scopes: Self.scopes))
    }
    var query = [
      Field("response_type", "code"), Field("client_id", registered.clientID),
      Field("redirect_uri", Self.redirectURI), Field("scope", Self.scopes),
    ]
    if challenged {
      query.append(Field("code_challenge", CodeVerifier.challenge(verifier)))
      query.append(Field("code_challenge_method", "S256"))
    }
    return Pending(
      application: registered,
      authorizeURL: client.server.origin + HTTPRequest.target("/oauth/authorize", query),
      verifier: challenged ? verifier : nil)
  }

  /// Exchanges what the person pasted, the code or the whole address that it stands in, for a token, and asks whose it is.
  ///
  /// - throws: `.rejected` with the server's words for a wrong or used code.
  public func finish(_ pending: Pending, code: Secret) async throws(MastodonError) -> Session {
    let token = try await client.send(
      .token(
        code: Self.code(in: code), application: pending.application, redirectURI: Self.redirectURI,
        verifier: pending.verifier))
    let account = try await verify(Secret(token.accessToken))
    return Session(application: pending.application, token: token, account: account)
  }

  /// Asks whose a token is, such as one that the person brought along.
  ///
  /// - throws: `.unauthorized` for one that the server does not know.
  public func verify(_ token: Secret) async throws(MastodonError) -> Account {
    try await client.with(tokens: .fixed(token)).send(.verifyCredentials)
  }

  /// Makes a token useless; signing out waits for no answer that matters.
  ///
  /// - throws: what ``MastodonClient/send(_:)`` throws; the token should be forgotten here all the same.
  public func revoke(_ token: Secret, application: Application) async throws(MastodonError) {
    try await client.send(.revoke(token, application: application))
  }

  /// Whether the server's discovery document offers it; most servers have no such document.
  private func supportsS256() async throws(MastodonError) -> Bool {
    do {
      return try await client.send(.authorizationServer).codeChallengeMethods.contains("S256")
    } catch {
      switch error {
      case .cancelled, .unreachable, .timedOut, .rateLimited: throw error
      default: return false
      }
    }
  }

  private static func code(in pasted: Secret) -> Secret {
    let text = pasted.reveal.filter { !$0.isWhitespace }
    guard let mark = text.firstIndex(of: "?") else { return Secret(text) }
    let fields = FormEncoding.decode(text[text.index(after: mark)...].prefix { $0 != "#" })
    return Secret(fields.first { $0.name == "code" }?.value ?? text)
  }
}
