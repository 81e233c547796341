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
import OwnershipKit
import PeopleFeature
import ProfileFeature
import StatusKit
import ThreadFeature

extension SessionParts {
  package func createHomePlugin() -> Plugin {
    Home.plugin(model: tabs.home, action: createHomeAction(tabs.home))
  }

  private func createHomeAction(_ model: Home.Model) -> Home.Action {
    Home.Action(
      select: { [navigator] in navigator.show("home") },
      show: { timeline, options in
        .going { [navigator, streams] detour in
          guard let router = navigator.router else { return .nothing }
          if detour.isActive { return try await showHome(timeline, options, within: detour) }
          let before = router.place
          // What is written there is shown in its place, and what is below it stays.
          guard router.show("home", within: detour) else { return .screen }
          defer { router.recordVisit(before) }
          do { detour.update = try await model.show(timeline, options, keptFirst: detour.showsKept()) } catch {
            // What was stopped is not where the user is.
            if AppError(error) == .cancelled { router.goBack(to: before) }
            throw error
          }
          streams.didShowTimeline()
          return .screen
        }
      },
      accounts: { [navigator] text, options in
        navigator.push(.homes(try base.accounts(listed: text)), showing: options)
      },
      refreshed: streams.didShowTimeline, status: createStatusAction(model))
  }

  /// Shows a timeline of the Home tab in a model of its own, so that the tab stays as the user sees it.
  private func showHome(_ timeline: Home.Timeline, _ options: TimelineOptions, within detour: Detour) async throws
    -> Response
  {
    let model = TabModels.createHome(base)
    model.setMe(context.me)
    try await model.show(timeline, options)
    let screen = Home.screen(model: model, action: createHomeAction(model))
    _ = detour.go(to: screen) { [navigator, home = tabs.home] in
      guard let router = navigator.router else { return }
      let before = router.place
      router.show("home")
      home.restore(model.state)
      router.recordVisit(before)
    }
    return .screen
  }

  package func createNotificationsPlugin() -> Plugin {
    Notifications.plugin(model: tabs.notifications, action: createNotificationsAction())
      .mapVerbs { $0 + [createDismissVerb()] }
  }

  func createNotificationsAction() -> Notifications.Action {
    Notifications.Action(
      select: { [navigator] in navigator.show("notifications") },
      accounts: { [navigator] text, query, options in
        navigator.push(.accountNotifications(try base.accounts(listed: text), query), showing: options)
      },
      open: { [navigator] in navigator.push(.thread($0)) },
      profile: { [navigator] in navigator.push(.profile($0)) },
      reply: composers.replying)
  }

  func createComposerPlugin() -> Plugin {
    Composer.plugin(
      action: Composer.GlobalAction(
        drafts: drafts,
        write: composers.write, deleted: { [composers] in composers.closeComposers(of: $0) },
        redrafting: composers.redrafting, holder: publisher.holder, schedule: client.scheduleService,
        limits: { [context] in Composer.Limits(await context.loadedConfiguration()) },
        findFile: { [files = Self.createAttachmentService(client, context, services)] path, isThumbnail in
          _ = try await files.find(path, "", isThumbnail)
        }),
      layout: services.layouts.standard)
  }

  func createOwnPostsPlugin() -> Plugin {
    OwnPosts.plugin(
      action: OwnPosts.Action(
        status: status, service: client.ownStatusService, changed: updates.changed,
        quotes: { [navigator] in navigator.push(.quotes($0), showing: $1) },
        posts: { [context, accounts = client.fresh.accountService] in
          try await accounts.statuses(try await context.ownID(), $0)
        },
        kept: { [archive = account.archive, use = services.run.options.archiveUse, answers = services.answers] error in
          guard let error = error as? MastodonError,
            use == .cached || use == .automatic && error.isAboutReachingTheServer,
            // An archive that can't be read is none.
            let newest = try? await archive.facts().newest
          else { return nil }
          answers.add(.archived(newest, because: use == .cached ? nil : error))
          let own = ArchiveQuery([ArchiveQuery.Group([ArchiveQuery.Term(.place(.mine))])])
          return { try await archive.find(own, $0) }
        },
        me: { [context] in context.me }))
  }

  /// Creates the thread around a post, read from another server if one is given.
  func createThread(_ id: Status.ID, host: String? = nil) -> Screen {
    let (model, service) = createThreadModel(id, host: host)
    updates.models.posts.add { [weak model] in model }
    guard let host else { return Thread.screen(model: model, status: createStatusAction(model)) }
    let foreign = createForeignStatuses()
    let shown = { @MainActor @Sendable [weak model] in model?.state.list ?? StatusList() }
    let status = foreign.action(
      host: { host }, shown: shown,
      acts: StatusActs(
        service: service, container: model, changed: { [weak model] in model?.replace($0) },
        removed: { [weak model] in model?.remove($0) }))
    return Thread.screen(model: model, status: status)
      .showing(foreign.otherServer(host, host: { _ in host }, shown: shown))
  }

  private func createThreadModel(_ id: Status.ID, host: String?) -> (model: Thread.Model, service: StatusService) {
    let service =
      host.map { createForeignStatuses().statusService(of: $0) } ?? lookups.handing(client.statusService)
    let model = Thread.Model(
      state: Thread.State(focus: id), statuses: service, branches: host == nil ? readBranches : .none,

      in: host == nil ? base.lists : base.lists.fromServer)
    return (model, service)
  }

  func exportThread(_ id: Status.ID, _ host: String?, _ file: String) async throws -> Response {
    try await Thread.export(
      createThreadModel(id, host: host).model, to: file, of: services.dependencies.createUserFiles(),
      layout: services.layouts.standard(), sleep: services.dependencies.sleep)
  }

  /// The marks of branches that were read; a script shows all there is, and does not open the database for them.
  private var readBranches: ReadBranches {
    var branches = services.storage.readBranches(account: identity.id)
    if !services.run.policy.completes { branches.all = { [:] } }
    return branches
  }

  func createProfilePlugin() -> Plugin {
    Profile.plugin(edit: profileEditing) { id, section, tag, excludesDirect, options in
      navigator.push(.profile(id)) {
        readingKept.createProfile(id, options, section, tag: tag, excludesDirect: excludesDirect)
      }
    }
  }

  func createPeoplePlugin() -> Plugin { People.plugin(action: peopleAction) }

  func createPeople(_ listing: AccountListing, _ options: TimelineOptions) -> Screen {
    People.screen(listing, limit: services.run.pageSize, showing: options, action: peopleAction, in: base.lists)
  }

  private var peopleAction: People.Action {
    let tags = client.tagService
    return People.Action(
      service: client.peopleService, server: client.fresh.peopleService,
      account: lookups.handing(client.accountService).account,
      followers: services.storage.followerMemory(account: identity.id),
      followTag: { [updates] name, isOn in
        // If it is unknown, only the wording is less exact.
        let before = try? await tags.tag(name).following
        return (updates.changed(try await tags.setFollowing(name, isOn)), before)
      }, me: { [context] in context.me },
      ownID: { [context] in try await context.ownID() }, now: services.dependencies.now,
      isOwnServer: { [deepLinks = account.deepLinks] in deepLinks().isHere($0) },
      shown: { [navigator] in
        guard let screen = navigator.router?.screen, screen.id == "profile" else { return nil }
        return screen.subject().map { Account.ID($0) }
      }, relationships: updates.models.relationships,
      show: { [navigator] in navigator.push(.people($0), showing: $1) })
  }

  func createProfile(
    _ id: Account.ID, _ options: TimelineOptions, _ section: Profile.Section = .all, tag: String? = nil,
    excludesDirect: Bool = false
  ) -> Screen {
    var state = Profile.State(
      id: id, limit: services.run.pageSize, me: context.me, section: section, tag: tag, excludesDirect: excludesDirect)
    state.posts.options = options
    var accounts = lookups.handing(client.accountService)
    accounts.account = { [account = accounts.account, context] id in
      var account = try await account(id)
      // Only the answer to who is signed in says so.
      guard let obstacle = await context.obstacle(of: id) else { return account }
      account.details = account.details ?? Account.Details()
      account.details?.obstacle = obstacle
      return account
    }
    let model = Profile.Model(
      state: state, accounts: accounts, people: client.peopleService, collections: client.collectionService.all,
      lists: client.listService.containing, in: base.lists)
    updates.models.posts.add { [weak model] in model }
    updates.models.relationships.add { [weak model] in model }
    return Profile.screen(model: model, status: createStatusAction(model))
  }

  /// Pushes the route of a timeline, for the command of a feature without a tab.
  func showing(_ route: Route) -> (TimelineOptions) -> Response {
    { [navigator] in navigator.push(route, showing: $0) }
  }

  /// The actions on a post on the screen of a model: the model's, and those that only the session has.
  func createStatusAction(_ model: some StatusContainer) -> StatusAction { createStatusAction(statusActs(model)) }

  func createStatusAction(_ acts: StatusActs) -> StatusAction {
    StatusAction(
      open: { [navigator] in navigator.push(.thread($0)) }, export: { try await exportThread($0, nil, $1) },
      profile: { [navigator] in navigator.push(.profile($0)) },
      reply: composers.replying, posts: { _ in acts }, me: { [context] in context.me }, bookmarks: account.bookmarks,
      boosts: account.boosts)
  }

  /// The acts on posts of a screen; every model that shows a post learns of them.
  func statusActs(_ model: some StatusContainer) -> StatusActs {
    StatusActs(
      service: client.statusService, container: model, changed: updates.changed, removed: updates.removed)
  }
}
