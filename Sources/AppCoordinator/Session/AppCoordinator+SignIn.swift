import Accounts
import AppPreferences
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import PushNotifications
import ShellFeature
import TerminalKit

extension AppCoordinator {
  /// The verbs of signing in and out.
  var accountVerbs: [Verb] {
    [
      Verb(
        "login", .flag("with-token"), .flag("no-browser"), .optionalWord("HOST"), help: "Sign in to a server",
        discussion: """
          HOST is a server such as mastodon.example, or somebody there: @wren@mastodon.example. Without it, the present \
          account signs in again, and what failed because of it is done; in the sandbox, a sheet asks where to.

          Opens the server's page in a browser of this machine, and prints its address. Over ssh, without a desktop and \
          with --no-browser, the page can be opened on any machine; it shows a code to paste here. $BROWSER names \
          another browser.

          With --with-token, an access token is read instead, from standard input where that is a pipe.
          """
      ) { [weak self] withToken, noBrowser, host in
        guard let self else { return .nothing }
        // Without a server a person is asked for one; a script has to name it.
        if !withToken, host == nil, !session.identity.isOnServer, choice.isConversation {
          try await present(.signIn(nil))
          return .screen
        }
        return withToken ? try await askForToken(host) : try await askToAllow(host, noBrowser: noBrowser)
      }.withoutAccount,
      Verb("logout", help: "Sign out; the server forgets the token") { [weak self] in
        try await self?.signOut() ?? .nothing
      },
      Verb("accounts", aliases: ["whoami"], help: "List the accounts that are signed in here") { [weak self] in
        guard let self else { return .nothing }
        return .document(try accountsDocument())
      }.withoutAccount,
      Verb("switch", .word("ACCOUNT"), help: "Act as another account, user@host or sandbox") { [weak self] name in
        try await self?.switchAccount(to: name) ?? .nothing
      }.withoutAccount,
    ]
  }

  private func askForToken(_ host: String?) async throws -> Response {
    let server = await securest(try server(named: host).0, typed: host)
    let signIn = dependencies.connector.signIn(to: server)
    return .ask(
      Question(prompt: "Token", isSecret: true) { [weak self] text in
        let token = Secret(pasted: text)
        let account = try await signIn.verify(token)
        guard let self else { return .nothing }
        return try await keep(
          account, token: Token(accessToken: token.reveal, scope: "", createdAt: dependencies.now()),
          application: nil, server: server, tokenURL: nil, revocationURL: nil)
      })
  }

  /// Keeps what a sign-in led to, the secret first, and goes on as that account.
  func keep(
    _ account: Account, token: Token, application: Application?, server: ServerAddress, tokenURL: String?,
    revocationURL: String?
  ) async throws -> Response {
    let id = "\(account.username)@\(server.name)"
    let known = KnownAccount(
      id: id, address: server.origin, accountID: account.id, clientID: application?.clientID, scope: token.scope,
      tokenURL: tokenURL, revocationURL: revocationURL)
    let toast = Toast(
      .success, StyledText("Signed in as @\(id)."), hint: "home", data: [JSONValue.Member("account", .string(id))])
    do {
      try await accounts.add(known, AccountSecrets(token: token, clientSecret: application?.clientSecret))
      guard session.identity.id == id, session.identity.accountID == account.id, let tokens = session.tokens else {
        try install(try await accounts.signedIn(id))
        await session.serverPreferences.refresh()
        return .toast(toast)
      }
      // The same account once more: whatever it was about stays as it is, and can go on.
      await tokens.replace(with: token)
      restartLifecycle()
    } catch {
      throw AppError(error)
    }
    return .retry(toast)
  }

  /// Tells the server to forget the token, forgets it here whatever the server says, and drops the session.
  private func signOut() async throws -> Response {
    let identity = session.identity
    guard identity.isOnServer else {
      throw AppError.usage("There is no account to sign out of.", suggestion: "login HOST signs in to one.")
    }
    var refusal: AppError?
    var isTokenLeft = false
    let host = session.client.server.name
    do {
      let known = try accounts.known()[identity.id]
      if let kept = try await accounts.secrets(of: identity.id) {
        if let known, let application = kept.application(of: known) {
          refusal = await revoke(kept, application, of: known, server: session.client.server)
        } else {
          isTokenLeft = true
        }
      }
      try await accounts.remove(identity.id)
      pushes.forget(identity.id)
      choice.account = nil
      choice.usesSandbox = false
      // The rest of a script was written for the account that is gone, and for no other.
      try install(
        choice.isConversation ? try accounts.account(for: choice.accountChoice) : .signedOut(.noAccount(.signedOut)))
    } catch {
      throw AppError(error)
    }
    if let refusal {
      notices.post(StyledText("The server was not told: \(refusal.words) The token is forgotten here.", .warning))
    }
    if isTokenLeft {
      // Only the application that a token was made for can revoke it, and Howdah is not that one.
      notices.post(
        StyledText("The token is still valid, because login --with-token added it. Revoke it on \(host).", .warning))
    }
    return .toast(
      Toast(
        .success, StyledText("Signed out of @\(identity.id).\(try successor())"), hint: "login HOST",
        data: [
          JSONValue.Member("account", .string(identity.id)),
          JSONValue.Member("revoked", .bool(refusal == nil && !isTokenLeft)),
        ]))
  }

  /// Who is used after a sign-out, as a sentence; empty where nobody is.
  private func successor() throws -> String {
    let next = choice.isConversation ? session.identity : nil
    if next?.isSandbox == true { return " You are in the sandbox." }
    // What the next command will be run as matters to whoever typed this one.
    guard let id = try next?.id ?? accounts.known().currentID else { return "" }
    return " The current account is @\(id)."
  }

  /// Asks the server to make the token useless; answers why it did not, if so.
  private func revoke(
    _ kept: AccountSecrets, _ application: Application, of known: KnownAccount, server: ServerAddress
  ) async -> AppError? {
    let signIn = dependencies.connector.signIn(to: server)
    return await withTaskGroup(of: AppError?.self) { group in
      group.addTask {
        do {
          try await signIn.revoke(
            Secret(kept.token.accessToken), application: application, at: known.revocationURL)
          return nil
        } catch {
          return AppError(error)
        }
      }
      group.addTask {
        // Nobody waits for long to leave.
        do { try await Task.sleep(for: .seconds(5)) } catch { return nil }
        return .network(.timedOut(host: server.name, seconds: 5))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
  }

  private func accountsDocument() throws -> Document {
    var names = try accounts.known().all.map(\.id)
    let current = session.identity.id
    // A script never falls back to the sandbox, so there it is no account to act as.
    if choice.fallsBackToSandbox || session.identity.isSandbox { names.append(AccountIdentity.sandboxID) }
    let rows = names.map { name -> [StyledText] in
      [StyledText("  @\(name)", .name), name == current ? StyledText("in use", .secondary) : StyledText()]
    }
    return Document(
      kind: "accounts", title: Document.Title("Accounts"),
      blocks: (rows.isEmpty ? [.paragraph("No account is signed in.")] : [.table(rows)])
        + (live.map { [.blank, .paragraph(StyledText("Live updates: ") + $0.text)] } ?? []),
      hint: StyledText("switch ACCOUNT · login HOST · logout", .hint),
      data: [
        JSONValue.Member("accounts", .array(names.map(JSONValue.string))),
        JSONValue.Member("current", names.contains(current) ? .string(current) : .null),
        JSONValue.Member("live", .optional(live?.rawValue)),
      ])
  }

  private func switchAccount(to name: String) async throws -> Response {
    let id = AccountManager.id(in: name)
    do {
      if id == "sandbox" || id == AccountIdentity.sandboxID {
        guard choice.fallsBackToSandbox || choice.usesSandbox else {
          throw AppError.usage("A script cannot switch to the sandbox.", suggestion: "Start it with howdah --sandbox.")
        }
        try install(.sandbox)
        return .screen
      }
      let account = try await accounts.signedIn(id)
      try accounts.select(id)
      try install(account)
    } catch {
      throw AppError(error)
    }
    return .screen
  }
}
