public import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

extension SignInCoordinator {
  /// The command `register`.
  public var registerVerb: Verb {
    Verb(
      "register", aliases: ["signup"], .optionalWord("HOST"), .flag("resend"), .option("email", "ADDRESS"),
      help: "Create an account on a server",
      discussion: """
        Shows the server's rules, and once you agree asks for a user name, an email address, a password, and whatever \
        else the server wants to know. The password is neither shown nor stored. The account can be used once you have \
        opened the link in the server's email and, where moderators approve new accounts, they did.

        register --resend lets the server send the email again, with --email to another address.
        """
    ) { [weak self] host, resends, email in
      guard let self else { return .nothing }
      if resends { return try await resendConfirmation(of: host, to: email) }
      guard email == nil else {
        throw AppError.usage("--email needs --resend.", suggestion: "A new account's address is asked for.")
      }
      guard let host else {
        throw AppError.usage("Which server? Give its name.", suggestion: "For example: register mastodon.example.")
      }
      return try await register(at: host)
    }.withoutAccount.having(.changesMachine("it needs the server's answers"))
  }

  private func register(at host: String) async throws -> Response {
    let (named, user) = try server(named: host)
    let (server, instance) = try await onAPIServer(of: await withTLS(named, typed: host), user: user) { server in
      let instance = try await connector.anonymousClient(for: server).instanceService.instance()
      return (server, instance)
    }
    let registrations = instance.registrations
    guard registrations.enabled else { throw Self.closed(server, registrations.message) }
    if let page = registrations.url {
      throw AppError.validation(
        "\(server.name) creates accounts on a page of its own: \(Sanitizer.clean(page))",
        suggestion: "Open it in a browser, then sign in: login \(server.name).")
    }
    let registration = Registration(server: server, instance: instance)
    guard !instance.rules.isEmpty else { return try await ask(registration) }
    return .ask(
      Question(introduction: registration.rules, prompt: "Do you agree to these rules? [y/N]") { [weak self] answer in
        guard ["y", "yes"].contains(answer.lowercased()) else {
          return .toast(Toast(.information, "No account was created."))
        }
        return try await self?.ask(registration) ?? .nothing
      })
  }

  /// The error for a server that is closed to new accounts, in its own words if it gives any.
  private static func closed(_ server: ServerAddress, _ message: String?) -> AppError {
    let reason = message.map { HTMLText.styled($0).plain } ?? ""
    return .validation(
      "\(server.name) doesn't accept new accounts.", suggestion: reason.isEmpty ? "Choose another server." : reason)
  }

  /// Asks for the first field without an answer, and creates the account once all have one.
  private func ask(_ registration: Registration) async throws -> Response {
    guard let field = registration.next else { return try await create(registration) }
    var introduction = registration.refusal.map { refusal in
      Document(kind: "register", blocks: [.paragraph(StyledText(refusal, .warning))])
    }
    // Where there are no rules to agree to, the conditions come before the first question.
    if registration.answers.isEmpty, introduction == nil, registration.instance.rules.isEmpty {
      introduction = registration.rules
    }
    let isSecret = field == .password
    return .ask(
      Question(introduction: introduction, prompt: registration.prompt(for: field), isSecret: isSecret) {
        [weak self] answer in
        var registration = registration
        registration.refusal = nil
        registration.answers[field] = answer
        return try await (isSecret ? self?.askAgain(registration) : self?.ask(registration)) ?? .nothing
      })
  }

  /// Asks for the password a second time, because what was typed could not be seen.
  private func askAgain(_ registration: Registration) async throws -> Response {
    .ask(
      Question(prompt: "The same password again", isSecret: true) { [weak self] answer in
        var registration = registration
        if answer != registration.answers[.password] {
          registration.answers[.password] = nil
          registration.refusal = "The passwords differ."
        }
        return try await self?.ask(registration) ?? .nothing
      })
  }

  private func create(_ registration: Registration) async throws -> Response {
    let server = registration.server
    let client = connector.anonymousClient(for: server)
    let scopes = "read write push"
    do {
      return try await create(registration, scopes, client)
    } catch let error as MastodonError {
      switch error {
      // Mastodon and others answer so when nobody can register, or not over the API.
      case .forbidden(_, let words, _): throw Self.closed(server, words.isEmpty ? nil : words)
      case .notFound, .unsupported, .lacks: throw Self.closed(server, nil)
      default: throw error
      }
    }
  }

  private func create(
    _ registration: Registration, _ scopes: String, _ client: MastodonClient
  ) async throws -> Response {
    let server = registration.server
    let application = try await client.send(
      .registerApplication(
        name: "Howdah", website: nil, redirectURIs: [SignIn.outOfBand], scopes: scopes))
    let own = try await client.send(.token(of: application, redirectURI: SignIn.outOfBand, scopes: scopes))
    let token: Token
    do {
      token = try await client.with(tokens: .fixed(Secret(own.accessToken))).send(.signUp(registration.signUp))
    } catch MastodonError.rejected(_, let words, _) {
      var registration = registration
      registration.forget(refused: words)
      return try await ask(registration)
    }
    if let account = try await confirmed(client.with(tokens: .fixed(Secret(token.accessToken)))) {
      return try await keep(
        account, token: token, application: application, server: server, tokenURL: nil, revocationURL: nil)
    }
    return try await keepUnconfirmed(token, application, registration)
  }

  /// Stores an account that cannot be used yet, and stays with the present one.
  private func keepUnconfirmed(
    _ token: Token, _ application: Application, _ registration: Registration
  ) async throws -> Response {
    let server = registration.server
    let (name, email) = (registration.answers[.username] ?? "", registration.answers[.email] ?? "")
    let domain = try? ServerAddress(parsing: registration.instance.domain).name  // Else the server's own name.
    let known = KnownAccount(
      id: "\(name)@\(domain ?? server.name)", address: server.origin, accountID: KnownAccount.unconfirmedID,
      clientID: application.clientID, scope: token.scope)
    let current = try accounts.known().currentID
    try await accounts.add(known, AccountSecrets(token: token, clientSecret: application.clientSecret))
    if let current { try accounts.select(current) }
    let approval =
      registration.instance.registrations.approvalRequired ? " A moderator then has to approve the account." : ""
    return .success(
      "Created @\(known.id). Open the link in the email to \(email).\(approval)",
      hint: "switch @\(known.id) · register --resend",
      data: [JSONValue.Member("account", .string(known.id)), JSONValue.Member("confirmed", false)])
  }

  /// The account of a token; `nil` while its address is not confirmed or the account not approved.
  private func confirmed(_ client: MastodonClient) async throws -> Account? {
    do { return try await client.send(.verifyCredentials) } catch MastodonError.forbidden { return nil }
  }

  /// Asks the server whether an account that was created here can be used by now.
  ///
  /// - Throws: ``AppError`` in the server's words if it cannot.
  func confirm(_ known: KnownAccount) async throws {
    guard let kept = try await accounts.secrets(of: known.id) else { return }
    let client = connector.anonymousClient(for: try ServerAddress(parsing: known.address))
    do {
      let account = try await client.with(tokens: .fixed(Secret(kept.token.accessToken))).send(.verifyCredentials)
      var known = known
      known.accountID = account.id
      try await accounts.add(known, kept)
    } catch MastodonError.forbidden(_, let words, _) {
      throw AppError.validation(
        Sanitizer.clean("@\(known.id) can't be used yet" + (words.isEmpty ? "." : ": \(words)")),
        suggestion: "Open the link in the server's email. To get another one: register --resend.")
    }
  }

  /// Lets the server send the email again.
  private func resendConfirmation(of name: String?, to email: String?) async throws -> Response {
    let all = try accounts.known().all.filter { $0.accountID == KnownAccount.unconfirmedID }
    let chosen =
      name.map { name in
        if let account = AccountManager.account(named: name, in: all) { return [account] }
        let host = try? ServerAddress(parsing: name).name  // What is not a host names no server either.
        return all.filter { host != nil && ($0.serverName == host || Handle($0.id).host == host) }
      } ?? all
    guard let known = chosen.first else {
      throw AppError.validation(
        "No new account waits for its confirmation.", suggestion: "Create one with register HOST.")
    }
    guard chosen.count == 1 else {
      throw AppError.usage(
        "Which account? \(all.map { "@\($0.id)" }.joined(separator: ", ")) wait for a confirmation.",
        suggestion: "For example: register --resend @\(known.id).")
    }
    guard let kept = try await accounts.secrets(of: known.id) else { throw AppError.noAccount(.signedOut) }
    let client = connector.anonymousClient(for: try ServerAddress(parsing: known.address))
      .with(tokens: .fixed(Secret(kept.token.accessToken)))
    do {
      try await client.send(.resendConfirmation(to: email))
    } catch {
      guard case .forbidden(let host, _, _) = error else { throw error }
      throw AppError.validation(
        "\(host) sends no email for @\(known.id): the address may be confirmed already.",
        suggestion: "Try it: switch @\(known.id).")
    }
    return .success(
      "The server sent another email for @\(known.id).", hint: "switch @\(known.id)",
      data: [JSONValue.Member("account", .string(known.id))])
  }
}
