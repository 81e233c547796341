import MastodonClient
import MastodonKit

extension ServerConnector {
  /// Finds the server of a domain's API in the documents at `/.well-known/`; `nil` if they lead nowhere else.
  ///
  /// - Parameter user: A user of the domain, if one was named.
  /// - throws: `.cancelled` only.
  func apiServer(of domain: ServerAddress, user: String?) async throws(MastodonError) -> ServerAddress? {
    let client = anonymousClient(for: domain, retries: .never)
    for place in WellKnownPlace.all(domain: domain, user: user) {
      for other in try await client.servers(namedBy: place) where other != domain {
        do {
          _ = try await anonymousClient(for: other).instanceService.instance()
          return other
        } catch {
          if case MastodonError.cancelled = error { throw .cancelled }
        }
      }
    }
    return nil
  }
}
