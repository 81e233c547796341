public import MastodonClient
public import MastodonKit

/// Reads other servers without an account there.
public struct ForeignServers: Sendable {
  let own: MastodonClient
  /// Whether that is the sandbox, which knows no other server.
  let isSandbox: Bool
  private let connect: @Sendable (ServerAddress) -> MastodonClient

  /// Creates access to other servers.
  ///
  /// - Parameter isSandbox: Whether that is the sandbox, which knows no other server.
  public init(
    own: MastodonClient, isSandbox: Bool, connect: @escaping @Sendable (ServerAddress) -> MastodonClient
  ) {
    self.own = own
    self.isSandbox = isSandbox
    self.connect = connect
  }

  public func posts(
    in feed: PublicFeed = .local, of host: String, _ request: PageRequest
  ) async throws -> Page<Status> {
    var page = try await read(host) { try await $0.posts(in: feed, request) }
    page.elements = page.elements.map { $0.qualified(with: host) }
    return page
  }

  public func account(_ name: String, of host: String) async throws -> Account {
    try await read(host) { try await $0.accountService.lookup(name) }
  }

  public func posts(
    ofAccount id: Account.ID, of host: String, _ request: PageRequest
  ) async throws -> Page<Status> {
    var page = try await read(host) { try await $0.send(.accountStatuses(id, request)) }
    page.elements = page.elements.map { $0.qualified(with: host) }
    return page
  }

  /// Reads something from a server; one that shows it only to its own accounts is not the user's.
  private func read<Answer>(_ host: String, _ work: (MastodonClient) async throws -> Answer) async throws -> Answer {
    do { return try await work(client(of: host)) } catch MastodonError.signedOut {
      throw MastodonError.forbidden(
        host: host, words: "Only its own accounts can read this. With an account there: login \(host)")
    }
  }

  func client(of host: String) throws -> MastodonClient {
    // Their posts are in no archive.
    guard !own.isCached else { throw MastodonError.notArchived(isChange: false) }
    let server = try ServerAddress(parsing: host)
    // The sandbox has no network address.
    return isSandbox && server == own.server ? own.with(tokens: .signedOut) : connect(server)
  }
}
