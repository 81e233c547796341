import Accounts
import ConcurrencyKit
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

/// The way through a browser, from the name of a server to an account.
extension AppCoordinator {
  /// How long a browser may take to come back; a person may have to find a password first.
  static let patience = Duration.seconds(600)

  /// Shows the server's page, and goes on with the code that the browser brings or the person pastes.
  func askToAllow(_ host: String?, noBrowser: Bool) async throws -> Response {
    let (named, user) = try server(named: host)
    let server = await securest(named, typed: host)
    let signIn = dependencies.connector.signIn(to: server)
    var random = SystemRandomNumberGenerator()
    let words = SignIn.Words.random(using: &random)
    let kept = try await accounts.application(at: server)
    // Where the browser is on another machine, it could not come back to this one.
    let listener = noBrowser || !dependencies.browser.isAtHand() ? nil : await listen(for: words.state, kept: kept)
    let pending: SignIn.Pending
    do {
      pending = try await signIn.begin(
        application: kept, redirectURI: listener?.redirectURI ?? SignIn.outOfBand, words: words,
        needs: [.read, .write, .push], forcesLogin: isAnother(user, at: server))
    } catch {
      throw Self.refusal(error, at: server)
    }
    if pending.application != kept { try await accounts.keep(pending.application, at: server) }
    let isOpen = listener != nil && dependencies.browser.open(pending.authorizeURL)
    var elsewhere: (@MainActor @Sendable () async throws -> Response)?
    if let listener {
      elsewhere = { [weak self] in
        let code = try await Self.code(from: listener, at: server)
        return try await self?.finish(pending, code, signIn, server) ?? .nothing
      }
    }
    let page = Self.page(pending.authorizeURL, of: server, isOpen: isOpen, comesBack: listener != nil)
    let question = Question(introduction: page, prompt: "Code", isSecret: true, elsewhere: elsewhere) {
      [weak self] pasted in
      let code = try Self.code(in: Secret(pasted), pending, at: server)
      return try await self?.finish(pending, code, signIn, server) ?? .nothing
    }
    return .ask(question)
  }

  private static func code(from listener: RedirectListener, at server: ServerAddress) async throws -> Secret {
    do throws(SignInFailure) {
      return try await listener.code(within: patience)
    } catch {
      throw refusal(error, at: server)
    }
  }

  private static func code(in pasted: Secret, _ pending: SignIn.Pending, at server: ServerAddress) throws -> Secret {
    do throws(SignInFailure) {
      return try pending.code(in: pasted)
    } catch {
      throw refusal(error, at: server)
    }
  }

  private func finish(
    _ pending: SignIn.Pending, _ code: Secret, _ signIn: SignIn, _ server: ServerAddress
  ) async throws -> Response {
    let signedIn: SignIn.Session
    do {
      signedIn = try await signIn.finish(pending, code: code)
    } catch MastodonError.rejected {
      throw AppError.validation(
        "\(server.name) does not accept this code.",
        suggestion: "Codes work once: login \(server.name) makes a new one.")
    } catch MastodonError.unauthorized {
      // Whatever it was that the server no longer knows: the next sign-in begins with nothing.
      try await accounts.keep(nil, at: server)
      throw AppError.validation(
        "\(server.name) does not accept this code.",
        suggestion: "login \(server.name) makes a new one.")
    }
    return try await keep(
      signedIn.account, token: signedIn.token, application: signedIn.application, server: server,
      tokenURL: signedIn.tokenURL, revocationURL: signedIn.revocationURL)
  }

  /// Waits for the browser, on the port of the last time if that is free; `nil` if there is no port at all.
  private func listen(for state: Secret, kept: Application?) async -> RedirectListener? {
    let port = kept?.redirectURIs.lazy.filter { $0.hasPrefix("http://127.0.0.1:") }.compactMap { uri -> Int? in
      do { return try ServerAddress(parsing: uri).port } catch { return nil }
    }.first
    do {
      return try await RedirectListener(on: dependencies.network, state: state, port: port, program: "Howdah")
    } catch {
      return nil
    }
  }

  /// Whether somebody else than the accounts of this server that are known here is to sign in.
  ///
  /// The browser may be signed in as one of those, and would not ask.
  private func isAnother(_ user: String?, at server: ServerAddress) -> Bool {
    guard let user else { return false }
    let known: [KnownAccount.ID]
    // A list that cannot be read is replaced by this sign-in.
    do { known = try accounts.known().all.map(\.id) } catch { return false }
    return Self.isAnother(user, among: known, at: server)
  }

  private static func isAnother(_ user: String, among known: [KnownAccount.ID], at server: ServerAddress) -> Bool {
    let known = known.filter { $0.hasSuffix("@\(server.name)") }
    return !known.isEmpty && !known.contains("\(user)@\(server.name)")
  }

  // MARK: - Words

  /// What the person reads before the prompt.
  private static func page(_ url: String, of server: ServerAddress, isOpen: Bool, comesBack: Bool) -> Document {
    let words =
      switch (isOpen, comesBack) {
      case (true, _):
        """
        A browser opens this page; allow Howdah there. If it is on another machine, paste the address here at which it \
        ends.
        """
      case (false, true):
        """
        Open this page in a browser and allow Howdah. If the browser is on another machine, paste the address here at \
        which it ends.
        """
      case (false, false):
        "Open this page in a browser, on any machine, and allow Howdah. Then paste the code that it shows."
      }
    return Document(
      kind: "sign_in", title: Document.Title("Sign in to \(server.name)"),
      blocks: [
        .paragraph(StyledText(words)), .blank,
        // Kept on one line whatever its length, so that it can be copied whole.
        .verbatim(StyledText(url, .link, url: url)),
      ], data: [JSONValue.Member("url", .string(url))])
  }

  /// Says why a server cannot be signed in to.
  private static func refusal(_ error: MastodonError, at server: ServerAddress) -> AppError {
    switch error {
    case .notFound, .unsupported, .invalidAnswer:
      .usage(
        "\(server.name) does not speak Mastodon's API, so Howdah cannot sign in there.",
        suggestion: "Check the name: login takes a server such as mastodon.example.")
    default: AppError(error)
    }
  }

  /// Says why a browser brought no code.
  private static func refusal(_ failure: SignInFailure, at server: ServerAddress) -> AppError {
    let again = "login \(server.name) begins anew."
    return switch failure {
    case .denied: .validation("Howdah was not allowed at \(server.name).", suggestion: again)
    case .foreign: .validation("That belongs to another sign-in.", suggestion: again)
    case .refused(let code):
      .validation("\(server.name) did not sign you in (\(Sanitizer.clean(code))).", suggestion: again)
    case .timedOut: .validation("Nobody allowed Howdah at \(server.name) in time.", suggestion: again)
    case .noPort: .unknown("There is no free port on this machine.")
    case .cancelled: .cancelled
    }
  }

  /// Reads what was typed as a server, and the name of somebody there if one was given: `@wren@shore.example`,
  /// `https://shore.example/@wren`, `shore.example:3000`; nothing is the server of the present account.
  func server(named text: String?) throws -> (ServerAddress, user: String?) {
    guard let text else {
      guard session.identity.isOnServer else {
        throw AppError.usage("HOST is missing.", suggestion: "login HOST signs in, such as login mastodon.example.")
      }
      return (session.client.server, session.identity.username)
    }
    guard !ServerAddress.hasUserInfo(text) else {
      // Not repeated: what stands before the host can be a password.
      throw AppError.usage(
        ServerAddress.userInfoRefusal, suggestion: "login takes the server alone, such as login mastodon.example.")
    }
    do {
      return (try ServerAddress(parsing: text), Self.user(in: text))
    } catch .unreachable(let host, .plainText, _) {
      // What is wrong with it was typed, and is no fault of the network.
      throw AppError.usage(
        "Howdah speaks to \(Sanitizer.clean(host)) through https alone.",
        suggestion: "login \(Sanitizer.clean(host)) does that.")
    } catch {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not the name of a server.",
        suggestion: "login takes a name such as mastodon.example.")
    }
  }

  /// The server at this address through TLS, where no scheme was typed and it speaks TLS on this machine.
  ///
  /// Elsewhere nothing but TLS is spoken; here the plain form is what a server behind no proxy speaks.
  func securest(_ server: ServerAddress, typed text: String?) async -> ServerAddress {
    guard server.scheme == .http, let text, !text.contains("://") else { return server }
    do {
      // A port that was typed is the only one that is tried.
      let isPortTyped = text.prefix { $0 != "/" && $0 != "?" }.hasSuffix(":80")
      let secure = try ServerAddress(
        scheme: .https, host: server.host, port: server.port == 80 && !isPortTyped ? nil : server.port)
      let client = MastodonClient(
        server: secure, transport: dependencies.connect(secure, dependencies.network), tokens: .signedOut,
        userAgent: AppVersion.userAgent, now: dependencies.now)
      let answered = try await withTimeout(Self.handshakePatience) { try await client.speaks() }
      return answered == true ? secure : server
    } catch {
      return server
    }
  }

  /// How long a server on this machine may take to answer a TLS greeting; one without TLS may not answer at all.
  private static let handshakePatience = Duration.seconds(3)

  private static func user(in text: String) -> String? {
    var text = text[...]
    if let scheme = text.firstRange(of: "://") {
      guard let slash = text[scheme.upperBound...].firstIndex(of: "/") else { return nil }
      text = text[text.index(after: slash)...].prefix { $0 != "/" && $0 != "?" }
      return text.hasPrefix("@") && text.count > 1 ? String(text.dropFirst().prefix { $0 != "@" }) : nil
    }
    if text.hasPrefix("@") { text = text.dropFirst() }
    let parts = text.split(separator: "@")
    return parts.count == 2 ? String(parts[0]) : nil
  }
}
