import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

/// A server's two names: that of its API, and the domain of its accounts.
extension SignInCoordinator {
  /// The name of an account here, `user@domain`.
  ///
  /// The domain is what the server's description says; the server's own name if that cannot be had, or if an account of that
  /// name on another server is signed in here.
  func id(of account: Account, at server: ServerAddress, token: Secret) async throws -> KnownAccount.ID {
    let usual = "\(account.username)@\(server.name)"
    // Signing in repairs a list that cannot be read.
    let known = (try? accounts.known().all) ?? []
    // Its files have the name of its first sign-in.
    if let same = known.first(where: { $0.address == server.origin && $0.accountID == account.id }) { return same.id }
    let client = connector.anonymousClient(for: server).with(tokens: .fixed(token))
    let domain: String
    do {
      domain = try ServerAddress(parsing: try await client.instanceService.instance().domain).name
    } catch {
      if AppError(error) == .cancelled { throw error }
      // The name of an account must not depend on one more answer.
      return usual
    }
    let id = "\(account.username)@\(domain)"
    return known.contains { $0.id == id && $0.address != server.origin } ? usual : id
  }

  /// The server that a domain's `.well-known` documents lead to, after the domain itself turned out to have no API.
  ///
  /// - Parameter error: The error of a request to the domain; for other failures nothing is looked for.
  func apiServer(
    insteadOf server: ServerAddress, after error: MastodonError, user: String?
  ) async throws(MastodonError) -> ServerAddress? {
    switch error {
    case .notFound, .unsupported, .lacks, .invalidResponse, .redirected, .rejected(_, "", _), .forbidden(_, "", _):
      try await connector.apiServer(of: server, user: user)
    default: nil
    }
  }

  /// Does something at a server, or else at the server that has its API, which the user is told.
  func onAPIServer<Value: Sendable>(
    of server: ServerAddress, user: String?, _ work: (ServerAddress) async throws -> Value
  ) async throws -> Value {
    do {
      return try await work(server)
    } catch let error as MastodonError {
      guard let other = try await apiServer(insteadOf: server, after: error, user: user) else { throw error }
      context.post(StyledText("The API of \(server.name) is at \(other.name).", .secondary))
      return try await work(other)
    }
  }
}
