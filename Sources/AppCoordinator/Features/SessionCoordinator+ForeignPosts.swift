import Accounts
import FeatureKit
import Links
import LocalTimelinesFeature
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import ThreadFeature

/// Posts of a server on which nobody is signed in: read from there, and acted upon from one's own server.
extension SessionCoordinator {
  /// Makes the thread around a post of another server, as that server tells it to everybody.
  func createForeignThread(_ id: Status.ID, host: String) -> Screen {
    let open = createAnonymousClients()
    var statuses = client.statusService
    statuses.status = { LocalTimelines.qualified(try await open(host).statusService.status($0), host: host) }
    statuses.context = { id in
      var context = try await open(host).statusService.context(id)
      context.ancestors = context.ancestors.map { LocalTimelines.qualified($0, host: host) }
      context.descendants = context.descendants.map { LocalTimelines.qualified($0, host: host) }
      return context
    }
    let model = Thread.Model(
      state: Thread.State(focus: id), statuses: statuses, now: services.dependencies.now, statusChanged: { _ in },
      statusRemoved: { _ in })
    let action = createForeignStatusAction(
      host: { host }, shown: { [weak model] in model?.state.list ?? StatusList() }, acts: model.acts)
    return Thread.screen(
      model: model, action: Thread.Action(refresh: model.refresh, fold: model.fold, status: action))
  }

  /// Makes clients that nobody is signed in to.
  func createAnonymousClients() -> @Sendable (_ host: String) throws -> MastodonClient {
    let (own, isSandbox, dependencies) = (client, identity.isSandbox, services.dependencies)
    return { host in
      let server = try ServerAddress(parsing: host)
      // The embedded instance has no address that the network knows.
      if isSandbox, server == own.server { return own.with(tokens: .signedOut) }
      return MastodonClient(
        server: server, transport: dependencies.connect(server, dependencies.network), tokens: .signedOut,
        userAgent: AppVersion.userAgent, retries: dependencies.retries, now: dependencies.now)
    }
  }

  /// What can be asked of another server's posts: they are read there; for acts one's own server looks up the same post.
  ///
  /// - Parameters:
  ///   - host: The server that they are read from.
  ///   - shown: The posts that are on the screen, with that server's ids.
  ///   - acts: What the screen's model does by itself.
  func createForeignStatusAction(
    host: @escaping @MainActor () throws -> String, shown: @escaping @MainActor () -> StatusList, acts: OptimisticActs
  ) -> StatusAction {
    let (accounts, statuses) = (client.accountService, client.statusService)
    let (server, isAlone) = (client.server.name, identity.isSandbox)
    let known: @MainActor (Status.ID) throws -> Status = { id in
      guard let status = shown().status(id) else { throw AppError.notFound("That post is not on the screen.") }
      return status
    }
    let own: @MainActor (Status.ID) async throws -> Status = { id in
      let status = try known(id)
      let stranger = Stranger(what: "post", of: status.displayed.account, host: try host(), server, isAlone: isAlone)
      do {
        let address = status.url ?? status.uri
        let results = try await accounts.resolve(address)
        // Some servers answer with what only mentions the address.
        guard let found = results.status(at: address) ?? results.status(at: status.uri) else {
          throw stranger.error
        }
        return found
      } catch MastodonError.notFound {
        throw stranger.error
      }
    }
    return StatusAction(
      open: { [navigator, own = client.server] in
        let host = try host()
        // Somebody may read their own server this way; there they have an account after all.
        let isOwn = try ServerAddress(parsing: host) == own
        try await navigator.push(isOwn ? .thread($0) : .foreignThread($0, host: host))
      },
      profile: { [navigator] id in
        let account = shown().statuses.flatMap { [$0.account, $0.displayed.account] }.first { $0.id == id }
        guard let account else {
          // Named, not numbered: the own server knows it by this id.
          try await navigator.push(.profile(id))
          return
        }
        let found: Account
        do { found = try await accounts.lookup(account.acct) } catch MastodonError.notFound {
          throw Stranger(what: "account", of: account, host: try host(), server, isAlone: isAlone).error
        }
        try await navigator.push(.profile(found.id))
      },
      reply: { [weak self] in try await self?.reply(to: try await own($0).id, text: $1, $2) ?? .nothing },
      status: { try known($0) },
      // What that server shows is nobody's own.
      known: { _ in nil }, reveal: acts.reveal,
      favourite: { try await statuses.setFavourited(try await own($0).id, $1) },
      boost: { try await statuses.setReblogged(try await own($0).id, $1).displayed },
      bookmark: { try await statuses.setBookmarked(try await own($0).id, $1) },
      vote: { id, choices in
        var status = try await own(id)
        guard let poll = status.poll else {
          throw AppError.validation("That post has no poll.", suggestion: "Choose another number.")
        }
        status.poll = try await statuses.vote(poll.id, choices)
        return status
      },
      delete: { try await acts.delete(try await own($0).id) },
      me: { [context] in context.me })
  }
}

/// Something that one's own server does not know.
private struct Stranger {
  let what: String
  let host: String
  let server: String
  let isAlone: Bool

  init(what: String, of account: Account, host: String, _ server: String, isAlone: Bool) {
    let home = account.acct.firstIndex(of: "@").map { String(account.acct[account.acct.index(after: $0)...]) }
    (self.what, self.host, self.server, self.isAlone) = (what, home ?? host, server, isAlone)
  }

  var error: AppError {
    isAlone
      ? .notFound(
        "\(host)'s \(what) is not known to \(server), which reaches no other server.",
        suggestion: "It can be read. To do more, sign in to a server of your own: login HOST.")
      : .notFound(
        "\(host)'s \(what) is not known to \(server), and could not be fetched.",
        suggestion: "It can be read. The two servers may not talk to each other, or it is gone.")
  }
}
