import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

/// Says what a link leads to, by asking the current server where the link itself does not tell.
///
/// Only the current server is spoken to, and never the one that a link names.
@MainActor
final class DeepLinks {
  /// Where a link leads.
  enum Destination: Hashable, Sendable {
    case route(Route)
    case tab(String)
    case compose(String)
  }

  /// The server that is asked.
  struct Server: Sendable {
    var name: String
    var accounts: AccountService
  }

  private let server: @MainActor () -> Server
  private let patience: Duration

  /// - Parameters:
  ///   - server: The current server.
  ///   - patience: How long one link may take; the server may have to ask others.
  init(server: @escaping @MainActor () -> Server, patience: Duration) {
    self.server = server
    self.patience = patience
  }

  /// Where a link leads.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` with the address to try elsewhere.
  func destination(of link: DeepLink) async throws -> Destination {
    switch link {
    case .compose(let text): return .compose(text)
    case .tab(let name): return .tab(name)
    case .status(let id): return .route(.thread(Status.ID(id)))
    case .tag(let name): return .route(.tag(name))
    case .account, .page:
      // A hashtag is every server's, and its posts are those that the current one knows.
      if case .page(let page) = link, case .tag(let name) = page.place { return .route(.tag(name)) }
      let reference = try await reference(to: link)
      return .route(
        reference.kind == ReferenceKind.account
          ? .profile(Account.ID(reference.id)) : .thread(Status.ID(reference.id)))
    }
  }

  /// The post or the account behind a link.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if the server knows none.
  func reference(to link: DeepLink) async throws -> Reference {
    let server = server()
    switch link {
    case .status(let id): return Reference(kind: ReferenceKind.status, id: id)
    case .account(let address): return try await within(patience, of: server) { try await account(address, at: server) }
    case .page(let page): return try await within(patience, of: server) { try await thing(at: page, from: server) }
    case .compose, .tab, .tag:
      throw AppError.usage("That is neither a post nor an account.", suggestion: "open LINK shows what it is.")
    }
  }
}

/// An account: one that the server knows, else one that it goes and looks for.
private func account(_ address: String, at server: DeepLinks.Server) async throws -> Reference {
  let local = address.hasSuffix("@\(server.name)") ? String(address.dropLast(server.name.count + 1)) : address
  do {
    return Reference(kind: ReferenceKind.account, id: try await server.accounts.lookup(local).id.rawValue)
  } catch {
    guard case .notFound = AppError(error), local.contains("@") else {
      if case .notFound = AppError(error) { throw unknown("@\(local)", at: server, page: nil) }
      throw error
    }
  }
  let found = try await server.accounts.resolve("@\(local)")
  // A search may answer with whoever has a name like it.
  guard let account = found.accounts.first(where: { $0.acct.lowercased() == local.lowercased() }) else {
    let parts = local.split(separator: "@")
    throw unknown("@\(local)", at: server, page: "https://\(parts[1])/@\(parts[0])")
  }
  return Reference(kind: ReferenceKind.account, id: account.id.rawValue)
}

/// What is at an address, as far as the server can find out.
private func thing(at page: DeepLink.WebPage, from server: DeepLinks.Server) async throws -> Reference {
  if case .account(let address) = page.place {
    do {
      return try await account(address, at: server)
    } catch {
      // A page may be called otherwise than the account that it shows: the server follows the link then.
      guard case .notFound = AppError(error) else { throw error }
    }
  }
  let found = try await server.accounts.resolve(page.url)
  if let status = found.statuses.first { return Reference(kind: ReferenceKind.status, id: status.id.rawValue) }
  if let account = found.accounts.first { return Reference(kind: ReferenceKind.account, id: account.id.rawValue) }
  // A server's own pages carry its own ids, and not every search knows them.
  if case .status(let id) = page.place, page.host == server.name {
    return Reference(kind: ReferenceKind.status, id: id)
  }
  throw unknown(page.url, at: server, page: page.url)
}

private func unknown(_ name: String, at server: DeepLinks.Server, page: String?) -> AppError {
  .notFound(
    "\(server.name) knows nothing at \(Sanitizer.clean(name)).",
    suggestion: page.map { "Open it in a browser: \($0)" } ?? "Check how it is written, with its server: @user@host.")
}

/// Does something for so long at most.
private func within(
  _ patience: Duration, of server: DeepLinks.Server, _ work: @escaping @Sendable () async throws -> Reference
) async throws -> Reference {
  try await withThrowingTaskGroup(of: Reference?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: patience)
      return nil
    }
    defer { group.cancelAll() }
    guard case .some(.some(let reference)) = try await group.next() else {
      throw AppError.network(.timedOut(host: server.name, seconds: Int(patience.components.seconds)))
    }
    return reference
  }
}
