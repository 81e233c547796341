internal import MastodonKit

/// Addresses in the place of ids: what was typed while the server could not be asked for the id.
extension MastodonClient {
  /// The endpoint with the id of what the address in its path stands for; any other endpoint as it is.
  func resolved<Response>(_ endpoint: Endpoint<Response>) async throws(MastodonError) -> Endpoint<Response> {
    guard let address = endpoint.arguments.first else { return endpoint }
    let id: String
    if address.hasPrefix("@"), endpoint.template.hasPrefix("/api/v1/accounts/:id/") {
      id = try await accountID(of: String(address.dropFirst()), for: endpoint.operation)
    } else if address.hasPrefix("https://"), endpoint.template.hasPrefix("/api/v1/statuses/:id/") {
      guard let status = try await sendNow(.resolve(address)).statuses.first else {
        throw .notFound(host: server.name, operation: endpoint.operation)
      }
      id = status.id.rawValue
    } else {
      return endpoint
    }
    var endpoint = endpoint
    endpoint.arguments[0] = id
    return endpoint
  }

  private func accountID(of handle: String, for operation: String) async throws(MastodonError) -> String {
    let local = handle.hasSuffix("@\(server.name)") ? String(handle.dropLast(server.name.count + 1)) : handle
    do {
      let found = try await sendNow(.lookup(local))
      // A lookup that returns another account has found nothing.
      if found.username.lowercased() == local.prefix(while: { $0 != "@" }).lowercased() { return found.id.rawValue }
    } catch {
      guard case .notFound = error else { throw error }
    }
    // A search makes the server ask another one.
    if local.contains("@"),
      let found = try await sendNow(.resolve("@\(local)")).accounts.first(where: {
        $0.acct.lowercased() == local.lowercased()
      })
    {
      return found.id.rawValue
    }
    throw .notFound(host: server.name, operation: operation)
  }
}
