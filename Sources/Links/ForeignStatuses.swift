public import FeatureKit
import MastodonClient
public import MastodonKit
public import StatusKit
public import TerminalKit

/// Posts of another server: read there without an account; actions go through the user's own server.
@MainActor
public struct ForeignStatuses {
  public struct Navigation {
    /// Opens a post; `host` is `nil` for a post of the user's own server.
    public var open: @MainActor (Status.ID, _ host: String?) async throws -> Response
    /// Saves the thread of a post in a file; `host` is `nil` for a post of the user's own server.
    public var export: @MainActor (Status.ID, _ host: String?, _ file: String) async throws -> Response
    /// Opens a profile, by its id on the user's own server.
    public var profile: @MainActor (Account.ID) async throws -> Response
    /// Opens the posts of an account on another server, by its name there.
    public var posts: @MainActor (_ name: String, _ host: String) async throws -> Response
    /// Replies to a post, by its id on the user's own server.
    public var reply: @MainActor (Status.ID, _ text: String?, PostOptions) async throws -> Response
    public var me: @MainActor () -> Account.ID?

    public init(
      open: @escaping @MainActor (Status.ID, _ host: String?) async throws -> Response,
      export: @escaping @MainActor (Status.ID, _ host: String?, _ file: String) async throws -> Response,
      profile: @escaping @MainActor (Account.ID) async throws -> Response,
      posts: @escaping @MainActor (_ name: String, _ host: String) async throws -> Response,
      reply: @escaping @MainActor (Status.ID, _ text: String?, PostOptions) async throws -> Response,
      me: @escaping @MainActor () -> Account.ID?
    ) {
      self.open = open
      self.export = export
      self.profile = profile
      self.posts = posts
      self.reply = reply
      self.me = me
    }
  }

  public nonisolated let servers: ForeignServers
  private let navigation: Navigation
  /// Stores the user's tags and notes on bookmarks, which have the ids of the user's own server.
  private let bookmarks: BookmarkMarks
  private let boosts: BoostAudiences

  /// Creates access to other servers.
  ///
  /// - Parameters:
  ///   - servers: Reads them.
  ///   - navigation: The screens' dependencies on the app.
  ///   - bookmarks: Stores the user's tags and notes on bookmarks.
  public init(_ servers: ForeignServers, navigation: Navigation, bookmarks: BookmarkMarks, boosts: BoostAudiences) {
    self.servers = servers
    self.navigation = navigation
    self.bookmarks = bookmarks
    self.boosts = boosts
  }

  /// Returns a service that reads a server's posts and acts through the user's own server.
  public func statusService(of host: String) -> StatusService {
    let servers = servers
    var service = servers.own.statusService
    service.status = { try await servers.client(of: host).statusService.status($0).qualified(with: host) }
    service.context = { id in
      var context = try await servers.client(of: host).statusService.context(id)
      context.ancestors = context.ancestors.map { $0.qualified(with: host) }
      context.descendants = context.descendants.map { $0.qualified(with: host) }
      return context
    }
    return service
  }

  /// Returns the actions on a server's posts; before each, the user's own server looks up the post.
  ///
  /// - Parameters:
  ///   - host: The server that the posts are from.
  ///   - shown: The posts on the screen, with that server's ids.
  ///   - acts: The acts of the screen's own model.
  public func action(
    host: @escaping @MainActor () throws -> String, shown: @escaping @MainActor () -> StatusList,
    acts: StatusActs
  ) -> StatusAction {
    let (navigation, lookup) = (navigation, lookup(host: host, shown: shown))
    let (accounts, statuses, server) = (servers.own.accountService, servers.own.statusService, servers.own.server)
    let place: @MainActor (Status.ID) throws -> (id: Status.ID, host: String?) = { id in
      let host = try host()
      // The user may read their own server this way; their account exists there. What is not shown has an id of theirs.
      let isOwn = try shown().status(id) == nil || ServerAddress(parsing: host) == server
      return (Status.ID(id.onServer(host)), isOwn ? nil : host)
    }
    var service = statuses
    service.status = { try await lookup.known($0) }
    service.mark = { try await statuses.mark(try await lookup.status($0).id, $1, $2) }
    service.vote = { _, id, choices in
      let status = try await lookup.status(id)
      guard let poll = status.poll else {
        throw AppError.validation("That post has no poll.", suggestion: "Choose another number.")
      }
      return try await statuses.vote(poll.id, status.id, choices)
    }
    service.delete = { id, withMedia in
      try await acts.delete(try await lookup.status(id).id, withMedia: withMedia)
    }
    return StatusAction(
      open: { id in
        let place = try place(id)
        return try await navigation.open(place.id, place.host)
      },
      export: { id, file in
        let place = try place(id)
        return try await navigation.export(place.id, place.host, file)
      },
      profile: { id in
        // An account given by name, not by number, has its id on the user's own server.
        guard let account = lookup.author(id) else { return try await navigation.profile(id) }
        do {
          return try await navigation.profile(try await accounts.lookup(account.acct).id)
        } catch {
          // What the user's own server does not know, and what nobody is signed in for, is read where it is.
          switch error as? MastodonError {
          case .notFound, .signedOut: break
          default: throw error
          }
          let host = try host()
          return try await navigation.posts(Handle(account.acct, at: [host]).text, host)
        }
      },
      hasOwnAccounts: true,
      reply: { try await navigation.reply(try await lookup.status($0).id, $1, $2) },
      posts: { _ in
        StatusActs(
          service: service,
          // None of the posts is the user's own.
          known: { _ in nil }, revealed: acts.reveal, changed: { _ in }, removed: { _ in })
      },
      me: navigation.me, bookmarks: bookmarks, boosts: boosts)
  }

  /// Returns the server as a screen names it, with the way from its ids to those of the user's own.
  ///
  /// - Parameters:
  ///   - name: The name for the screen's list.
  ///   - host: Returns the server of a post or an account; `nil` for the user's own.
  ///   - shown: The posts on the screen.
  public func otherServer(
    _ name: String, host: @escaping @MainActor (Reference) throws -> String?,
    shown: @escaping @MainActor () -> StatusList
  ) -> Screen.OtherServer {
    Screen.OtherServer(name) { reference in
      guard let host = try host(reference) else { return reference }
      let lookup = lookup(host: { host }, shown: shown)
      switch reference.kind {
      case .status: return .status(try await lookup.status(Status.ID(reference.id)).id)
      case .account: return .account(try await lookup.account(Account.ID(reference.id)))
      default: return reference
      }
    }
  }

  private func lookup(
    host: @escaping @MainActor () throws -> String, shown: @escaping @MainActor () -> StatusList
  ) -> Lookup { Lookup(servers: servers, host: host, shown: shown) }
}

/// Finds the posts of another server, and their authors, on the user's own.
@MainActor
private struct Lookup {
  let servers: ForeignServers
  let host: @MainActor () throws -> String
  let shown: @MainActor () -> StatusList

  /// A post as it is shown.
  func known(_ id: Status.ID) throws -> Status {
    guard let status = shown().status(id) else { throw AppError.notFound("That post is not on the screen.") }
    return status
  }

  /// Who wrote or boosted a post that is shown; `nil` for anybody else.
  func author(_ id: Account.ID) -> Account? {
    shown().statuses.flatMap { [$0.account, $0.displayed.account] }.first { $0.id == id }
  }

  /// A post as the user's own server has it.
  func status(_ id: Status.ID) async throws -> Status {
    let status = try known(id)
    let address = status.url ?? status.uri
    let found = try await results(at: address, "post", of: status.displayed.account)
    // Some servers return posts that only mention the address.
    guard let found = found.status(at: address) ?? found.status(at: status.uri) else {
      throw notFound("post", of: status.displayed.account, host: try host())
    }
    return found
  }

  /// The id that the user's own server has for an account; an account that is not shown has one.
  func account(_ id: Account.ID) async throws -> Account.ID {
    guard let account = author(id) else { return id }
    do { return try await servers.own.accountService.lookup(account.acct).id } catch MastodonError.notFound {
      // It has never heard of the account: it asks the other server.
      let found = try await results(at: "@\(account.acct)", "account", of: account)
      guard found.accounts.count == 1 else { throw notFound("account", of: account, host: try host()) }
      return found.accounts[0].id
    }
  }

  private func results(at address: String, _ thing: String, of account: Account) async throws -> SearchResults {
    do { return try await servers.own.accountService.resolve(address) } catch MastodonError.notFound {
      throw notFound(thing, of: account, host: try host())
    }
  }

  /// Returns the error for something that the user's own server cannot find.
  private func notFound(_ thing: String, of account: Account, host: String) -> AppError {
    let home = account.acct.firstIndex(of: "@").map { String(account.acct[account.acct.index(after: $0)...]) } ?? host
    return servers.isSandbox
      ? .notFound(
        "\(servers.own.server.name) can't find \(home)'s \(thing): the sandbox has no connection to other servers.",
        suggestion: "You can read it. To do more, sign in to a server of your own: login HOST.")
      : .notFound(
        "\(servers.own.server.name) could not fetch \(home)'s \(thing).",
        suggestion: "You can read it here. Perhaps the servers are not connected, or it was deleted.")
  }
}
