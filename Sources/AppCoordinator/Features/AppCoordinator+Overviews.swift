import FeatureKit
import FiltersFeature
import ListsFeature
import LocalStore
import LocalTimelinesFeature
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import TagGroupsFeature
import TerminalKit

/// The tabs of lists, groups of hashtags, other servers and filters.
extension AppCoordinator {
  /// Makes the ways to the overviews; none of them is made before it is looked at, nor what could make them.
  func createOverviews() -> Cached<Overviews> {
    let (client, storage, ledger) = (session.client, storage, ledger)
    return Cached { [weak self] in Self.createOverviews(client, storage, ledger, for: self) }
  }

  private static func createOverviews(
    _ client: MastodonClient, _ storage: Database, _ ledger: Ledger, for coordinator: AppCoordinator?
  ) -> Overviews {
    Overviews(
      lists: Cached { [weak coordinator] in
        let model = Lists.model(client.listService)
        ledger.enter(.lists, model)
        coordinator?.watchPressure()
        return model
      },
      tagGroups: Cached { [weak coordinator] in
        let model = TagGroups.model(storage.tagGroupService)
        ledger.enter(.tagGroups, model)
        coordinator?.follow(model, storage.tagGroupService.changes, in: "groups", named: "Your tag groups")
        return model
      },
      localTimelines: Cached { [weak coordinator] in
        let model = LocalTimelines.model(storage.localTimelineService)
        ledger.enter(.localTimelines, model)
        coordinator?.follow(model, storage.localTimelineService.changes, in: "servers", named: "Your other servers")
        return model
      },
      filters: Cached { [weak coordinator] in
        let model = Filters.model(client.filterService)
        ledger.enter(.filters, model)
        coordinator?.watchPressure()
        return model
      })
  }

  /// Lets the overview of what is kept here follow what becomes of it, also by another Howdah, while somebody may look.
  private func follow<Entry>(
    _ model: EntriesModel<Entry>, _ changes: @escaping @Sendable () -> AsyncThrowingStream<[Entry], any Error>,
    in tab: Plugin.ID, named name: String
  ) {
    watchPressure()
    guard choice.isLive else { return }
    model.follow(changes) { [weak self] in
      guard let self, router.selected == tab, router.current.path.isEmpty, router.current.sheet == nil else { return }
      notices.post(StyledText("\(name) have changed: screen shows them.", .secondary))
    }
  }

  func createListsPlugin() -> Plugin {
    let overviews = overviews ?? createOverviews()
    let model = { @MainActor @Sendable in overviews().lists() }
    return Lists.plugin(
      model: model,
      action: Lists.Action(
        select: { [weak self] in self?.showTab("lists") },
        open: { [weak self] in try await self?.push(.list($0.id)) },
        make: { [weak self] in try await self?.presentNew(.list(nil), named: $0) },
        edit: { [weak self] in try await self?.present(.list($0.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createTagGroupsPlugin() -> Plugin {
    let overviews = overviews ?? createOverviews()
    let model = { @MainActor @Sendable in overviews().tagGroups() }
    return TagGroups.plugin(
      model: model,
      action: TagGroups.Action(
        select: { [weak self] in self?.showTab("groups") },
        open: { [weak self] in try await self?.push(.tagGroup($0.id)) },
        make: { [weak self] in try await self?.presentNew(.tagGroup(nil), named: $0) },
        edit: { [weak self] in try await self?.present(.tagGroup($0.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createLocalTimelinesPlugin() -> Plugin {
    let overviews = overviews ?? createOverviews()
    let model = { @MainActor @Sendable in overviews().localTimelines() }
    return LocalTimelines.plugin(
      model: model,
      action: LocalTimelines.Action(
        select: { [weak self] in self?.showTab("servers") },
        open: { [weak self] in try await self?.push(.localTimeline($0.id)) },
        make: { [weak self] in
          try await self?.presentNew(.localTimeline(nil), named: $0, field: LocalTimelines.field(typed:))
        },
        edit: { [weak self] in try await self?.present(.localTimeline($0.id)) },
        delete: { try await model().delete($0) }, refresh: { try await model().refresh() }))
  }

  func createFiltersPlugin() -> Plugin {
    let overviews = overviews ?? createOverviews()
    let model = { @MainActor @Sendable in overviews().filters() }
    return Filters.plugin(
      model: model,
      action: Filters.Action(
        select: { [weak self] in self?.showTab("filters") },
        open: { [weak self] in try await self?.present(.filter($0.id)) },
        make: { [weak self] in try await self?.presentNew(.filter(nil), named: $0) },
        edit: { [weak self] in try await self?.present(.filter($0.id)) },
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
        self?.overviews?.current?.lists.current?.invalidate()
        return self?.kept(model, .list(id), route: id.map(Route.list)) ?? .nothing
      })
  }

  func createFilterForm(_ id: Filter.ID?) -> Screen {
    let model = entered(Filters.form(id, service: session.client.filterService, now: dependencies.now))
    return Filters.formScreen(
      model: model,
      saved: { [weak self] in
        self?.overviews?.current?.filters.current?.invalidate()
        return self?.kept(model, .filter(id), route: nil) ?? .nothing
      })
  }

  func createTagGroupForm(_ id: TagGroup.ID?) -> Screen {
    let model = entered(TagGroups.form(id, service: storage.tagGroupService, makeID: dependencies.makeID))
    return TagGroups.formScreen(
      model: model,
      saved: { [weak self] in
        // At once, so that one's own doing is no news when it is told.
        try await self?.overviews?.current?.tagGroups.current?.refresh()
        return self?.kept(model, .tagGroup(id), route: id.map(Route.tagGroup)) ?? .nothing
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
        try await self?.overviews?.current?.localTimelines.current?.refresh()
        return self?.kept(model, .localTimeline(id), route: id.map(Route.localTimeline)) ?? .nothing
      })
  }

  /// Opens the form of something new; what was typed behind the verb stands in it, or it is not opened.
  private func presentNew(
    _ destination: SheetDestination, named name: String?, field: (String) -> String = { _ in "1" }
  ) async throws {
    guard let name else { return try await present(destination) }
    let open = router.current.sheets.first { $0.destination == destination }?.screen
    let screen = if let open { open } else { try await createSheetScreen(for: destination) }
    guard let verb = screen.verbs().first(where: { $0.name == "set" }) else { return try await present(destination) }
    let words = [field(name), name].map { ArgumentList.Word($0, isQuoted: true) }
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    _ = try await verb.run(ArgumentReader(ArgumentList(words), for: verb, context: context))
    if open == nil { present(destination, screen: screen) } else { try await present(destination) }
  }

  private func entered(_ model: FormModel) -> FormModel {
    ledger.enter(.form, model) { [weak model] in model?.state.noun }
    return model
  }

  /// Closes a form that was saved, and goes on with what lay below it; what shows the same thing looks again.
  private func kept(_ model: FormModel, _ destination: SheetDestination, route: Route?) -> Response {
    let title = model.state.title
    dismiss(destination, isShownNext: true)
    for screen in route.map(router.screens) ?? [] { (screen.model as? StatusTimeline.Model)?.invalidate() }
    return .screenAfter(Toast(.success, StyledText("Saved the \(title).")))
  }
}
