import Accounts
import AppEnvironment
import ComposerFeature
package import FeatureKit
import HomeFeature
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import NotificationsFeature
import OwnPostsFeature
import PeopleFeature
import ProfileFeature
import StatusKit
import TagFeature
import TerminalKit
import ThreadFeature

extension SessionCoordinator {
  package func createHomePlugin() -> Plugin {
    Home.plugin(model: home, action: createHomeAction(home))
  }

  private func createHomeAction(_ model: Home.Model) -> Home.Action {
    Home.Action(
      show: { [weak self] timeline, options in
        guard let self else { return }
        if let detour = Detour.active { return try await showHome(timeline, options, within: detour) }
        let before = router.place
        router.show("home")
        defer { router.recordVisit(before) }
        try await model.show(timeline, options)
        didShowTimeline()
      },
      refresh: { [weak self] in
        try await model.refresh()
        self?.didShowTimeline()
      },
      older: {
        // Without a page, the newest one is loaded first.
        try await model.loadOrThrow()
        return try await model.older()
      },
      newer: {
        try await model.loadOrThrow()
        return try await model.newer()
      },
      new: model.new,
      unread: { [navigator] in
        navigator.show("home")
        return try await model.unread()
      },
      fill: { [navigator] in
        navigator.show("home")
        return try await model.fill($0)
      },
      status: createStatusAction(model.statusActions))
  }

  /// Shows a timeline of the Home tab in a model of its own, so that the tab stays as the user sees it.
  private func showHome(_ timeline: Home.Timeline, _ options: TimelineOptions, within detour: Detour) async throws {
    let model = Self.createHomeModel(for: identity, client: client, updates: updates, services)
    model.setMe(context.me)
    try await model.show(timeline, options)
    let screen = Home.screen(model: model, action: createHomeAction(model))
    detour.go(to: screen) { [weak self] in
      guard let self else { return }
      let before = router.place
      router.show("home")
      home.restore(model.state)
      router.recordVisit(before)
    }
  }

  package func createNotificationsPlugin() -> Plugin {
    var plugin = Notifications.plugin(model: notifications, action: createNotificationsAction(notifications))
    plugin.verbs.append(createDismissVerb())
    return plugin
  }

  func createNotificationsAction(_ model: Notifications.Model) -> Notifications.Action {
    Notifications.Action(
      model: model, select: { [navigator] in navigator.show("notifications") },
      open: { [navigator] in try await navigator.push(.thread($0)) },
      profile: { [navigator] in try await navigator.push(.profile($0)) },
      reply: { [weak self] in try await self?.reply(to: $0, text: $1, $2) ?? .nothing })
  }

  func createComposerPlugin() -> Plugin {
    Composer.plugin(
      action: Composer.GlobalAction(
        drafts: drafts,
        compose: { [weak self] options in
          // The user's posting defaults: what is private by default must not open as public.
          await self?.context.load(within: Self.composeTimeout)
          let model = self?.createComposerModel(.new)
          try await model?.attach(options.files)
          if let quote = options.quote { try await model?.quote(quote) }
          self?.presentComposer(.new, options, model: model)
        },
        send: { [weak self] text, options in
          guard let self else { throw AppError.cancelled }
          return try await send(text, mode: .new, options)
        },
        edit: { [weak self] id, options in
          guard let self else { return }
          await context.load(within: Self.composeTimeout)
          let (status, source) = try await redrafting.own(id)
          presentComposer(.edit(status, source), options)
        },
        change: { [weak self] id, text, options in
          guard let self else { throw AppError.cancelled }
          let (status, source) = try await redrafting.own(id)
          return try await send(text ?? "", mode: .edit(status, source), options)
        },
        editor: { [weak self] id, text, options in
          guard let self else { throw AppError.cancelled }
          guard let id else { return try await openEditor(on: .new, text: text, options) }
          let (status, source) = try await redrafting.own(id)
          return try await openEditor(on: .edit(status, source), text: text, options)
        },
        deleted: { [weak self] in self?.closeComposers(of: $0) },
        redrafting: redrafting, holder: holder, schedule: client.scheduleService,
        resume: { [weak self] draft in self?.presentComposer(.draft(draft)) },
        limits: { [context] in Composer.Limits(await context.loadedConfiguration()) }),
      layout: services.layouts.standard)
  }

  func createOwnPostsPlugin() -> Plugin {
    OwnPosts.plugin(
      action: OwnPosts.Action(
        status: { [weak self] id in
          guard let self else { throw AppError.cancelled }
          return try await status(id)
        }, service: client.ownStatusService, changed: updates.changed,
        quotes: { [navigator] in try await navigator.push(.quotes($0), showing: $1) }, me: { [context] in context.me }))
  }

  /// Makes the thread around a post, read from another server if one is given.
  func createThread(_ id: Status.ID, host: String? = nil) -> Screen {
    let foreign = host.map { (statuses: createForeignStatuses(), host: $0) }
    let model = Thread.Model(
      state: Thread.State(focus: id),
      statuses: foreign.map { $0.statuses.statusService(of: $0.host) } ?? lookups.handing(client.statusService),
      branches: host == nil ? readBranches : .none,
      now: services.dependencies.now, statusChanged: host == nil ? updates.changed : { _ in },
      statusRemoved: host == nil ? updates.removed : { _ in })
    let status = foreign.map { foreign in
      foreign.statuses.action(
        host: { foreign.host }, shown: { [weak model] in model?.state.list ?? StatusList() },
        actions: model.statusActions)
    }
    var screen = Thread.screen(
      model: model,
      action: Thread.Action(
        refresh: model.refresh, fold: model.fold, markRead: model.markRead, turn: { model.turn(down: $0) },
        status: status ?? createStatusAction(model.statusActions)))
    screen.otherServer = host
    return screen
  }

  /// The marks of branches that were read; a script shows all there is, and does not open the database for them.
  private var readBranches: ReadBranches {
    var branches = services.storage.readBranches(account: identity.id)
    if !services.run.options.isConversation { branches.all = { [:] } }
    return branches
  }

  func createProfilePlugin() -> Plugin {
    ProfileFeature.Profile.plugin(edit: profileEditing) { [navigator] id, section, options in
      try await navigator.push(.profile(id)) { ($0.model as? ProfileFeature.Profile.Model)?.prepare(options, section) }
    }
  }

  func createPeoplePlugin() -> Plugin { People.plugin(action: peopleAction) }

  func createPeople(_ listing: AccountListing) -> Screen {
    People.screen(listing, limit: services.run.pageSize, action: peopleAction)
  }

  private var peopleAction: People.Action {
    let tags = client.tagService
    return People.Action(
      service: client.peopleService, account: lookups.handing(client.accountService).account,
      followTag: { [updates] in updates.changed(try await tags.setFollowing($0, $1)) }, me: { [context] in context.me },
      ownID: { [context] in try await context.ownID() },
      shown: { [navigator] in navigator.shown(ProfileFeature.Profile.Model.self)?.state.id },
      changed: { [navigator] in
        for screen in navigator.screens { (screen.model as? any RelationshipContainer)?.replace($0) }
      },
      show: { [navigator] in try await navigator.push(.people($0), showing: $1) })
  }

  func createProfile(_ id: Account.ID) -> Screen {
    let model = ProfileFeature.Profile.Model(
      state: ProfileFeature.Profile.State(id: id, limit: services.run.pageSize, me: context.me),
      accounts: lookups.handing(client.accountService), people: client.peopleService,
      statuses: client.statusService, now: services.dependencies.now, statusChanged: updates.changed,
      statusRemoved: updates.removed)
    return ProfileFeature.Profile.screen(
      model: model,
      action: ProfileFeature.Profile.Action(
        refresh: model.refresh, older: model.older, newer: model.newer, follow: model.setFollowing,
        status: createStatusAction(model.statusActions)))
  }

  /// Pushes the route of a timeline, for the command of a feature without a tab.
  func showing(_ route: Route) -> (TimelineOptions) async throws -> Void {
    { [navigator] in try await navigator.push(route, showing: $0) }
  }

  /// What can be asked of a post on any screen: the model's actions, and what only the session can do.
  func createStatusAction(_ actions: OptimisticStatusActions) -> StatusAction {
    StatusAction(
      open: { [navigator] in try await navigator.push(.thread($0)) }, profile: nil,
      reply: { [weak self] in try await self?.reply(to: $0, text: $1, $2) ?? .nothing }, actions: actions,
      me: { [context] in context.me })
  }
}

extension Navigator<Route, SheetDestination> {
  /// Pushes the route of a timeline, which shows what the options ask for.
  func push(_ route: Route, showing options: TimelineOptions) async throws {
    try await push(route) { ($0.model as? any TimelineModel)?.prepare(options) }
  }
}

extension Home.Model {
  /// Fetches the newest page if no page was fetched yet.
  fileprivate func loadOrThrow() async throws {
    guard !state.posts.isLoaded else { return }
    await load()
    if let error = state.posts.error { throw error }
  }
}
