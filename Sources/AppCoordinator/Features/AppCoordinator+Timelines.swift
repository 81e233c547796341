import FeatureKit
import ListsFeature
import LocalStore
import LocalTimelinesFeature
import MastodonClient
import MastodonKit
import StatusKit
import TagGroupsFeature

/// Timelines that are one of many.
extension AppCoordinator {
  func createListTimeline(_ id: List.ID) -> (Screen, (any StatusReader)?) {
    let (lists, accounts) = (session.client.listService, session.client.accountService)
    let model = createTimelineModel(
      Lists.timelineState(limit: pageSize), heading: { Lists.heading(try await lists.list(id)) },
      page: { try await lists.statuses(id, $0) })
    let screen = Lists.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      list: Lists.TimelineAction(
        id, lists: lists, accounts: accounts, edit: { [weak self] in try await self?.present(.list(id)) }))
    return (screen, model)
  }

  func createTagGroupTimeline(_ id: TagGroup.ID) -> (Screen, (any StatusReader)?) {
    let (client, groups) = (session.client, storage.tagGroupService)
    let model = createTimelineModel(
      TagGroups.timelineState(limit: pageSize), heading: { TagGroups.heading(try TagGroups.group(id, in: groups)) },
      page: { try await client.tagged(TagGroups.query(try TagGroups.group(id, in: groups)), $0) })
    let screen = TagGroups.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      edit: { [weak self] in try await self?.present(.tagGroup(id)) })
    return (screen, model)
  }

  /// Another server's posts are read from there, without an account; what is done with them is done on one's own.
  func createLocalTimeline(_ id: LocalTimeline.ID) -> (Screen, (any StatusReader)?) {
    let timelines = storage.localTimelineService
    let open = createAnonymousClients()
    let model = createTimelineModel(
      LocalTimelines.timelineState(limit: pageSize),
      heading: { LocalTimelines.heading(try LocalTimelines.timeline(id, in: timelines)) },
      page: { request in
        let host = try LocalTimelines.timeline(id, in: timelines).host
        var page = try await open(host).timelineService.local(request)
        page.elements = page.elements.map { LocalTimelines.qualified($0, host: host) }
        return page
      })
    let screen = LocalTimelines.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createForeignStatusAction(model)),
      edit: { [weak self] in try await self?.present(.localTimeline(id)) })
    return (screen, model)
  }

  private var pageSize: Int { choice.pageSize ?? 20 }

  private func createTimelineModel(
    _ state: StatusTimeline.State, heading: @escaping @Sendable () async throws -> StatusTimeline.Heading,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> StatusTimeline.Model {
    let model = StatusTimeline.Model(
      state: state, heading: heading, page: page, statuses: session.client.statusService, now: dependencies.now,
      statusChanged: { [weak relay] in relay?.changed($0) }, statusRemoved: { [weak relay] in relay?.removed($0) })
    ledger.enter(.timeline, model) { [weak model] in model?.state.label }
    return model
  }

  /// Makes clients that nobody is signed in to.
  private func createAnonymousClients() -> @Sendable (_ host: String) throws -> MastodonClient {
    let (own, isSandbox, dependencies) = (session.client, session.identity.isSandbox, dependencies)
    return { host in
      let server = try ServerAddress(parsing: host)
      // The embedded instance has no address that the network knows.
      if isSandbox, server == own.server { return own.with(tokens: .signedOut) }
      return MastodonClient(
        server: server, transport: .network(server, stack: dependencies.network), tokens: .signedOut,
        userAgent: AppVersion.userAgent, retries: dependencies.retries, now: dependencies.now)
    }
  }

  /// What can be asked of another server's posts: one's own server is asked for the same post first.
  private func createForeignStatusAction(_ model: StatusTimeline.Model) -> StatusAction {
    let (accounts, statuses) = (session.client.accountService, session.client.statusService)
    let server = session.client.server.name
    let known: @MainActor (Status.ID) throws -> Status = { [weak model] id in
      guard let status = model?.state.list.status(id) else {
        throw AppError.notFound("That post is not on the screen.")
      }
      return status
    }
    let own: @MainActor (Status.ID) async throws -> Status = { id in
      let address = try known(id)
      guard let found = try await accounts.resolve(address.url ?? address.uri).statuses.first else {
        throw AppError.notFound("\(server) cannot fetch that post.")
      }
      return found
    }
    return StatusAction(
      open: { [weak self] in try await self?.push(.thread(try await own($0).id)) },
      profile: { [weak self, weak model] id in
        let account = model?.state.list.statuses.flatMap { [$0.account, $0.displayed.account] }.first { $0.id == id }
        guard let account else {
          // Named, not numbered: the own server knows it by this id.
          try await self?.push(.profile(id))
          return
        }
        try await self?.push(.profile(try await accounts.lookup(account.acct).id))
      },
      reply: { [weak self] in try await self?.reply(to: try await own($0).id, text: $1) ?? .nothing },
      status: { try known($0) }, reveal: model.acts.reveal,
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
      delete: { try await model.acts.delete(try await own($0).id) },
      me: { [weak self] in self?.session.account?.id ?? self?.session.identity.accountID })
  }
}
