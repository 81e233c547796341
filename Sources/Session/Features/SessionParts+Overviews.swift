import AppEnvironment
import FeatureKit
import FiltersFeature
import GroupsFeature
import Links
import ListsFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import ServersFeature
import StatusKit
import TerminalKit

/// The tabs of lists, groups, servers and filters. Their models are made when they are first shown.
extension SessionParts {
  func createListsPlugin() -> Plugin {
    let model = { @MainActor @Sendable [lists = tabs.lists] in lists() }
    return Lists.plugin(
      model: model,
      action: navigator.entries(
        on: "lists", model, form: SheetDestination.list, route: Route.list, field: { _ in "1" }, completes: completes
      ) { [navigator] in navigator.push(.list($0.id), showing: $1) },
      lists: { [lists] in lists }, accounts: { [client] in client.accountService },
      membership: Lists.Membership.Action(show: { [navigator] in navigator.push(.membership($0)) }))
  }

  func createGroupsPlugin() -> Plugin {
    let model = { @MainActor @Sendable [groups = tabs.groups] in groups() }
    return Groups.plugin(
      model: model,
      action: navigator.entries(
        on: "groups", model, form: SheetDestination.group, route: Route.group, field: { _ in "1" }, completes: completes
      ) { [navigator] in navigator.push(.group($0.id), showing: $1) },
      service: { [renaming] in renaming.groups },
      makeID: services.dependencies.makeID, check: { try await createGroupSources().checked($0) })
  }

  func createServersPlugin() -> Plugin {
    let model = { @MainActor @Sendable [servers = tabs.servers] in servers() }
    return Servers.plugin(
      model: model,
      action: navigator.entries(
        on: "servers", model, form: SheetDestination.server, route: Route.server, field: Servers.field(typed:),
        completes: completes
      ) { [navigator] in navigator.push(.server($0.id), showing: $1) },
      service: { [storage = services.storage] in storage.savedServerService },
      makeID: services.dependencies.makeID, host: Self.serverName,
      feed: { [navigator] feed, host, options in
        navigator.push(.feed(feed, host: try Self.serverName(host)), showing: options)
      })
  }

  func createFiltersPlugin() -> Plugin {
    let model = { @MainActor @Sendable [filters = tabs.filters] in filters() }
    return Filters.plugin(
      model: model,
      action: navigator.entries(
        on: "filters", model, form: SheetDestination.filter, route: { _ in nil }, field: { _ in "1" },
        completes: completes
      ) { [navigator] entry, _ in navigator.present(.filter(entry.id)) },
      contents: Filters.Contents(
        service: client.filterService, now: services.dependencies.now,
        status: { id in
          if let shown = updates.filtered(id) { return shown }
          return try await status(id)
        }, changed: { [filters = tabs.filters] in filters.current?.invalidate() },
        match: { [updates] id, result, isAdded in
          guard let status = updates.shown(id) else { return }
          updates.changed(status.matching(result, isAdded: isAdded))
        }))
  }
}

extension SessionParts {
  private var completes: Bool { services.run.policy.completes }

  private var renaming: Renaming { Renaming(storage: services.storage) }

  private var lists: ListService { renaming.lists(client.listService) }

  func createMembership(_ id: Account.ID) -> Screen {
    Lists.Membership.screen(
      model: Lists.Membership.Model(
        state: Lists.Membership.State(id: id), service: client.listService,
        account: lookups.handing(client.accountService).account))
  }
}

/// Their forms.
extension SessionParts {
  func createListForm(_ id: List.ID?) -> Screen {
    let model = Lists.form(id, lists: lists, accounts: client.accountService)
    return Lists.formFace.screen(
      model: model,
      saved: navigator.closing(.list(id), model, route: id.map(Route.list)) { [lists = tabs.lists] in
        lists.current?.invalidate()
      })
  }

  func createFilterForm(_ id: Filter.ID?) -> Screen {
    let model = Filters.form(id, service: client.filterService, now: services.dependencies.now)
    return Filters.formFace.screen(
      model: model,
      saved: navigator.closing(.filter(id), model) { [filters = tabs.filters] in filters.current?.invalidate() })
  }

  func createGroupForm(_ id: TagGroup.ID?) -> Screen {
    let model = Groups.form(
      id, service: renaming.groups, makeID: services.dependencies.makeID,
      check: { try await createGroupSources().checked($0) })
    return Groups.formFace.screen(
      model: model,
      // Refreshed at once, so that the user's own change is not announced as one.
      saved: navigator.closing(.group(id), model, route: id.map(Route.group)) { [groups = tabs.groups] in
        try await groups.current?.refresh()
      })
  }

  func createServerForm(_ id: SavedServer.ID?) -> Screen {
    let model = Servers.form(
      id, service: services.storage.savedServerService, makeID: services.dependencies.makeID,
      host: Self.serverName)
    return Servers.formFace.screen(
      model: model,
      saved: navigator.closing(.server(id), model, route: id.map(Route.server)) { [servers = tabs.servers] in
        try await servers.current?.refresh()
      })
  }

  /// Shows groups and servers that were added by an import; at once, so that it is not announced as a change.
  package func localEntriesChanged() async throws {
    try await tabs.groups.current?.refresh()
    try await tabs.servers.current?.refresh()
  }

  /// The name of a server whose address was typed.
  @Sendable package nonisolated static func serverName(_ typed: String) throws -> String {
    do { return try ServerAddress(parsing: typed).name } catch {
      throw AppError.usage(
        Sanitizer.clean("“\(typed)” is not the address of a server."),
        suggestion: "Type its name, such as mastodon.example; only https is used.")
    }
  }
}
