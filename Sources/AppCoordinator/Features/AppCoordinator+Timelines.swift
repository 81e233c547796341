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
  func createListTimeline(_ id: List.ID) -> Screen {
    let (lists, accounts) = (session.client.listService, session.client.accountService)
    let model = createTimelineModel(
      Lists.timelineState(limit: pageSize), heading: { Lists.heading(try await lists.list(id)) },
      page: { try await lists.statuses(id, $0) })
    let screen = Lists.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      list: Lists.TimelineAction(
        id, lists: lists, accounts: accounts, edit: { [weak self] in try await self?.present(.list(id)) }))
    return screen
  }

  func createTagGroupTimeline(_ id: TagGroup.ID) -> Screen {
    let (client, groups) = (session.client, storage.tagGroupService)
    let model = createTimelineModel(
      TagGroups.timelineState(limit: pageSize), heading: { TagGroups.heading(try TagGroups.group(id, in: groups)) },
      page: { try await client.tagged(TagGroups.query(try TagGroups.group(id, in: groups)), $0) })
    let screen = TagGroups.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      edit: { [weak self] in try await self?.present(.tagGroup(id)) })
    return screen
  }

  /// Another server's posts are read from there, without an account; what is done with them is done on one's own.
  func createLocalTimeline(_ id: LocalTimeline.ID) -> Screen {
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
      model: model,
      action: StatusTimeline.Action(
        model: model,
        status: createForeignStatusAction(
          host: { try LocalTimelines.timeline(id, in: timelines).host },
          shown: { [weak model] in model?.state.list ?? StatusList() }, acts: model.acts)),
      edit: { [weak self] in try await self?.present(.localTimeline(id)) })
    return screen
  }

  var pageSize: Int { choice.pageSize ?? 20 }

  private func createTimelineModel(
    _ state: StatusTimeline.State, heading: @escaping @Sendable () async throws -> StatusTimeline.Heading,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> StatusTimeline.Model {
    let model = StatusTimeline.Model(
      state: state, heading: heading, page: page, statuses: session.client.statusService, now: dependencies.now,
      statusChanged: { [weak relay] in relay?.changed($0) }, statusRemoved: { [weak relay] in relay?.removed($0) })
    ledger.enter(.timeline, model) { [weak model] in model?.state.heading.label }
    return model
  }
}
