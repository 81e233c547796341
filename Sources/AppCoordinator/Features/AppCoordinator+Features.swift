import Accounts
import ComposerFeature
import FeatureKit
import GraphFeature
import HomeFeature
import MastodonClient
import MastodonKit
import NotificationsFeature
import ProfileFeature
import SigningInFeature
import StatusKit
import TagFeature
import TerminalKit
import ThreadFeature

extension AppCoordinator {
  /// Makes every feature for the present session; a new feature is one line here and one function below.
  func createPlugins() -> [Plugin] {
    [
      createHomePlugin(), createNotificationsPlugin(), createSettingsPlugin().withoutAccount, createComposerPlugin(),
      createGraphPlugin().withoutAccount, createMediaPlugin(), createShellPlugin().withoutAccount, createListsPlugin(),
      createTagGroupsPlugin(), createLocalTimelinesPlugin(), createFiltersPlugin(), createReportPlugin(),
      createIntentsPlugin().withoutAccount, createOnboardingPlugin(), createPushPlugin(),
      createToastsPlugin().withoutAccount, createUsagePlugin().withoutAccount, createAboutPlugin().withoutAccount,
      SigningIn.plugin(), Thread.plugin(), ProfileFeature.Profile.plugin(), TagFeature.Tag.plugin(),
    ]
  }

  private func createHomePlugin() -> Plugin {
    let model = session.home
    return Home.plugin(
      model: model,
      action: Home.Action(
        show: { [weak self] timeline, limit in
          // The tab's own verb goes there as it was left, and from there to its beginning.
          let isAsked = timeline != .home || limit != nil
          guard self?.showTab("home", fromItsBeginning: isAsked) != false || isAsked else { return }
          try await model.show(timeline, limit: limit)
          self?.didShowTimeline()
        },
        refresh: { [weak self] in
          try await model.refresh()
          self?.didShowTimeline()
        },
        older: {
          // A page older than none is not the end: what was never asked for is asked for first.
          try await model.loadOrThrow()
          return try await model.older()
        },
        newer: {
          try await model.loadOrThrow()
          return try await model.newer()
        },
        new: model.new,
        status: createStatusAction(model.acts)))
  }

  private func createNotificationsPlugin() -> Plugin {
    let model = session.notifications
    return Notifications.plugin(
      model: model,
      action: Notifications.Action(
        model: model, select: { [weak self] in self?.showTab("notifications", fromItsBeginning: $0) ?? false },
        open: { [weak self] in try await self?.push(.thread($0)) },
        profile: { [weak self] in try await self?.push(.profile($0)) },
        reply: { [weak self] in try await self?.reply(to: $0, text: $1, $2) ?? .nothing }))
  }

  private func createComposerPlugin() -> Plugin {
    Composer.plugin(
      action: Composer.GlobalAction(
        drafts: session.drafts,
        compose: { [weak self] options in
          // The person's own posting defaults: what is private by default must not open as public.
          await self?.session.introduce(within: Self.writersPatience)
          let model = self?.createComposerModel(.new)
          try await model?.attach(options.files)
          self?.presentComposer(.new, options, model: model)
        },
        send: { [weak self] text, options in
          guard let self else { throw AppError.cancelled }
          return try await send(text, mode: .new, options)
        },
        resume: { [weak self] draft in self?.presentComposer(.draft(draft)) }),
      layout: { [weak self] in self?.layout ?? Self.fixtureLayout })
  }

  private func createGraphPlugin() -> Plugin {
    Graph.plugin(
      model: Graph.Model { [ledger] in ledger.nodes },
      action: Graph.Action(relieve: { [weak self] in self?.relieve() ?? [] }))
  }

  // MARK: - Screens of a post and of an account

  func createThreadModel(_ id: Status.ID) -> Thread.Model {
    let model = Thread.Model(
      state: Thread.State(focus: id), statuses: session.client.statusService,
      now: dependencies.now, statusChanged: { [weak relay] in relay?.changed($0) },
      statusRemoved: { [weak relay] in relay?.removed($0) })
    ledger.enter(.thread, model)
    return model
  }

  func createThreadAction(_ model: Thread.Model) -> Thread.Action {
    Thread.Action(
      refresh: model.refresh, fold: model.fold, status: createStatusAction(model.acts))
  }

  func createProfileModel(_ id: Account.ID) -> ProfileFeature.Profile.Model {
    let model = ProfileFeature.Profile.Model(
      state: ProfileFeature.Profile.State(
        id: id, limit: pageSize, me: session.account?.id ?? session.identity.accountID),
      accounts: session.client.accountService,
      statuses: session.client.statusService, now: dependencies.now,
      statusChanged: { [weak relay] in relay?.changed($0) }, statusRemoved: { [weak relay] in relay?.removed($0) })
    ledger.enter(.profile, model)
    return model
  }

  func createProfileAction(_ model: ProfileFeature.Profile.Model) -> ProfileFeature.Profile.Action {
    ProfileFeature.Profile.Action(
      refresh: model.refresh, older: model.older, newer: model.newer, follow: model.setFollowing,
      status: createStatusAction(model.acts))
  }

  /// What can be asked of a post on any screen: the model's own acts, and what only the root can do.
  func createStatusAction(_ acts: OptimisticActs) -> StatusAction {
    StatusAction(
      open: { [weak self] in try await self?.push(.thread($0)) },
      profile: { [weak self] in try await self?.push(.profile($0)) },
      reply: { [weak self] in try await self?.reply(to: $0, text: $1, $2) ?? .nothing }, acts: acts,
      me: { [weak self] in self?.session.account?.id ?? self?.session.identity.accountID })
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
