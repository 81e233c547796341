import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

extension SignInCoordinator {
  /// Asks for an access token that was made elsewhere, and signs in with it.
  func askForToken(_ host: String?) async throws -> Response {
    let (named, user) = try server(named: host)
    let server = await withTLS(named, typed: host)
    return .ask(
      Question(prompt: "Token", isSecret: true) { [weak self] text in
        let token = Secret(pasted: text)
        guard let self else { return .nothing }
        let account: Account
        do {
          account = try await connector.signIn(to: server).verify(token)
        } catch MastodonError.unauthorized(let host, _) {
          throw AppError.detailed(
            .unauthorized(host: host),
            suggestion: "Copy the whole token, or make a new one in the settings of \(host).", data: [])
        } catch let error as MastodonError {
          // A token is not sent to another server before the user has named that one.
          guard let other = try await apiServer(insteadOf: server, after: error, user: user) else { throw error }
          throw AppError.usage(
            "The API of \(server.name) is at \(other.name).",
            suggestion: "Sign in there: login \(other.name) --with-token.")
        }
        return try await keep(
          account, token: Token(accessToken: token.reveal, scope: "", createdAt: connector.now()),
          application: nil, server: server, tokenURL: nil, revocationURL: nil)
      })
  }

  /// Stores the account that signed in, the secret first, and switches to it.
  func keep(
    _ account: Account, token: Token, application: Application?, server: ServerAddress, tokenURL: String?,
    revocationURL: String?
  ) async throws -> Response {
    let id = try await self.id(of: account, at: server, token: Secret(token.accessToken))
    let known = KnownAccount(
      id: id, address: server.origin, accountID: account.id, clientID: application?.clientID, scope: token.scope,
      tokenURL: tokenURL, revocationURL: revocationURL)
    let toast = Toast(
      .success, StyledText("Signed in as @\(id)."), hint: "home", data: [JSONValue.Member("account", .string(id))])
    do {
      try await accounts.add(known, AccountSecrets(token: token, clientSecret: application?.clientSecret))
      // Nothing of an earlier sign-in is true of this one.
      KnownServerFile(locations: locations, account: id, now: connector.now).update { server in
        server = KnownServer()
        server.account = KnownServer.Part(account, connector.now())
      }
      if let obstacle = account.details?.obstacle {
        context.post(StyledText(AccountObstacle.sentence(obstacle), .warning))
      }
      let refused = token.scopesRefused(of: application?.scopes ?? [])
      if !refused.isEmpty {
        context.post(
          StyledText(
            "\(server.name) did not grant \(refused.joined(separator: ", ")): commands that need it are refused.",
            .warning))
      }
      let session = try context.session()
      guard session.identity.id == id, session.identity.accountID == account.id, let tokens = session.tokens else {
        try context.install(try await accounts.signedIn(id))
        await context.refreshServerPreferences()
        if let limit = context.archiveLimit() { context.post(SignInContext.archiveNotice(limit: limit)) }
        return .toast(toast)
      }
      // The same account again: the session stays, and the command that failed can be repeated.
      await tokens.replace(with: token)
      context.restartStream()
    } catch {
      throw AppError(error)
    }
    return .retry(toast)
  }
}
