import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

/// Finds what a link leads to, asking the current server where the link does not say.
///
/// Only the current server is spoken to, and never the one that a link names.
@MainActor
public final class DeepLinks {
  /// Where a link leads.
  public enum Destination: Hashable, Sendable {
    /// A post.
    case status(Status.ID)
    /// An account.
    case account(Account.ID)
    /// A hashtag, without `#`.
    case tag(String)
    /// A tab, by its name.
    case tab(String)
    /// A text to go on writing.
    case compose(String)
  }

  /// The server that is asked.
  public struct Server: Sendable {
    /// Its host, with its port where that is not the usual one.
    public var name: String
    /// Looks up accounts and links.
    public var accounts: AccountService
    /// Looks up posts.
    public var statuses: StatusService

    /// Makes a server.
    public init(name: String, accounts: AccountService, statuses: StatusService) {
      self.name = name
      self.accounts = accounts
      self.statuses = statuses
    }
  }

  private let server: @MainActor () -> Server
  private let timeout: Duration

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - server: The current server.
  ///   - timeout: How long one link may take; the server may have to ask others.
  public init(server: @escaping @MainActor () -> Server, timeout: Duration) {
    self.server = server
    self.timeout = timeout
  }

  /// Where a link leads.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` with the address to try elsewhere.
  public func destination(of link: DeepLink) async throws -> Destination {
    switch link {
    case .compose(let text): return .compose(text)
    case .tab(let name): return .tab(name)
    case .status(let id): return .status(Status.ID(id))
    case .tag(let name): return .tag(name)
    case .account, .page:
      // A hashtag is every server's, and its posts are those that the current one knows.
      if case .page(let page) = link, case .tag(let name) = page.place { return .tag(name) }
      let reference = try await reference(to: link)
      return reference.kind == .account
        ? .account(Account.ID(reference.id)) : .status(Status.ID(reference.id))
    }
  }

  /// The post or the account behind a link.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if the server knows none.
  public func reference(to link: DeepLink) async throws -> Reference {
    let server = server()
    switch link {
    case .status(let id): return Reference(kind: .status, id: id)
    case .account(let address): return try await within(timeout, of: server) { try await account(address, at: server) }
    case .page(let page): return try await within(timeout, of: server) { try await thing(at: page, from: server) }
    case .compose, .tab, .tag:
      throw AppError.usage("That is neither a post nor an account.", suggestion: "open LINK shows what it is.")
    }
  }
}

/// An account: one that the server knows, else one that it goes and looks for.
private func account(_ address: String, at server: DeepLinks.Server) async throws -> Reference {
  let local = address.hasSuffix("@\(server.name)") ? String(address.dropLast(server.name.count + 1)) : address
  do {
    let found = try await server.accounts.lookup(local)
    // A look-up that answers with somebody else is no answer.
    guard found.username.lowercased() == local.prefix(while: { $0 != "@" }).lowercased() else {
      throw AppError.notFound("@\(local)")
    }
    return Reference(kind: .account, id: found.id.rawValue)
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
  return Reference(kind: .account, id: account.id.rawValue)
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
  // Some servers search their posts for the link: what only mentions it is not it.
  let found = try await server.accounts.resolve(page.url)
  if let account = found.account(at: page.url) {
    return Reference(kind: .account, id: account.id.rawValue)
  }
  if let status = found.status(at: page.url) { return Reference(kind: .status, id: status.id.rawValue) }
  if let status = try await ownPage(page, of: server) { return status }
  throw unknown(page.url, at: server, page: page.url)
}

/// The post whose id a page of the server itself names, since not every search knows the server's own pages.
///
/// A path's id is not the API's id everywhere, so the post must say by its address or its author that it is the one.
private func ownPage(_ page: DeepLink.WebPage, of server: DeepLinks.Server) async throws -> Reference? {
  guard case .status(let id) = page.place, page.host == server.name, let wanted = PageIdentity(page.url) else {
    return nil
  }
  let status: Status
  do { status = try await server.statuses.status(Status.ID(id)) } catch {
    guard case .notFound = AppError(error) else { throw error }
    return nil
  }
  guard status.id.rawValue == id, status.isAt(wanted) || status.account.acct.lowercased() == wanted.handle else {
    return nil
  }
  return Reference(kind: .status, id: id)
}

private func unknown(_ name: String, at server: DeepLinks.Server, page: String?) -> AppError {
  .notFound(
    "\(server.name) knows nothing at \(Sanitizer.clean(name)).",
    suggestion: page.map { "Open it in a browser: \($0)" } ?? "Check how it is written, with its server: @user@host.")
}

/// Does something for so long at most.
private func within(
  _ timeout: Duration, of server: DeepLinks.Server, _ work: @escaping @Sendable () async throws -> Reference
) async throws -> Reference {
  try await withThrowingTaskGroup(of: Reference?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: timeout)
      return nil
    }
    defer { group.cancelAll() }
    guard case .some(.some(let reference)) = try await group.next() else {
      throw AppError.network(.timedOut(host: server.name, seconds: Int(timeout.components.seconds)))
    }
    return reference
  }
}
