import FeatureKit
import ListsFeature
import LocalStore
import LocalTimelinesFeature
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import TagGroupsFeature

/// Timelines that are one of many.
extension SessionCoordinator {
  func createListTimeline(_ id: List.ID) -> Screen {
    let (lists, accounts) = (client.listService, client.accountService)
    let model = createTimelineModel(
      Lists.timelineState(limit: services.run.pageSize), heading: { Lists.heading(try await lists.list(id)) },
      page: { try await lists.statuses(id, $0) })
    return Lists.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      list: Lists.TimelineAction(
        id, lists: lists, accounts: accounts, edit: { [navigator] in try await navigator.present(.list(id)) }))
  }

  func createTagGroupTimeline(_ id: TagGroup.ID) -> Screen {
    let (client, groups) = (client, services.storage.tagGroupService)
    let model = createTimelineModel(
      TagGroups.timelineState(limit: services.run.pageSize),
      heading: { TagGroups.heading(try TagGroups.group(id, in: groups)) },
      page: { try await client.tagged(TagGroups.query(try TagGroups.group(id, in: groups)), $0) })
    return TagGroups.timeline(
      model: model, action: StatusTimeline.Action(model: model, status: createStatusAction(model.acts)),
      edit: { [navigator] in try await navigator.present(.tagGroup(id)) })
  }

  /// Another server's posts are read from there, without an account; what is done with them is done on one's own.
  func createLocalTimeline(_ id: LocalTimeline.ID) -> Screen {
    let timelines = services.storage.localTimelineService
    let open = createAnonymousClients()
    let model = createTimelineModel(
      LocalTimelines.timelineState(limit: services.run.pageSize),
      heading: { LocalTimelines.heading(try LocalTimelines.timeline(id, in: timelines)) },
      page: { request in
        let host = try LocalTimelines.timeline(id, in: timelines).host
        var page = try await open(host).timelineService.local(request)
        page.elements = page.elements.map { LocalTimelines.qualified($0, host: host) }
        return page
      })
    return LocalTimelines.timeline(
      model: model,
      action: StatusTimeline.Action(
        model: model,
        status: createForeignStatusAction(
          host: { try LocalTimelines.timeline(id, in: timelines).host },
          shown: { [weak model] in model?.state.list ?? StatusList() }, acts: model.acts)),
      edit: { [navigator] in try await navigator.present(.localTimeline(id)) })
  }

  private func createTimelineModel(
    _ state: StatusTimeline.State, heading: @escaping @Sendable () async throws -> StatusTimeline.Heading,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> StatusTimeline.Model {
    StatusTimeline.Model(
      state: state, heading: heading, page: page, statuses: client.statusService, now: services.dependencies.now,
      statusChanged: updates.changed, statusRemoved: updates.removed)
  }
}
