public import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

extension SignInCoordinator {
  /// Signs out; asks first what should happen to the texts that are only on this machine.
  func signOut(keepingTexts: Bool) async throws -> Response {
    let identity = try context.session().identity
    guard identity.isOnServer else {
      throw AppError.usage("You are not signed in.", suggestion: "Sign in with login HOST.")
    }
    guard !keepingTexts, let texts = try context.texts(identity.id) else {
      return try await leave(keepingTexts: keepingTexts)
    }
    return .confirm(
      Confirmation(
        "\(texts) of @\(identity.id) would be deleted from this machine for good. Sign out?",
        declined: Toast(.information, "You are still signed in. To sign out and keep them: logout --keep")
      ) { [weak self] in try await self?.leave(keepingTexts: false) ?? .nothing })
  }

  /// Revokes the token, deletes the account here whatever the server answers, and drops the session.
  private func leave(keepingTexts: Bool) async throws -> Response {
    let session = try context.session()
    let identity = session.identity
    var refusal: AppError?
    var isTokenLeft = false
    var unreadable: String?
    let host = session.server.name
    do {
      let known = try accounts.known()[identity.id]
      let kept: AccountSecrets?
      do { kept = try await accounts.secrets(of: identity.id) } catch AppError.cancelled {
        throw AppError.cancelled
      } catch {
        // A user who signs out must not have to unlock a vault for it.
        kept = nil
        // Where it is, is known without the vault.
        let places = (try? accounts.secrets.places()) ?? []
        unreadable = places.first { $0.owner == identity.id && $0.kind == .token }?.vault.words ?? "its vault"
      }
      if kept == nil, unreadable == nil { unreadable = "its file" }
      if let kept {
        if let known, let application = kept.application(of: known) {
          refusal = await revoke(kept, application, of: known, server: session.server)
        } else {
          isTokenLeft = true
        }
      }
      try await accounts.remove(identity.id)
      context.forgetPushes(identity.id)
      do { try context.forgetTexts(identity.id, keepingTexts) } catch {
        // The account is signed out anyway.
        context.post(
          StyledText(
            "The data of @\(identity.id) could not be deleted. \(AppError(error).message)", .warning))
      }
      context.forgetChoice()
      // The rest of a script was written for this account and must not run as another one.
      try context.install(
        context.isInteractive() ? try accounts.account(for: context.choice()) : .signedOut(.noAccount(.signedOut)))
      try KnownServerFile(locations: locations, account: identity.id, now: connector.now).remove()
      try ServerPreferencesFile(locations: locations, account: identity.id).remove()
    } catch {
      throw AppError(error)
    }
    if let refusal {
      context.post(StyledText("The token was deleted here but not revoked on the server. \(refusal.message)", .warning))
    }
    if let unreadable {
      context.post(
        StyledText(
          "The token could not be read from \(unreadable), so it was not revoked and may still be there. "
            + "It is valid until you revoke it on \(host).", .warning))
    }
    if isTokenLeft {
      // Only the application that a token was made for can revoke it, and Howdah is not that one.
      context.post(
        StyledText(
          "The token is still valid because it was added with login --with-token. Revoke it on \(host).", .warning))
    }
    return .success(
      "Signed out of @\(identity.id).\(try successor())", hint: "login HOST",
      data: [
        JSONValue.Member("account", .string(identity.id)),
        JSONValue.Member("revoked", .bool(refusal == nil && !isTokenLeft && unreadable == nil)),
      ])
  }

  /// Leaves an account that another process has signed out, whose token its server may still accept; returns the message.
  public func leaveSignedOut() -> AppError? {
    do {
      let identity = try context.session().identity
      guard identity.isOnServer, try accounts.known()[identity.id] == nil else { return nil }
      context.forgetChoice()
      try context.install(try accounts.account(for: context.choice()))
      return .usage(
        "@\(identity.id) was signed out in another window, so this line did not run.\(try successor())",
        suggestion: "To sign in again: login HOST")
    } catch {
      // The line itself needs no file of accounts, or says that it cannot be read.
      return nil
    }
  }

  /// A sentence about the account that is used after signing out; empty if there is none.
  private func successor() throws -> String {
    let next = context.isInteractive() ? try context.session().identity : nil
    if next?.isSandbox == true { return " You are now in the sandbox." }
    // A script's session has no account now, but the next run has.
    guard let id = try next?.id ?? accounts.known().currentID else { return "" }
    return " The current account is @\(id)."
  }

  /// Asks the server to revoke the token, and returns the reason if it did not.
  private func revoke(
    _ kept: AccountSecrets, _ application: Application, of known: KnownAccount, server: ServerAddress
  ) async -> AppError? {
    let signIn = connector.signIn(to: server)
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
        // Signing out must not wait for a slow server.
        do { try await Task.sleep(for: .seconds(5)) } catch { return nil }
        return .network(.timedOut(host: server.name, seconds: 5))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
  }
}
