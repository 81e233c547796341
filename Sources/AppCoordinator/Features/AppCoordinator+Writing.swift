import Accounts
import AppPreferences
import ComposerFeature
import ConcurrencyKit
import FeatureKit
import IntentHandling
import MastodonClient
import MastodonKit
import StatusKit
import TerminalKit

extension AppCoordinator {
  /// Answers a post: at once with a text, or else in the composer.
  func reply(to id: Status.ID, text: String?, _ options: Composer.Options) async throws -> Response {
    guard let text else {
      await session.introduce(within: Self.writersPatience)
      let mode = try await answer(to: id)
      let model = createComposerModel(mode)
      try await model.attach(options.files)
      presentComposer(mode, options, model: model)
      return .screen
    }
    // Whom it answers is asked for when the text is on disk.
    return try await Composer.sending { [weak self] isConfirmed in
      guard let self else { throw AppError.cancelled }
      var options = options
      options.mayNameNobody = isConfirmed
      return try await send(text, mode: known(id).map(Composer.Mode.reply) ?? .answer(id), options)
    }
  }

  /// How long somebody who wants to write waits for a server: what it says later is filled in later.
  static var writersPatience: Duration { .seconds(2) }

  /// How an answer is begun: with the post at hand where it is known or comes soon, or else without it.
  private func answer(to id: Status.ID) async throws -> Composer.Mode {
    if let known = known(id) { return .reply(known) }
    do {
      let found = try await withTimeout(Self.writersPatience) { [service = session.client.statusService] in
        try await service.status(id)
      }
      return found.map(Composer.Mode.reply) ?? .answer(id)
    } catch {
      guard case .network = AppError(error) else { throw error }
      return .answer(id)
    }
  }

  /// A post that some screen shows, as it is there.
  private func known(_ id: Status.ID) -> Status? {
    var found: Status?
    forEachContainer { found = found ?? $0.shownStatus(id) }
    return found
  }

  func status(_ id: Status.ID) async throws -> Status {
    if let known = known(id) { return known }
    return try await session.client.statusService.status(id)
  }

  /// Sends a text without the sheet; it is kept as a draft if that fails.
  func send(_ text: String, mode: Composer.Mode, _ options: Composer.Options) async throws -> Status {
    let model = createComposerModel(mode)
    do {
      let status = try await model.send(text, options: options)
      if let left = model.state.leftBehind { notices.post(left.text) }
      return status
    } catch {
      // A direct post that names nobody is asked about first, and sent or kept after the answer.
      if !model.state.isBlank, !(error is Composer.NobodyNamed) {
        notices.post(model.state.keptToast(hint: "drafts").text)
      }
      throw error
    }
  }

  func createComposerModel(_ mode: Composer.Mode) -> Composer.Model {
    let model = Composer.Model(
      mode: mode, account: session.identity.id, author: preferences.applied(to: session.author), limits: session.limits,
      publishing: createPublishing(), drafts: session.drafts,
      acquaintance: Composer.Acquaintance(
        status: { [weak self] id in
          guard let self else { throw AppError.cancelled }
          return try await status(id)
        },
        // A server that cannot say who writes, or how long a post may be, is no reason not to write.
        author: { [session, preferences] in
          await session.introduce()
          return (preferences.applied(to: session.author), session.limits)
        },
        account: { [accounts = session.client.accountService] in try await accounts.lookup($0) }),
      attaching: createAttaching(), makeID: dependencies.makeID, now: dependencies.now)
    ledger.enter(.composer, model)
    return model
  }

  /// Makes the way to publish, which remembers the hashtags of what was published.
  private func createPublishing() -> PublishingService {
    var service = session.client.publishingService
    service.publish = { [publish = service.publish, weak self] draft, key in
      let status = try await publish(draft, key)
      // What was said in private is not offered to another account.
      if status.visibility != .direct { await self?.note(tags: status.tags.map(\.name)) }
      return status
    }
    return service
  }

  /// Opens the composer over the tab that is shown; the sheet owns the model.
  func presentComposer(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil
  ) {
    present(.composer(ComposerSubject(mode)), screen: createComposerScreen(mode, options, model: model))
  }

  /// What the composer is opened for, with what it needs of that.
  func composerMode(for subject: ComposerSubject) async throws -> Composer.Mode {
    await session.introduce()
    switch subject {
    case .new: return .new
    case .reply(let id): return .reply(try await status(id))
    case .draft(let id):
      guard let draft = try session.drafts.all().first(where: { $0.id == id }) else {
        throw AppError.notFound("There is no such draft.")
      }
      return .draft(draft)
    }
  }

  func createComposerScreen(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil
  ) -> Screen {
    let model = model ?? createComposerModel(mode)
    if options != Composer.Options(files: options.files) { model.set(options) }
    if session.instance == nil {
      Task { [session, preferences, weak model] in
        await session.introduce()
        model?.take(preferences.applied(to: session.author), session.limits)
      }
    }
    let destination = SheetDestination.composer(ComposerSubject(mode))
    let action = Composer.Action(
      model: model,
      sent: { [weak self, id = model.state.draft.id] _ in
        self?.intents?.record("sent", of: id)
        self?.dismiss(destination)
      },
      leave: { [weak self, id = model.state.draft.id] in
        self?.intents?.record("left", of: id)
        self?.dismiss(destination)
      },
      say: { [weak self] toast in self?.notices.post(toast.text) })
    return Composer.screen(
      model: model, state: { model.state }, action: action,
      layout: { [weak self] in self?.layout ?? Self.fixtureLayout })
  }
}

extension ComposerSubject {
  fileprivate init(_ mode: Composer.Mode) {
    self =
      switch mode {
      case .new: .new
      case .reply(let status): .reply(status.id)
      case .answer(let id): .reply(id)
      case .draft(let draft): .draft(draft.id)
      }
  }
}
