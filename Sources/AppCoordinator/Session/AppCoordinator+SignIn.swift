import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

extension AppCoordinator {
  /// The verbs of signing in and out.
  var accountVerbs: [Verb] {
    [
      Verb(
        "login", .flag("with-token"), .word("HOST"), help: "Sign in to a server",
        discussion: """
          Prints a page to open in a browser, on this machine or another. The page shows a code; paste it here. With \
          --with-token, an access token is read instead of a code, from standard input where that is a pipe.
          """
      ) { [weak self] withToken, host in
        guard let self else { return .nothing }
        return withToken ? try askForToken(host) : try await askForCode(host)
      },
      Verb("logout", help: "Sign out; the server forgets the token") { [weak self] in
        try await self?.signOut() ?? .nothing
      },
      Verb("accounts", aliases: ["whoami"], help: "List the accounts that are signed in here") { [weak self] in
        guard let self else { return .nothing }
        return .document(try accountsDocument())
      },
      Verb("switch", .word("ACCOUNT"), help: "Act as another account, user@host or sandbox") { [weak self] name in
        try self?.switchAccount(to: name) ?? .nothing
      },
    ]
  }

  private func signIn(to server: ServerAddress) -> SignIn {
    SignIn(
      client: MastodonClient(
        server: server, transport: .network(server, stack: dependencies.network), tokens: .signedOut,
        userAgent: AppVersion.userAgent, retries: dependencies.retries, now: dependencies.now),
      program: "Howdah", website: nil)
  }

  /// Reads what was typed as a server; what is wrong with it was typed, and is no fault of the network.
  private func server(named text: String) throws -> ServerAddress {
    do {
      return try ServerAddress(parsing: text)
    } catch .unreachable(let host, .plainText, _) {
      throw AppError.usage(
        "Howdah speaks to \(Sanitizer.clean(host)) through https alone.",
        suggestion: "login \(Sanitizer.clean(host)) does that.")
    } catch {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not the name of a server.",
        suggestion: "login takes a name such as mastodon.example.")
    }
  }

  private func askForCode(_ host: String) async throws -> Response {
    let server = try server(named: host)
    let signIn = signIn(to: server)
    var random = SystemRandomNumberGenerator()
    let pending = try await signIn.begin(application: nil, verifier: CodeVerifier.make(using: &random))
    let page = Document(
      kind: "sign_in",
      title: Document.Title("Sign in to \(server.name)"),
      blocks: [
        .paragraph("Open this page in a browser, on any machine, and allow Howdah. Then paste the code that it shows."),
        .blank,
        // Kept on one line whatever its length, so that it can be copied whole.
        .verbatim(StyledText(pending.authorizeURL, .link, url: pending.authorizeURL)),
      ], data: [JSONValue.Member("url", .string(pending.authorizeURL))])
    return .ask(
      Question(introduction: page, prompt: "Code", isSecret: true) { [weak self] code in
        let session: SignIn.Session
        do {
          session = try await signIn.finish(pending, code: Secret(code))
        } catch MastodonError.rejected, MastodonError.unauthorized {
          throw AppError.validation(
            "\(server.name) does not accept this code.", suggestion: "Codes work once: login \(host) makes a new one.")
        }
        guard let self else { return .nothing }
        return try keep(
          session.account, token: session.token, application: session.application, server: server)
      })
  }

  private func askForToken(_ host: String) throws -> Response {
    let server = try server(named: host)
    let signIn = signIn(to: server)
    return .ask(
      Question(prompt: "Token", isSecret: true) { [weak self] text in
        let token = text.filter { !$0.isWhitespace }
        let account = try await signIn.verify(Secret(token))
        guard let self else { return .nothing }
        return try keep(
          account, token: Token(accessToken: token, scope: "", createdAt: dependencies.now()), application: nil,
          server: server)
      })
  }

  /// Keeps what a sign-in led to, the secret first, and goes on as that account.
  private func keep(
    _ account: Account, token: Token, application: Application?, server: ServerAddress
  ) throws -> Response {
    let id = "\(account.username)@\(server.name)"
    let known = KnownAccount(
      id: id, address: server.origin, accountID: account.id, clientID: application?.clientID, scope: token.scope)
    do {
      try secrets.save(AccountSecrets(token: token, clientSecret: application?.clientSecret), id)
      try accounts.update { $0.add(known) }
      try install(try Self.signedIn(known, secrets: secrets))
    } catch {
      throw AppError(error)
    }
    return .toast(
      Toast(
        .success, StyledText("Signed in as @\(id)."), hint: "home",
        data: [JSONValue.Member("account", .string(id))]))
  }

  /// Tells the server to forget the token, forgets it here whatever the server says, and drops the session.
  private func signOut() async throws -> Response {
    let identity = session.identity
    guard !identity.isSandbox else {
      throw AppError.usage("There is no account to sign out of.", suggestion: "login HOST signs in to one.")
    }
    var refusal: AppError?
    do {
      let known = try accounts.load()[identity.id]
      let kept = try secrets.load(identity.id)
      if let kept { refusal = await revoke(kept, of: known, server: session.client.server) }
      try secrets.delete(identity.id)
      try accounts.update { $0.remove(identity.id) }
      choice.account = nil
      choice.usesSandbox = false
      try install(try Self.account(for: choice, accounts: accounts, secrets: secrets))
    } catch {
      throw AppError(error)
    }
    if let refusal {
      notices.post(StyledText("The server was not told: \(refusal.words) The token is forgotten here.", .warning))
    }
    return .toast(Toast(.success, StyledText("Signed out of @\(identity.id)."), hint: "login HOST"))
  }

  /// Asks the server to make the token useless; answers why it did not, if so.
  private func revoke(_ kept: AccountSecrets, of known: KnownAccount?, server: ServerAddress) async -> AppError? {
    guard let clientID = known?.clientID, let secret = kept.clientSecret else { return nil }
    do {
      try await signIn(to: server).revoke(
        Secret(kept.token.accessToken),
        application: Application(name: "Howdah", clientID: clientID, clientSecret: secret))
      return nil
    } catch {
      return AppError(error)
    }
  }

  private func accountsDocument() throws -> Document {
    var names: [String]
    do { names = try accounts.load().all.map(\.id) } catch { throw AppError(error) }
    names.append(AccountSession.Identity.sandboxID)
    let current = session.identity.id
    let rows = names.map { name -> [StyledText] in
      [StyledText("  @\(name)", .name), name == current ? StyledText("in use", .secondary) : StyledText()]
    }
    return Document(
      kind: "accounts", title: Document.Title("Accounts"), blocks: [.table(rows)],
      hint: StyledText("switch ACCOUNT · login HOST · logout", .hint),
      data: [
        JSONValue.Member("accounts", .array(names.map(JSONValue.string))),
        JSONValue.Member("current", .string(current)),
      ])
  }

  private func switchAccount(to name: String) throws -> Response {
    let id = name.hasPrefix("@") ? String(name.dropFirst()) : name
    do {
      if id == "sandbox" || id == AccountSession.Identity.sandboxID {
        try install(.sandbox)
        return .screen
      }
      guard let known = try accounts.load()[id] else {
        throw AppError.usage("@\(Sanitizer.clean(id)) is not signed in here.", suggestion: "accounts lists them.")
      }
      let account = try Self.signedIn(known, secrets: secrets)
      try accounts.update { _ = $0.select(id) }
      try install(account)
    } catch {
      throw AppError(error)
    }
    return .screen
  }
}
