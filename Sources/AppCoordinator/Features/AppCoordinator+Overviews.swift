import FeatureKit
import FiltersFeature
import ListsFeature
import LocalStore
import LocalTimelinesFeature
import MastodonClient
import MastodonKit
import TagGroupsFeature
import TerminalKit

/// The tabs of lists, groups of hashtags, other servers and filters.
extension AppCoordinator {
  /// Makes the ways to the overviews; none of them is made before it is looked at.
  func createOverviews() -> Overviews {
    let (client, storage, ledger) = (session.client, storage, ledger)
    return Overviews(
      lists: Cached {
        let model = Lists.model(client.listService)
        ledger.enter(.lists, model)
        return model
      },
      tagGroups: Cached {
        let model = TagGroups.model(storage.tagGroupService)
        ledger.enter(.tagGroups, model)
        return model
      },
      localTimelines: Cached {
        let model = LocalTimelines.model(storage.localTimelineService)
        ledger.enter(.localTimelines, model)
        return model
      },
      filters: Cached {
        let model = Filters.model(client.filterService)
        ledger.enter(.filters, model)
        return model
      })
  }

  func createListsPlugin() -> Plugin {
    let model = (overviews ?? createOverviews()).lists
    return Lists.plugin(
      model: { model() },
      action: Lists.Action(
        select: { [weak self] in self?.showTab("lists") },
        open: { [weak self] in try await self?.push(.list($0.id)) },
        edit: { [weak self] in try await self?.present(.list($0?.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createTagGroupsPlugin() -> Plugin {
    let model = (overviews ?? createOverviews()).tagGroups
    return TagGroups.plugin(
      model: { model() },
      action: TagGroups.Action(
        select: { [weak self] in self?.showTab("groups") },
        open: { [weak self] in try await self?.push(.tagGroup($0.id)) },
        edit: { [weak self] in try await self?.present(.tagGroup($0?.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createLocalTimelinesPlugin() -> Plugin {
    let model = (overviews ?? createOverviews()).localTimelines
    return LocalTimelines.plugin(
      model: { model() },
      action: LocalTimelines.Action(
        select: { [weak self] in self?.showTab("servers") },
        open: { [weak self] in try await self?.push(.localTimeline($0.id)) },
        edit: { [weak self] in try await self?.present(.localTimeline($0?.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createFiltersPlugin() -> Plugin {
    let model = (overviews ?? createOverviews()).filters
    return Filters.plugin(
      model: { model() },
      action: Filters.Action(
        select: { [weak self] in self?.showTab("filters") },
        open: { [weak self] in try await self?.present(.filter($0.id)) },
        edit: { [weak self] in try await self?.present(.filter($0?.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }
}

/// Their forms.
extension AppCoordinator {
  func createListForm(_ id: List.ID?) -> Screen {
    let model = entered(
      Lists.form(id, lists: session.client.listService, accounts: session.client.accountService))
    return Lists.formScreen(
      model: model,
      saved: { [weak self] in
        self?.overviews?.lists().invalidate()
        return self?.kept(model, .list(id), route: id.map(Route.list)) ?? .nothing
      })
  }

  func createFilterForm(_ id: Filter.ID?) -> Screen {
    let model = entered(Filters.form(id, service: session.client.filterService, now: dependencies.now))
    return Filters.formScreen(
      model: model,
      saved: { [weak self] in
        self?.overviews?.filters().invalidate()
        return self?.kept(model, .filter(id), route: nil) ?? .nothing
      })
  }

  func createTagGroupForm(_ id: TagGroup.ID?) -> Screen {
    let model = entered(TagGroups.form(id, service: storage.tagGroupService, makeID: dependencies.makeID))
    return TagGroups.formScreen(
      model: model,
      saved: { [weak self] in
        self?.kept(model, .tagGroup(id), route: id.map(Route.tagGroup)) ?? .nothing
      })
  }

  func createLocalTimelineForm(_ id: LocalTimeline.ID?) -> Screen {
    let model = entered(
      LocalTimelines.form(
        id, service: storage.localTimelineService, makeID: dependencies.makeID,
        host: { typed in
          do { return try ServerAddress(parsing: typed).name } catch {
            throw AppError.validation(
              Sanitizer.clean("“\(typed)” is not the address of a server."),
              suggestion: "Type its name, such as mastodon.example; only https is used.")
          }
        }))
    return LocalTimelines.formScreen(
      model: model,
      saved: { [weak self] in
        self?.kept(model, .localTimeline(id), route: id.map(Route.localTimeline)) ?? .nothing
      })
  }

  private func entered(_ model: FormModel) -> FormModel {
    ledger.enter(.form, model) { [weak model] in model?.state.noun }
    return model
  }

  /// Closes a form that was saved, and goes on with what lay below it; what shows the same thing looks again.
  private func kept(_ model: FormModel, _ destination: SheetDestination, route: Route?) -> Response {
    let title = model.state.title
    dismiss(destination, isShownNext: true)
    if let route { router.refresh(route) }
    return .screenAfter(Toast(.success, StyledText("Saved the \(title).")))
  }
}
