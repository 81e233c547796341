import Accounts
import AppEnvironment
package import ComposerFeature
import ConcurrencyKit
package import FeatureKit
import FoundationEssentials
import MastodonClient
package import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit

extension Composers {
  /// Writes a post: sends it at once if there is a text or an edit has options, else opens the composer, or first the user's
  /// editor; where there is no composer, what the editor has left is sent.
  func write(
    _ subject: Composer.Subject, _ text: String?, _ options: Composer.Options
  ) async throws -> Response {
    var options = options
    let opensEditor = options.opensEditor
    options.opensEditor = false
    if !opensEditor, let text = text ?? (subject.isEdit && options != Composer.Options() ? "" : nil) {
      let chosen = options
      return try await Composer.sending(layout: services.layouts.standard) { [self] isConfirmed in
        var options = chosen
        options.isConfirmed = isConfirmed
        let mode = try await self.mode(of: subject, waits: false)
        if case .unreadEdit = mode, chosen != Composer.Options() {
          throw AppError.validation(
            "Only the text of a post can be changed while it can't be read.", suggestion: "Leave out the options.")
        }
        return try await publisher.send(text, mode: mode, options)
      }
    }
    // The user's posting defaults: what is private by default must not open as public.
    await context.load(within: Self.composeTimeout)
    let mode = try await self.mode(of: subject, waits: true)
    let model = publisher.model(mode)
    if model.state.isEdit {
      if let text { _ = model.replaceText(byEdited: text) }
    } else {
      try await model.attach(options.files)
      if let quote = options.quote { try await model.quote(quote) }
      if let text { model.append(text) }
    }
    if opensEditor, !services.run.policy.keepsForms {
      if options != Composer.Options(files: options.files) { model.set(options) }
      // Without a text there is nothing to keep if the editor can't be opened.
      if model.state.isBlank { model.close() }
      return Composer.sendingEdited(model, layout: services.layouts.standard)
    }
    return .going { [self] detour in
      presentComposer(mode, options, model: model, within: detour)
      return opensEditor ? Composer.editing(model) : .screen
    }
  }

  /// Replies to a post that some screen shows.
  var replying: @MainActor (Status.ID, String?, PostOptions) async throws -> Response {
    { [weak self] in try await self?.write(.reply($0), $1, $2) ?? .nothing }
  }

  /// The time for which opening the composer waits for the server; later answers are filled in then.
  static var composeTimeout: Duration { .seconds(2) }

  /// The subject of a composer, with the post or the draft that it needs.
  ///
  /// - Parameter waits: Whether a reply waits a moment for its post, because no text can be lost meanwhile.
  func mode(of subject: Composer.Subject, waits: Bool) async throws -> Composer.Mode {
    switch subject {
    case .new: return .new
    case .reply(let id):
      if let known = updates.shown(id) { return .reply(known) }
      guard waits else { return .answer(id) }
      do {
        let found = try await withTimeout(Self.composeTimeout) { [service = client.statusService] in
          try await service.status(id)
        }
        return found.map(Composer.Mode.reply) ?? .answer(id)
      } catch {
        guard case .network = AppError(error) else { throw error }
        return .answer(id)
      }
    case .edit(let id):
      guard WaitingPost.draft(id) == nil else {
        throw AppError.validation("That post still waits in the outbox.", suggestion: "drafts lists its text.")
      }
      do {
        let (status, source) = try await redrafting.own(id)
        return .edit(status, source)
      } catch {
        // The text is sent when the post can be read.
        guard !waits, AppError(error).canWait else { throw error }
        return .unreadEdit(id)
      }
    case .draft(let id): return .draft(try Composer.find(id, in: try drafts.all()))
    }
  }

  /// The services for editing and redrafting a post.
  var redrafting: Composer.Redrafting {
    publisher.redrafting(
      resume: { [weak self, keepsForms = services.run.policy.keepsForms] draft, opened, saved in
        guard keepsForms, self?.navigator.router?.showsSheets == true else { return saved }
        return .going { detour in
          self?.presentComposer(.draft(draft), within: detour)
          return opened
        }
      })
  }

  /// Opens the composer over the shown tab.
  package func presentComposer(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil,
    within detour: Detour? = nil
  ) {
    let model = model ?? publisher.model(mode)
    let screen = createComposerScreen(mode, options, model: model)
    closeComposers(of: model.state.draft.id, but: model)
    navigator.router?.present(.composer(Composer.Subject(mode)), screen: screen, within: detour)
    followDrafts()
  }

  func createComposerScreen(for subject: Composer.Subject) async throws -> Screen {
    await context.load()
    return createComposerScreen(try await mode(of: subject, waits: true))
  }

  private func createComposerScreen(
    _ mode: Composer.Mode, _ options: Composer.Options = Composer.Options(), model: Composer.Model? = nil
  ) -> Screen {
    let model = model ?? publisher.model(mode)
    updates.models.composers.add { [weak model] in model }
    if options != Composer.Options(files: options.files) { model.set(options) }
    if context.instance == nil {
      Task { [context, publisher, weak model] in
        await context.load()
        model?.update(author: publisher.author.account, limits: publisher.author.limits)
      }
    }
    let action = Composer.Action(
      model: model,
      sent: { [root, navigator, updates, outboxQueue, weak model] sent in
        let id = model?.state.draft.id ?? ""
        if let status = sent.status { outboxQueue.note(status, of: id) }
        if case .edited(let status) = sent { updates.changed(status) }
        root.draftEnded("sent", id)
        if let model { navigator.dismiss(sheetOf: model) }
      },
      leave: { [root, navigator, weak model] in
        root.draftEnded("left", model?.state.draft.id ?? "")
        if let model { navigator.dismiss(sheetOf: model) }
      },
      notify: { [toasts = services.toasts] toast in toasts.post(toast.text) },
      misspelt: { [programs = UserPrograms(services)] in try await programs.misspelt(in: $0) })
    return Composer.screen(
      model: model, state: { model.state }, action: action, layout: services.layouts.standard)
  }
}

extension Composer.Subject {
  fileprivate init(_ mode: Composer.Mode) {
    self =
      switch mode {
      case .new: .new
      case .reply(let status): .reply(status.id)
      case .answer(let id): .reply(id)
      case .edit(let status, _): .edit(status.displayed.id)
      case .unreadEdit(let id): .edit(id)
      case .redraft, .scheduled: .new
      case .draft(let draft): .draft(draft.id)
      }
  }

  fileprivate var isEdit: Bool { if case .edit = self { true } else { false } }
}

extension Composers {
  /// Opens a text from another program in the composer, or saves it as a draft where the composer cannot be opened.
  package func compose(handed text: String) async throws -> Response {
    let draft = try await keep(handed: text)
    guard services.run.policy.keepsForms, !navigator.hasSheet else {
      return .toast(
        Toast(
          .success, "Kept as a draft; nothing is posted.", hint: "drafts",
          data: [JSONValue.Member("draft", .string(draft.id))]))
    }
    return .going { [self] detour in
      presentComposer(.draft(draft), within: detour)
      return .screen
    }
  }

  /// Saves a text as a draft with the user's posting defaults, so that nothing that follows can lose it.
  package func keep(handed text: String) async throws -> Draft {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw AppError.validation("There is no text to write.", suggestion: "Give some: howdah://compose?text=Hello.")
    }
    let model = publisher.model(.new)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { model.append(String(line)) }
    // What is private by default must not wait as public.
    await context.load(within: Self.composeTimeout)
    model.update(author: publisher.author.account, limits: publisher.author.limits)
    if let error = model.state.storage.error { throw error }
    return model.state.draft
  }
}
