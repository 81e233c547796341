import FeatureKit
import FiltersFeature
import GroupsFeature
import ListsFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import ServersFeature
import StatusKit
import TerminalKit

/// The tabs of lists, hashtag groups, servers and filters. Their models are made when they are first shown.
extension SessionCoordinator {
  /// Lets an overview of what is stored here follow its changes, which another Howdah may make.
  static func following<Entry>(
    _ model: EntriesModel<Entry>, _ changes: @escaping @Sendable () -> AsyncThrowingStream<[Entry], any Error>,
    in tab: Plugin.ID, named name: String, _ services: Services,
    _ navigator: Navigator<Route, SheetDestination>
  ) -> EntriesModel<Entry> {
    guard services.run.options.isLive else { return model }
    model.follow(changes) {
      guard navigator.isShowingRoot(of: tab) else { return }
      services.toasts.post(StyledText("\(name) have changed: screen shows them.", .secondary))
    }
    return model
  }

  func createListsPlugin() -> Plugin {
    let model = { @MainActor @Sendable [lists] in lists() }
    return Lists.plugin(
      model: model,
      action: action(on: "lists", model, form: SheetDestination.list) { [navigator] in
        try await navigator.push(.list($0.id))
      })
  }

  func createGroupsPlugin() -> Plugin {
    let model = { @MainActor @Sendable [groups] in groups() }
    return Groups.plugin(
      model: model,
      action: action(on: "groups", model, form: SheetDestination.group) { [navigator] in
        try await navigator.push(.group($0.id))
      })
  }

  func createServersPlugin() -> Plugin {
    let model = { @MainActor @Sendable [servers] in servers() }
    return Servers.plugin(
      model: model,
      action: action(on: "servers", model, form: SheetDestination.server, field: Servers.field(typed:)) {
        [navigator] in try await navigator.push(.server($0.id))
      })
  }

  func createFiltersPlugin() -> Plugin {
    let model = { @MainActor @Sendable [filters] in filters() }
    return Filters.plugin(
      model: model,
      action: action(on: "filters", model, form: SheetDestination.filter) { [navigator] in
        try await navigator.present(.filter($0.id))
      })
  }

  /// What an overview asks for: its tab, the form of an entry or of a new one, and what its model does.
  private func action<Entry>(
    on tab: Plugin.ID, _ model: @escaping @MainActor @Sendable () -> EntriesModel<Entry>,
    form: @escaping (Entry.ID?) -> SheetDestination, field: @escaping (String) -> String = { _ in "1" },
    open: @escaping (Entry) async throws -> Void
  ) -> Entries<Entry>.Action {
    Entries.Action(
      select: { [navigator] in
        navigator.show(tab)
        model().invalidate()
      }, open: open,
      create: { [weak self] in try await self?.presentNew(form(nil), named: $0, field: field) },
      edit: { [navigator] in try await navigator.present(form($0.id)) },
      delete: { try await model().delete($0) }, refresh: { try await model().refresh() })
  }
}

/// Their forms.
extension SessionCoordinator {
  func createListForm(_ id: List.ID?) -> Screen {
    let model = Lists.form(id, lists: client.listService, accounts: client.accountService)
    return Lists.formScreen(
      model: model,
      saved: closing(.list(id), model, route: id.map(Route.list)) { [lists] in lists.current?.invalidate() })
  }

  func createFilterForm(_ id: Filter.ID?) -> Screen {
    let model = Filters.form(id, service: client.filterService, now: services.dependencies.now)
    return Filters.formScreen(
      model: model, saved: closing(.filter(id), model) { [filters] in filters.current?.invalidate() })
  }

  func createGroupForm(_ id: TagGroup.ID?) -> Screen {
    let model = Groups.form(
      id, service: services.storage.tagGroupService, makeID: services.dependencies.makeID)
    return Groups.formScreen(
      model: model,
      // Refreshed at once, so that the user's own change is not announced as one.
      saved: closing(.group(id), model, route: id.map(Route.group)) { [groups] in
        try await groups.current?.refresh()
      })
  }

  func createServerForm(_ id: SavedServer.ID?) -> Screen {
    let model = Servers.form(
      id, service: services.storage.savedServerService, makeID: services.dependencies.makeID,
      host: { typed in
        do { return try ServerAddress(parsing: typed).name } catch {
          throw AppError.validation(
            Sanitizer.clean("“\(typed)” is not the address of a server."),
            suggestion: "Type its name, such as mastodon.example; only https is used.")
        }
      })
    return Servers.formScreen(
      model: model,
      saved: closing(.server(id), model, route: id.map(Route.server)) { [servers] in
        try await servers.current?.refresh()
      })
  }

  /// What happens once a form is saved: its overview is updated, the form is closed, and timelines of `route` are loaded again.
  private func closing(
    _ destination: SheetDestination, _ model: FormModel, route: Route? = nil,
    update: @escaping @MainActor () async throws -> Void
  ) -> @MainActor () async throws -> Response {
    { [navigator] in
      try await update()
      let title = model.state.title
      navigator.dismiss(destination, isShownNext: true)
      for screen in route.map(navigator.screens) ?? [] { (screen.model as? StatusTimeline.Model)?.invalidate() }
      return .screenAfter(Toast(.success, StyledText("Saved the \(title).")))
    }
  }

  /// Opens the form of something new, filled in with a name that was typed after the command.
  private func presentNew(
    _ destination: SheetDestination, named name: String?, field: (String) -> String
  ) async throws {
    guard let name else { return try await router.present(destination) }
    let open = navigator.sheet(destination)
    let screen = if let open { open } else { try await router.makeScreen(for: destination) }
    _ = try await (screen.model as? FormModel)?.set(field(name), to: name)
    if open == nil { router.present(destination, screen: screen) } else { try await router.present(destination) }
  }
}
