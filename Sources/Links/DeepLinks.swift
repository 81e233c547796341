import FeatureKit
public import MastodonKit
public import TerminalKit

/// Resolves links, asking the current server if the link does not name an id.
///
/// Only the current server gets requests, never the server in the link.
@MainActor
public final class DeepLinks {
  public enum Destination: Hashable, Sendable {
    case status(Status.ID)
    case account(Account.ID)
    /// A hashtag, without `#`.
    case tag(String)
    case tab(String)
    case compose(String)
  }

  /// The server that resolves links.
  public struct Server: Sendable {
    /// Its host, with its port if it is not the default.
    public var name: String
    /// The domain of its accounts, which may be another name.
    public var domain: String
    public var accounts: AccountService
    public var statuses: StatusService
    public var collection: @Sendable (Collection.ID) async throws -> Collection
    /// Returns the user's own account, which `@me` stands for.
    public var me: @Sendable () async throws -> Account.ID

    public init(
      name: String, domain: String, accounts: AccountService, statuses: StatusService,
      collection: @escaping @Sendable (Collection.ID) async throws -> Collection,
      me: @escaping @Sendable () async throws -> Account.ID
    ) {
      self.me = me
      self.name = name
      self.domain = domain
      self.accounts = accounts
      self.statuses = statuses
      self.collection = collection
    }

    /// Both of its names.
    var names: [String] { [name, domain] }
  }

  private let server: @MainActor () -> Server
  private let timeout: Timeout

  /// The time for one link, and what waits for it.
  typealias Timeout = (duration: Duration, sleep: @Sendable (Duration) async throws -> Void)

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - server: The current server.
  ///   - timeout: The time for one link; the server may have to ask others.
  public init(
    server: @escaping @MainActor () -> Server, timeout: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.server = server
    self.timeout = (timeout, sleep)
  }

  /// Resolves a link to something to read.
  ///
  /// - Parameter note: Takes a sentence if the server has something under another address than the link's.
  /// - Throws: ``AppError/notFound(_:suggestion:)`` with the URL to open elsewhere.
  public func destination(of link: DeepLink, note: (String) -> Void) async throws -> Destination {
    switch link {
    case .compose(let text): return .compose(text)
    case .tab(let name): return .tab(name)
    case .status(let id): return .status(Status.ID(id))
    case .tag(let name): return .tag(name)
    case .account, .page:
      // A hashtag exists on every server; its posts are those that the current one knows.
      if case .page(let page) = link, case .tag(let name) = page.place { return .tag(name) }
      let reference: Reference
      do {
        reference = try await self.reference(to: link)
      } catch let other as UncertainReference {
        note(other.sentence)
        reference = other.reference
      }
      switch reference.kind {
      case .account: return .account(Account.ID(reference.id))
      case .collection:
        throw AppError.usage("That is a collection of accounts.", suggestion: "collection LINK shows it.")
      default: return .status(Status.ID(reference.id))
      }
    }
  }

  /// Whether a host is the current server, by either of its names.
  public func isHere(_ host: String) -> Bool { server().names.contains(host) }

  /// The collection of the server's own that a link shows; `nil` if it shows none.
  ///
  /// The pages of a server may have another host than its API: there, the collection must have the link itself.
  public func collection(at link: DeepLink) async -> Collection.ID? {
    guard case .page(let page) = link, let id = page.collection.map({ Collection.ID($0) }) else { return nil }
    if isHere(page.host) { return id }
    // A server that has no such collection may know the page as something else, which a search tells.
    guard let found = try? await server().collection(id), let wanted = PageIdentity(page.url) else { return nil }
    return [found.url, found.uri].contains { $0.flatMap { PageIdentity($0) } == wanted } ? id : nil
  }

  /// Resolves a link to a post, an account, or a collection of the server's own.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` if the server does not know it, ``UncertainReference`` if it has
  ///   something under another address.
  public func reference(to link: DeepLink) async throws -> Reference {
    let server = server()
    switch link {
    case .status(let id): return Reference(kind: .status, id: id)
    case .account("me"):
      return try await within(timeout, of: server) { Reference(kind: .account, id: try await server.me().rawValue) }
    case .account(let address): return try await within(timeout, of: server) { try await account(address, at: server) }
    case .page(let page):
      if let collection = await collection(at: link) { return Reference(kind: .collection, id: collection.rawValue) }
      return try await within(timeout, of: server) { try await thing(at: page, from: server) }
    case .compose, .tab, .tag:
      throw AppError.usage("That is neither a post nor an account.", suggestion: "open LINK shows it.")
    }
  }
}

/// Looks up an account, and searches for it if the server does not know it yet.
private func account(_ address: String, at server: DeepLinks.Server) async throws -> Reference {
  let wanted = Handle(address, at: server.names)
  let local = wanted.text
  do {
    let found = try await server.accounts.lookup(local)
    // A lookup that returns another account has found nothing.
    guard found.username.lowercased() == wanted.username.lowercased() else {
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
  // A search may return accounts with similar names.
  guard let account = found.accounts.first(where: { Handle($0.acct, at: server.names) == wanted }) else {
    // Of a server whose accounts have another domain, the search finds the account by either.
    if found.accounts.count == 1, let other = found.accounts.first,
      other.username.lowercased() == wanted.username.lowercased(), Handle(other.acct, at: server.names).host != nil
    {
      throw UncertainReference(
        Reference(kind: .account, id: other.id.rawValue), at: "@\(local)", is: "the account @\(other.acct)")
    }
    let parts = local.split(separator: "@")
    throw unknown("@\(local)", at: server, page: "https://\(parts[1])/@\(parts[0])")
  }
  return Reference(kind: .account, id: account.id.rawValue)
}

private func thing(at page: DeepLink.WebPage, from server: DeepLinks.Server) async throws -> Reference {
  if case .account(let address) = page.place {
    do {
      return try await account(address, at: server)
    } catch {
      // A page may have another name than its account: the server follows the redirect then.
      guard case .notFound = AppError(error) else { throw error }
    }
  }
  // A post of the server's own is named by its id; a search would take longer.
  if let status = try await ownPage(page, of: server) { return status }
  // Some servers search posts for the URL: a post that only mentions it is not a match.
  let found = try await server.accounts.resolve(page.url)
  if let account = found.account(at: page.url) {
    return Reference(kind: .account, id: account.id.rawValue)
  }
  if let status = found.status(at: page.url) { return Reference(kind: .status, id: status.id.rawValue) }
  if let other = found.only(for: page, on: server) { throw other }
  throw unknown(page.url, at: server, page: page.url)
}

/// Loads a post of the server's own by the id in its URL.
///
/// The id in a path is not always the API's id, so the post's URL or author must match.
private func ownPage(_ page: DeepLink.WebPage, of server: DeepLinks.Server) async throws -> Reference? {
  guard case .status(let id) = page.place, server.names.contains(page.host), let wanted = PageIdentity(page.url) else {
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
  let name = Sanitizer.clean(name)
  return .notFound(
    name.hasPrefix("@") ? "No account \(name) on \(server.name)." : "\(server.name) found nothing at \(name).",
    suggestion: page.map { "Open it in a browser: \($0)" } ?? "Check the spelling and add the server: @user@host.")
}

/// Runs work with a time limit.
private func within(
  _ timeout: DeepLinks.Timeout, of server: DeepLinks.Server, _ work: @escaping @Sendable () async throws -> Reference
) async throws -> Reference {
  try await withThrowingTaskGroup(of: Reference?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await timeout.sleep(timeout.duration)
      return nil
    }
    defer { group.cancelAll() }
    guard case .some(.some(let reference)) = try await group.next() else {
      throw AppError.network(.timedOut(host: server.name, seconds: Int(timeout.duration.components.seconds)))
    }
    return reference
  }
}
