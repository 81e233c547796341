public import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import Subprocesses
import TerminalKit

extension SignInCoordinator {
  /// The time in which a browser has to return; the user may have to look for a password.
  static let browserTimeout = Duration.seconds(600)

  /// Shows the server's page, and signs in with the code that the browser returns or the user pastes.
  ///
  /// - Parameters:
  ///   - host: The server as it was typed, with or without a user; `nil` for the current account's.
  ///   - noBrowser: Whether the page is opened on another machine.
  public func signIn(at host: String?, noBrowser: Bool) async throws -> Response {
    let (named, user) = try server(named: host)
    do {
      return try await onAPIServer(of: await withTLS(named, typed: host), user: user) { server in
        try await signIn(at: server, user: user, noBrowser: noBrowser)
      }
    } catch let error as MastodonError {
      throw Self.refusal(error, at: named)
    }
  }

  private func signIn(at server: ServerAddress, user: String?, noBrowser: Bool) async throws -> Response {
    let signIn = connector.signIn(to: server)
    var random = SystemRandomNumberGenerator()
    let words = SignIn.Words.random(using: &random)
    let kept = try await accounts.application(at: server)
    // A browser on another machine cannot connect back to this one.
    let listener = noBrowser || !browser.isAvailable() ? nil : await listen(for: words.state, kept: kept)
    let pending = try await signIn.begin(
      application: kept, redirectURI: listener?.redirectURI ?? SignIn.outOfBand, words: words,
      needs: [.read, .write, .push], forcesLogin: isAnother(user, at: server))
    if pending.application != kept { try await accounts.keep(pending.application, at: server) }
    let isOpen = listener != nil && browser.open(pending.authorizeURL)
    var elsewhere: (@MainActor @Sendable () async throws -> Response)?
    if let listener {
      elsewhere = { [weak self] in
        let code = try await Self.code(from: listener, at: server)
        return try await self?.finish(pending, code, signIn, server) ?? .nothing
      }
    }
    let page = Self.page(pending.authorizeURL, of: server, isOpen: isOpen, returns: listener != nil)
    let question = Question(introduction: page, prompt: "Code", isSecret: true, elsewhere: elsewhere) {
      [weak self] pasted in
      let code = try Self.code(in: Secret(pasted), pending, at: server)
      return try await self?.finish(pending, code, signIn, server) ?? .nothing
    }
    return .ask(question)
  }

  private static func code(from listener: RedirectListener, at server: ServerAddress) async throws -> Secret {
    do throws(SignInFailure) {
      return try await listener.code(within: browserTimeout)
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
        "\(server.name) rejected this code.",
        suggestion: "Each code works once. Get a new one: login \(server.name).")
    } catch MastodonError.unauthorized {
      // The server no longer knows something of this sign-in; the next one registers again.
      try await accounts.keep(nil, at: server)
      throw AppError.validation(
        "\(server.name) rejected this code.",
        suggestion: "Get a new one: login \(server.name).")
    }
    return try await keep(
      signedIn.account, token: signedIn.token, application: signedIn.application, server: server,
      tokenURL: signedIn.tokenURL, revocationURL: signedIn.revocationURL)
  }

  /// Listens for the browser, on the port of the last sign-in if it is free; `nil` if no port is free.
  private func listen(for state: Secret, kept: Application?) async -> RedirectListener? {
    let port = kept?.redirectURIs.lazy.filter { $0.hasPrefix("http://127.0.0.1:") }.compactMap { uri -> Int? in
      // An address that cannot be parsed has no port to try again.
      try? ServerAddress(parsing: uri).port
    }.first
    do {
      return try await RedirectListener(on: connector.network, state: state, port: port, program: "Howdah")
    } catch {
      // Without a listener the user copies the code from the browser.
      return nil
    }
  }

  /// Whether the user is none of this server's accounts that are signed in here.
  ///
  /// The browser may be signed in as one of those and would then not ask who signs in.
  private func isAnother(_ user: String?, at server: ServerAddress) -> Bool {
    guard let user else { return false }
    let known: [KnownAccount]
    // A list that cannot be read is replaced by this sign-in.
    do { known = try accounts.known().all.filter { $0.address == server.origin } } catch { return false }
    return !known.isEmpty && !known.contains { Handle($0.id).username.lowercased() == user.lowercased() }
  }

  // MARK: - Messages

  /// The text above the prompt for the code.
  private static func page(_ url: String, of server: ServerAddress, isOpen: Bool, returns: Bool) -> Document {
    let message =
      switch (isOpen, returns) {
      case (true, _):
        """
        Authorize Howdah on this page, which opens in your browser. If the browser is on another machine, paste the \
        address of the last page here.
        """
      case (false, true):
        """
        Open this page in a browser and authorize Howdah. If the browser is on another machine, paste the address of \
        the last page here.
        """
      case (false, false):
        "Open this page in a browser on any machine and authorize Howdah. Then paste the code that it shows."
      }
    return Document(
      kind: "sign-in-page", title: Document.Title("Sign in to \(server.name)"),
      blocks: [
        .paragraph(StyledText(message)), .blank,
        // Kept on one line whatever its length, so that it can be copied whole.
        .verbatim(StyledText(url, .link, url: url)),
      ], data: [JSONValue.Member("url", .string(url))])
  }

  /// The message for a server that cannot be signed in to.
  private static func refusal(_ error: MastodonError, at server: ServerAddress) -> AppError {
    switch error {
    case .notFound, .unsupported, .lacks, .invalidResponse:
      .usage(
        "\(server.name) does not support Mastodon's API, so Howdah cannot sign in there.",
        suggestion: "Check the name. It should look like mastodon.example.")
    default: AppError(error)
    }
  }

  /// The message for a browser that returned no code.
  private static func refusal(_ failure: SignInFailure, at server: ServerAddress) -> AppError {
    let again = "Try again: login \(server.name)."
    return switch failure {
    case .denied: .validation("You did not authorize Howdah on \(server.name).", suggestion: again)
    case .foreign: .validation("This code belongs to another sign-in.", suggestion: again)
    case .refused(let code):
      .validation("\(server.name) refused to sign you in (\(Sanitizer.clean(code))).", suggestion: again)
    case .timedOut: .validation("Signing in to \(server.name) timed out.", suggestion: again)
    case .noPort: .unknown("No free port on this machine.")
    case .cancelled: .cancelled
    }
  }
}
