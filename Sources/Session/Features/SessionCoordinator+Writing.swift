import Accounts
import AppEnvironment
import AppPreferences
package import ComposerFeature
import ConcurrencyKit
package import FeatureKit
import LocalStore
import MastodonClient
package import MastodonKit
import NavigationKit
import OutboxFeature
import StatusKit
import TerminalKit

extension SessionCoordinator {
  /// Replies to a post: at once with a text, otherwise in the composer.
  func reply(to id: Status.ID, text: String?, _ options: Composer.Options) async throws -> Response {
    if options.opensEditor { return try await openEditor(on: try await answer(to: id), text: text, options) }
    guard let text else {
      await context.load(within: Self.composeTimeout)
      let mode = try await answer(to: id)
      let model = createComposerModel(mode)
      try await model.attach(options.files)
      presentComposer(mode, options, model: model)
      return .screen
    }
    // The post is fetched after the text has been saved.
    let layouts = services.layouts
    return try await Composer.sending(layout: { layouts.standard() }) { [weak self] isConfirmed in
      guard let self else { throw AppError.cancelled }
      var options = options
      options.isConfirmed = isConfirmed
      return try await send(text, mode: updates.shown(id).map(Composer.Mode.reply) ?? .answer(id), options)
    }
  }

  /// Opens the user's editor on a text: in the composer at the prompt, else to be sent when the editor has ended.
  func openEditor(on mode: Composer.Mode, text: String?, _ options: Composer.Options) async throws -> Response {
    var options = options
    options.opensEditor = false
    await context.load(within: Self.composeTimeout)
    let model = createComposerModel(mode)
    if model.state.isEdit {
      if let text { _ = model.replaceText(byEdited: text) }
    } else {
      try await model.attach(options.files)
      if let quote = options.quote { try await model.quote(quote) }
      if let text { model.append(text) }
    }
    guard services.run.options.isConversation else {
      if options != Composer.Options(files: options.files) { model.set(options) }
      return Composer.sendingEdited(model, layout: services.layouts.standard)
    }
    presentComposer(mode, options, model: model)
    return Composer.editing(model)
  }

  /// How long opening the composer waits for the server; what arrives later is filled in then.
  static var composeTimeout: Duration { .seconds(2) }

  /// The mode of a reply: with the post if it is known or arrives in time.
  private func answer(to id: Status.ID) async throws -> Composer.Mode {
    if let known = updates.shown(id) { return .reply(known) }
    do {
      let found = try await withTimeout(Self.composeTimeout) { [service = client.statusService] in
        try await service.status(id)
      }
      return found.map(Composer.Mode.reply) ?? .answer(id)
    } catch {
      guard case .network = AppError(error) else { throw error }
      return .answer(id)
    }
  }

  package func status(_ id: Status.ID) async throws -> Status {
    if let known = updates.shown(id) { return known }
    return try await client.statusService.status(id)
  }

  /// Sends a text without the sheet; it is saved as a draft if that fails.
  func send(_ text: String, mode: Composer.Mode, _ options: Composer.Options) async throws -> Composer.Sent {
    if let key = options.key, let sent = try postKeys.find(key) { return .sentBefore(sent) }
    let model = createComposerModel(mode)
    do {
      let sent = try await model.send(text, options: options)
      if let warning = model.state.deletionWarning { services.toasts.post(warning.text) }
      if case .edited(let status) = sent { updates.changed(status) }
      return sent
    } catch {
      // A dry run keeps no draft.
      if model.state.isBlank || DryRun.current != nil { throw error }
      // It is sent or saved after a question.
      if var doubts = error as? Composer.Doubts {
        doubts.failure = model.state.failure(doubts.appError, isOpen: false)
        throw doubts
      }
      guard services.run.options.keepsUnsent else {
        try model.discard()
        throw error
      }
      throw model.state.failure(AppError(error), isOpen: false)
    }
  }

  func createComposerModel(_ mode: Composer.Mode) -> Composer.Model {
    let model = createUnheldModel(mode)
    model.holder = holder
    model.turns = createTurns()
    return model
  }

  /// Makes what keeps posts for a while at the prompt.
  static func createHolder(_ services: Services, _ outbox: OutboxQueue) -> Composer.Holder {
    Composer.Holder(
      seconds: { [run = services.run, preferences = services.preferences] in
        run.options.isConversation && !run.options.endsWithCommand ? preferences.hold : nil
      },
      wait: { try await Task.sleep(for: .seconds($0)) },
      report: { [toasts = services.toasts] toast in
        var note = Note(toast.text)
        note.audience = toast.audience
        toasts.post(note)
      }, withdraw: { outbox.withdraw(post: $0) })
  }

  /// Whether posts are kept for a while before they are sent.
  package var holdsPosts: Bool { !holder.isEmpty }

  /// Sends the posts that are kept at once; a server that does not answer in time leaves them drafts.
  package func sendHeld() async -> [Toast] {
    guard !holder.isEmpty else { return [] }
    do {
      let toasts = try await withTimeout(.seconds(10)) { [holder] in await holder.sendAll() }
      if let toasts { return toasts }
    } catch {
      // The task was cancelled, which is too late as well.
    }
    return [Toast(.warning, "A post could not be sent in time. It is saved as a draft: drafts")]
  }

  /// Makes a model whose post is sent at once.
  ///
  /// - Parameter refusal: Is told what the server refuses.
  func createUnheldModel(_ mode: Composer.Mode, _ refusal: ServerRefusal? = nil) -> Composer.Model {
    Composer.Model(
      mode: mode, account: identity.id, author: services.preferences.applied(to: context.author),
      limits: Composer.Limits(context.configuration),
      publishing: createPublishing(refusal), drafts: drafts,
      lookup: Composer.Lookup(
        status: { [weak self] id in
          guard let self else { throw AppError.cancelled }
          do { return try await status(id) } catch {
            refusal?.note(error)
            throw error
          }
        },
        // Writing is possible although the author and the limits are unknown.
        author: { [context, preferences = services.preferences] in
          await context.load()
          return (preferences.applied(to: context.author), Composer.Limits(context.configuration))
        },
        newerAuthor: { [context, preferences = services.preferences] in
          guard await context.refetchInstance() else { return nil }
          return (preferences.applied(to: context.author), Composer.Limits(context.configuration))
        },
        account: { [accounts = client.accountService] handle in
          // Only a search makes the server ask another one.
          guard handle.contains("@") else { return try await accounts.lookup(handle) }
          let found = try await accounts.resolve("@\(handle)").accounts
          guard let account = found.first(where: { Handle($0.acct) == Handle(handle) }) ?? found.first else {
            throw AppError.notFound("No account @\(handle).")
          }
          return account
        }, isAttended: services.run.options.isConversation),
      attachments: createAttachmentService().noting(refusal), makeID: services.dependencies.makeID,
      now: services.dependencies.now)
  }

  /// Publishes, and remembers the hashtags of what was published.
  private func createPublishing(_ refusal: ServerRefusal?) -> PublishingService {
    var service = client.publishingService
    service.schedule = { [schedule = service.schedule, weak self] draft, key in
      do {
        let answer = try await schedule(draft, key)
        if case .published(let status) = answer { try await self?.check(status, isAnswerTo: draft) }
        return answer
      } catch {
        refusal?.note(error)
        throw error
      }
    }
    service.edit = { [edit = service.edit, statuses = client.statusService] draft in
      let status = try await edit(draft)
      // The answer may be another post, such as the one that it replies to; a made-up one is none.
      guard DryRun.current == nil, let id = draft.editedStatusID, status.id != id else { return status }
      return try await statuses.status(id)
    }
    service.publish = { [publish = service.publish, weak self] draft, key in
      let status: Status
      var draft = draft
      // A default that was chosen here is not the server's.
      if await self?.services.preferences.choosesVisibility != false { draft.usesDefaultVisibility = false }
      let ownKey = PostKey(header: key)
      // Another process may have sent it meanwhile.
      if let ownKey, let self, let sent = try await postKeys.find(ownKey) {
        return try await client.statusService.status(sent.id)
      }
      do {
        status = try await publish(draft, key)
        if let ownKey { await self?.note(status, as: ownKey) }
      } catch {
        // It may have been too long for limits that have changed.
        if case MastodonError.rejected = error { await self?.context.doubtInstance() }
        refusal?.note(error)
        throw error
      }
      try await self?.check(status, isAnswerTo: draft)
      // Hashtags of direct posts are not offered to another account.
      if status.visibility != .direct { await self?.remember(tags: status.tags.map(\.name)) }
      return status
    }
    return service
  }

  /// Throws if the answer to a new post is another one; a made-up answer is nobody's.
  private func check(_ status: Status, isAnswerTo draft: StatusDraft) throws {
    guard DryRun.current != nil || Composer.isAnswer(status, to: draft, me: context.me) else {
      throw Composer.OtherAnswer()
    }
  }

  /// The posts that went out under a key of the user's.
  private var postKeys: PostKeys { services.storage.postKeys(account: identity.id) }

  private func note(_ status: Status, as key: PostKey) {
    do { try postKeys.note(key, PostKeys.Sent(id: status.id, url: status.url)) } catch {
      services.toasts.warn("The post was sent, but its key could not be kept. \(AppError(error).message)")
    }
  }

  /// What editing and redrafting a post need.
  var redrafting: Composer.Redrafting {
    let (statuses, own) = (client.statusService, client.ownStatusService)
    return Composer.Redrafting(
      load: { [updates] id in
        async let source = own.source(id)
        let status: Status
        if let known = updates.shown(id) { status = known } else { status = try await statuses.status(id) }
        return (status, try await source)
      },
      model: { [unowned self] in createComposerModel($0) },
      delete: { [updates] id in
        _ = try await statuses.delete(id)
        updates.removed(id)
      }, me: { [context] in context.me },
      resume: services.run.options.isConversation
        ? { [weak self] draft in self?.presentComposer(.draft(draft)) } : nil)
  }

  /// Opens the composer over the shown tab.
  package func presentComposer(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil
  ) {
    let screen = createComposerScreen(mode, options, model: model)
    if let model = screen.model as? Composer.Model { closeComposers(of: model.state.draft.id, but: model) }
    router.present(.composer(ComposerSubject(mode)), screen: screen)
    followDrafts()
  }

  /// The mode of the composer for a subject, with the post or draft that it needs.
  func composerMode(for subject: ComposerSubject) async throws -> Composer.Mode {
    await context.load()
    switch subject {
    case .new: return .new
    case .reply(let id): return .reply(try await status(id))
    case .edit(let id):
      let (status, source) = try await redrafting.own(id)
      return .edit(status, source)
    case .draft(let id):
      guard let draft = try drafts.all().first(where: { $0.id == id }) else {
        throw AppError.notFound("No such draft.", suggestion: "drafts lists what is saved.")
      }
      return .draft(draft)
    }
  }

  func createComposerScreen(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil
  ) -> Screen {
    let model = model ?? createComposerModel(mode)
    if options != Composer.Options(files: options.files) { model.set(options) }
    if context.instance == nil {
      Task { [context, preferences = services.preferences, weak model] in
        await context.load()
        model?.update(author: preferences.applied(to: context.author), limits: Composer.Limits(context.configuration))
      }
    }
    let action = Composer.Action(
      model: model,
      sent: { [action, navigator, updates, id = model.state.draft.id, weak model] sent in
        if case .edited(let status) = sent { updates.changed(status) }
        action.draftEnded("sent", id)
        if let model { navigator.dismiss(sheetOf: model) }
      },
      leave: { [action, navigator, id = model.state.draft.id, weak model] in
        action.draftEnded("left", id)
        if let model { navigator.dismiss(sheetOf: model) }
      },
      notify: { [toasts = services.toasts] toast in toasts.post(toast.text) })
    return Composer.screen(
      model: model, state: { model.state }, action: action, layout: services.layouts.standard)
  }
}

extension ComposerSubject {
  fileprivate init(_ mode: Composer.Mode) {
    self =
      switch mode {
      case .new: .new
      case .reply(let status): .reply(status.id)
      case .answer(let id): .reply(id)
      case .edit(let status, _): .edit(status.displayed.id)
      case .redraft, .scheduled: .new
      case .draft(let draft): .draft(draft.id)
      }
  }
}
