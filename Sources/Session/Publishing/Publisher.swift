import Accounts
import AppEnvironment
import AppPreferences
package import ComposerFeature
import ConcurrencyKit
package import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OutboxFeature
import OwnershipKit
import StatusKit
import TerminalKit

/// Sends what the user of a session writes: at once, after a while, or when the server can be reached again.
///
/// Every road leads through the model of a draft, which is on disk with where it is on its way: ``Delivery``.
@MainActor
package final class Publisher: SessionPart {
  package let base: SessionBase
  /// Keeps posts for a while before they are sent.
  private(set) lazy var holder = services.scope.scope(of: "publisher").add(createHolder(), "held posts")
  /// Lists what waits to be sent, and sends it.
  private(set) lazy var outbox = services.scope.scope(of: "publisher").add(createOutbox(), "outbox")
  /// What waits in the outbox for each post, by its id: `favourite`.
  package var waitingActs: [String: [String]] {
    Dictionary(uniqueKeysWithValues: outbox.waiting().map { ($0.key.rawValue, $0.value) })
  }

  /// The post that is being sent from the outbox, which its composer leaves alone.
  var sendingFromOutbox: Draft.ID?

  init(_ base: SessionBase) { self.base = base }

  /// The composers whose sheet is open or waiting, in any tab.
  var openComposers: [Composer.Model] {
    let shown = navigator.router?.sheets.map(\.screen.model) ?? []
    return updates.models.composers.all.filter { model in shown.contains { $0 === model } }
  }

  func isOpen(_ id: Draft.ID) -> Bool { openComposers.contains { $0.state.draft.id == id } }

  // MARK: - Models

  /// The author of posts, and what the server allows, as far as they are known.
  var author: (account: Account, limits: Composer.Limits) {
    (services.preferences.applied(to: context.author), Composer.Limits(context.configuration))
  }

  /// Creates the model of a draft that is sent in its turn, or kept for a while before.
  package func model(_ mode: Composer.Mode) -> Composer.Model {
    model(mode, inTurn: turn, holder: holder, noting: services.answers)
  }

  /// Creates the model of a draft.
  ///
  /// - Parameters:
  ///   - inTurn: Lets the post wait for what was written before it.
  ///   - holder: Keeps the post for a while; `nil` to send it at once.
  ///   - answers: Remembers what the server leaves out of it.
  func model(
    _ mode: Composer.Mode, inTurn: @escaping Composer.Turn, holder: Composer.Holder?, noting answers: AnswerLog
  ) -> Composer.Model {
    let (context, client, services) = (context, client.noting(answers), services)
    return Composer.Model(
      mode: mode, account: identity.id, author: author.account, limits: author.limits,
      publishing: createPublishing(client), inTurn: inTurn, holder: holder, drafts: drafts,
      lookup: Composer.Lookup(
        status: { [updates, outboxQueue] id in
          let id = try WaitingPost.draft(id).map { draft throws in try outboxQueue.sentPost(draft) } ?? id
          if let known = updates.shown(id) { return known }
          return try await client.statusService.status(id)
        },
        own: { [self] in try await redrafting { _, _, saved in saved }.own($0) },
        // Writing is possible although the author and the limits are unknown.
        author: { [self] in
          await context.load()
          return author
        },
        newerAuthor: { [self] in await context.refetchInstance() ? author : nil },
        account: { [accounts = client.accountService] handle in
          // Only a search makes the server ask another one.
          guard handle.contains("@") else { return try await accounts.lookup(handle) }
          let found = try await accounts.resolve("@\(handle)").accounts
          guard let account = found.first(where: { Handle($0.acct) == Handle(handle) }) ?? found.first else {
            throw AppError.notFound("No account @\(handle).")
          }
          return account
        }, isAttended: services.run.policy.isAttended, isDeferring: services.run.options.isLater,
        isAgreed: services.run.options.isAgreed),
      attachments: SessionParts.createAttachmentService(client, context, services),
      makeID: services.dependencies.makeID,
      now: services.dependencies.now)
  }

  /// The services for editing and redrafting a post.
  ///
  /// - Parameter resume: Opens a saved draft where a sheet can be opened.
  func redrafting(
    resume: @escaping @MainActor (Draft, _ opened: Response, _ saved: Response) -> Response
  ) -> Composer.Redrafting {
    let (statuses, own) = (client.statusService, client.ownStatusService)
    return Composer.Redrafting(
      status: { [updates] id in
        if let known = updates.shown(id) { return known }
        return try await statuses.status(id)
      },
      source: { try await own.source($0) },
      model: { [self] in model($0) },
      delete: { [updates] id in
        try await statuses.delete(id, false)
        updates.removed(id)
      }, me: { [context] in context.me }, resume: resume)
  }

  // MARK: - At once

  /// Sends a text without the sheet; it is saved as a draft if that fails.
  func send(_ text: String, mode: Composer.Mode, _ options: Composer.Options) async throws -> Composer.Sent {
    if let key = options.key, let sent = try sent(key, unless: text) { return .sentBefore(sent) }
    let model = model(mode)
    do {
      let sent = try await model.send(text, options: options)
      if let warning = model.state.deletionWarning { services.toasts.post(warning.text) }
      if case .edited(let status) = sent { updates.changed(status) }
      return sent
    } catch {
      // What waited went first, or another process did.
      if let key = options.key, let sent = try keys.find(key) {
        try model.discard()
        return .sentBefore(sent)
      }
      // A dry run keeps no draft.
      if model.state.isBlank || isDry { throw error }
      // What is asked about is sent or saved after the question.
      guard services.run.options.keepsUnsent || error is Composer.Doubts else {
        try model.discard()
        throw error
      }
      return try await model.reporting { throw error }
    }
  }

  /// The post that has a key; one that waits with the same text is sent again in its place.
  private func sent(_ key: PostKey, unless text: String) throws -> PostKeys.Sent? {
    if let sent = try keys.find(key) { return sent }
    let waiting = try drafts.all().first { draft in
      draft.account == identity.id && draft.key == key.header && draft.delivery.isQueued
        && draft.content.text.trimmed != text.trimmed
    }
    return waiting.map { PostKeys.Sent(id: WaitingPost.id($0.id), url: nil) }
  }

  /// Publishes, and remembers the hashtags of what was published.
  private func createPublishing(_ client: MastodonClient) -> PublishingService {
    let (context, services) = (context, services)
    let (keys, isDry) = (keys, isDry)
    /// Throws if the answer to a new post is another one; a made-up answer is nobody's.
    let check: @MainActor @Sendable (Status, StatusDraft, _ start: Date) throws -> Void = { status, draft, start in
      guard isDry || draft.isAnswered(by: status, me: context.me, since: start) else {
        throw Composer.OtherAnswer()
      }
    }
    /// Remembers that a post has a key of the user's.
    let note: @MainActor @Sendable (PostKeys.Sent, _ key: String) -> Void = { sent, key in
      guard let key = PostKey(header: key) else { return }
      do { try keys.note(key, sent) } catch {
        services.toasts.warn("The post was sent, but its key could not be kept. \(AppError(error).message)")
      }
    }
    var service = client.publishingService
    service.schedule = { [schedule = service.schedule] draft, key in
      let start = services.dependencies.now()
      let answer = try await schedule(draft, key)
      switch answer {
      case .scheduled(let post): await note(PostKeys.Sent(scheduled: post.id), key)
      case .published(let status):
        await note(PostKeys.Sent(id: status.id, url: status.url), key)
        try await check(status, draft, start)
      }
      return answer
    }
    service.edit = { [edit = service.edit, statuses = client.statusService] draft in
      let status = try await edit(draft)
      // The answer may be another post, such as the one that it replies to; a made-up one is none.
      guard !isDry, let id = draft.editedStatusID, status.id != id else { return status }
      return try await statuses.status(id)
    }
    service.publish = { [publish = service.publish] draft, key in
      var status: Status
      let start = services.dependencies.now()
      var draft = draft
      // A default that was chosen here is not the server's.
      if await services.preferences.choosesVisibility { draft.usesDefaultVisibility = false }
      let ownKey = PostKey(header: key)
      // Another process may have sent it meanwhile.
      if let ownKey, let sent = try keys.find(ownKey) {
        let found = sent.scheduledID == nil ? try await client.statusService.status(sent.id) : nil
        guard let status = found, draft.text.isKept(in: status.content) else {
          throw AppError.validation("Another post has this key.", suggestion: "Nothing was sent.")
        }
        return status
      }
      do {
        status = try await publish(draft, key)
      } catch {
        // It may have been too long for limits that have changed.
        if case MastodonError.rejected = error { await context.doubtInstance() }
        throw error
      }
      await note(PostKeys.Sent(id: status.id, url: status.url), key)
      try await check(status, draft, start)
      // A made-up answer keeps what a thread goes on with.
      if isDry { (status.visibility, status.inReplyToID) = (draft.visibility, draft.inReplyToID) }
      // Hashtags of direct posts are not offered to another account.
      if status.visibility != .direct { await services.remember(tags: status.tags.map(\.name)) }
      return status
    }
    return service
  }

  /// Whether nothing is sent, so that answers are made up.
  private var isDry: Bool { services.dependencies.isDry }

  /// The posts that went out under a key of the user's.
  private var keys: PostKeys { services.storage.postKeys(account: identity.id) }

  // MARK: - After a while

  /// Creates the value that keeps posts for a while at the prompt.
  private func createHolder() -> Composer.Holder {
    let services = services
    return Composer.Holder(
      seconds: { [run = services.run, preferences = services.preferences] in
        run.policy.holdsPosts ? preferences.hold : nil
      },
      wait: { try await services.dependencies.sleep(.seconds($0)) }, drafts: drafts,
      model: { [weak self] draft, answers in
        guard let self, !isOpen(draft.id) else { return nil }
        return model(.draft(draft), inTurn: turn, holder: nil, noting: answers)
      },
      report: { [toasts = services.toasts] toast in
        var note = Note(toast.text)
        note.audience = toast.audience
        toasts.post(note)
      }, withdraw: { [outboxQueue] in try outboxQueue.withdraw(post: $0) })
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
}
