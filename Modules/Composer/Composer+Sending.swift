import FeatureKit
import FoundationEssentials
import MastodonKit
public import StatusKit

extension Composer.Model {
  /// Sends the post and deletes the draft; if that fails, the draft stays and can be sent again with the same key.
  ///
  /// - Throws: ``AppError``, also if the text is empty or too long; ``Composer/Doubts``.
  public func send() async throws -> Composer.Sent { try await send(reusesDuplicate: false) }

  /// Sends a text without the sheet, as `reply 3 thanks!` does.
  ///
  /// A saved reply to the same post is left alone; if sending fails, this text becomes a draft of its own.
  ///
  /// - Throws: ``AppError``, ``Composer/Doubts``.
  public func send(_ text: String, options: Composer.Options = Composer.Options()) async throws -> Composer.Sent {
    guard !options.files.isEmpty || state.isEdit || text.contains(where: { !$0.isWhitespace }) else {
      throw AppError.validation("The post is empty.", suggestion: "Put the text after the command.")
    }
    if state.isResumed {
      state.draft = original
      state.isResumed = false
      state.storage = .none
      mayHaveArrived = false
    }
    if state.isEdit {
      if !text.isEmpty { change("replacing the text") { $0.text = text.replacing("\r\n", with: "\n") } }
      try describe(options.files)
    } else if !text.isEmpty {
      append(text)
    }
    // Each change waits for the disk.
    if options != Composer.Options(files: options.files) { set(options) }
    if !state.isEdit { try await attach(options.files) }
    if options.isConfirmed == true { confirm() }
    reuseDuplicate()
    do {
      return try await send(reusesDuplicate: true)
    } catch AppError.validation(let message, _) where state.charactersLeft < 0 {
      // The sheet is not open, so `/send` would not work.
      throw AppError.validation(message, suggestion: "Shorten the text, or add --thread.")
    }
  }

  func send(reusesDuplicate: Bool) async throws -> Composer.Sent {
    guard state.phase != .sending else {
      throw AppError.validation("The \(state.noun) is already being sent.", suggestion: "Wait for it to finish.")
    }
    // Whether the text is too long depends on the server's limit, which may not be loaded yet.
    if state.isBlank, let problem = state.problem { throw problem }
    let hasUploads = state.draft.content.files.contains { $0.mediaID != nil && $0.sentKind == nil }
    if let conflict { throw conflict.appError }
    // The text of a single command was saved a moment ago.
    if !reusesDuplicate || state.storage != .saved { save() }
    state.phase = .sending
    var isSent = false
    do {
      // What needs the server waits with the post where that cannot be reached.
      var unreached: MastodonError?
      do { try await prepare(reusesDuplicate: reusesDuplicate) } catch let error as MastodonError
        where error.isAboutReachingTheServer
      { unreached = error }
      if let doubts = await doubts(isInSheet: !reusesDuplicate) {
        // The text is kept by the draft that waits.
        if isWaitingAlready, reusesDuplicate { deleteDraft() }
        throw doubts
      }
      if let seconds = hold(reusesDuplicate: reusesDuplicate) {
        state.phase = .editing
        return .held(state.draft.id, seconds: seconds)
      }
      var sent: Composer.Sent?
      try await inTurn {
        if let unreached { throw unreached }
        try await upload()
        var content = state.draft.content
        content.text = String(Composer.trimmed(content.text))
        // What a sheet shows is what is sent.
        content.usesDefaultVisibility =
          reusesDuplicate && chosen.visibility == nil && !state.isReply
          && content.visibility == Composer.post(by: state.author).visibility
        let defaults = Composer.post(by: state.author)
        content.usesDefaultLanguage = content.language == defaults.language
        content.usesDefaultQuotePolicy = content.quotePolicy == defaults.quotePolicy
        isSent = true
        do {
          sent = try await deliver(content)
        } catch  where hasUploads && Self.isMissingUpload(error) {
          content.files = try await uploadAgain()
          sent = try await deliver(content)
        }
      }
      guard let sent else { throw AppError.cancelled }
      state.phase = .editing
      deleteDraft()
      return sent
    } catch let problem as Problem {
      state.phase = .editing
      throw problem.error
    } catch let doubts as Composer.Doubts {
      state.phase = .editing
      throw doubts
    } catch {
      let error = AppError(error)
      state.phase = .failed(error, mayBeSent: isSent && (Task.isCancelled || error == .cancelled))
      mayHaveArrived = true
      throw error
    }
  }

  /// Sends a new post after what waits; an edit and a scheduled post overtake nothing.
  private func inTurn(_ send: () async throws -> Void) async throws {
    let content = state.draft.content
    let isOrdered = content.editedStatusID == nil && content.scheduledAt == nil
    do {
      try await (isOrdered ? turns.take : turns.alone)(state.draft.id, state.storage == .saved, send)
    } catch  where hasReused && conflict == .gone {
      // Whether the same text is meant twice or was only repeated is for the user to say.
      state.storage = .none
      throw Problem(
        error: .validation(
          "The same text was sent just now, by another prompt or command.",
          suggestion: "To send it a second time, repeat the command."))
    }
  }

  /// Edits, schedules or publishes.
  private func deliver(_ content: StatusDraft) async throws -> Composer.Sent {
    if let conflict { throw Problem(error: conflict.appError) }
    if content.editedStatusID != nil { return .edited(try await publishing.edit(content)) }
    do {
      if content.scheduledAt != nil {
        switch try await publishing.schedule(content, state.draft.key) {
        case .scheduled(let post): return .scheduled(post)
        case .published(let status): return .publishedAtOnce(status)
        }
      }
      if let parts = state.parts { return .thread(try await sendThread(parts, of: content)) }
      return .posted(try await publish(content))
    } catch is Composer.OtherAnswer {
      return .postedUnknown
    }
  }

  /// Publishes the content, unless an earlier request turns out to have succeeded.
  ///
  /// The time of the first request is saved before it is sent, so that the next run also knows of it.
  func publish(_ content: StatusDraft) async throws -> Status {
    let earlier = state.draft.triedAt
    if let earlier, let found = try await publishing.find(content, earlier) { return found }
    if earlier == nil {
      state.draft.triedAt = now()
      save()
    }
    do {
      return try await publishing.publish(content, state.draft.key)
    } catch let error as MastodonError where !error.mayHaveSucceeded {
      state.draft.triedAt = earlier
      save()
      throw error
    }
  }

  /// Why the draft cannot be sent yet: nothing was requested, and it can be changed at once.
  struct Problem: Error {
    var error: AppError
  }

  /// Loads what sending needs; the draft is on disk meanwhile.
  private func prepare(reusesDuplicate: Bool) async throws {
    let loaded = await lookup.author()
    update(author: loaded.account, limits: loaded.limits)
    // Only now the draft has the account's defaults, as an earlier draft of the same text has.
    if reusesDuplicate { reuseDuplicate() }
    splitIfChosen()
    try await checkLimits()
    if let refusal = await refusalOfQuote() { throw Problem(error: refusal) }
    try await addMentions()
  }

  /// Throws if the draft cannot be sent; limits of an earlier run are loaded again before they forbid it.
  private func checkLimits() async throws {
    if state.problem != nil, let newer = await lookup.newerAuthor() {
      update(author: newer.account, limits: newer.limits)
    }
    if let error = state.problem { throw Problem(error: error) }
    if state.parts != nil, state.draft.content.scheduledAt != nil {
      throw Problem(error: .validation("A thread can't be scheduled.", suggestion: "Remove the time with /at off."))
    }
    if let time = state.draft.content.scheduledAt, time.timeIntervalSince(now()) < Composer.scheduleAhead {
      throw Problem(
        error: .validation(
          Composer.tooSoon.message,
          suggestion: "Choose a later time with --at, or /at in the composer."))
    }
  }

  /// Adds the mentions of a reply that was begun before the post was loaded.
  private func addMentions() async throws {
    guard let id = state.draft.content.inReplyToID, state.draft.replyingTo == nil else { return }
    let status = try await lookup.status(id)
    target = status
    state.draft.content = Composer.addressed(state.draft.content, to: status, by: state.author)
    state.draft.replyingTo = Composer.summary(of: status)
    save()
    reuseDuplicate()
    state.parts = nil
    splitIfChosen()
    try await checkLimits()
  }

  /// How many seconds after a request the same text counts as a retry.
  static let retryPeriod = 3600.0

  /// Continues with a saved draft of the same content, so that `retry` cannot post twice and leaves no draft behind.
  ///
  /// A draft that was sent longer ago is another post, even if it arrived: people write “good morning” every day.
  private func reuseDuplicate() {
    do {
      let duplicate = try drafts.all().first {
        $0.id != state.draft.id && $0.account == state.draft.account && isDuplicate($0.content, $0.replyingTo)
          && ($0.triedAt.map { now().timeIntervalSince($0) < Self.retryPeriod } ?? true)
          // With a key of the user's, the same text is another post.
          && (PostKey(header: state.draft.key) == nil && PostKey(header: $0.key) == nil || $0.key == state.draft.key)
      }
      guard let duplicate else { return }
      // The same text may be meant a second time; who is there is asked.
      if lookup.isAttended, turns.isWaiting(duplicate.id) {
        isWaitingAlready = true
        return
      }
      deleteDraft()
      hasReused = true
      state.draft.id = duplicate.id
      state.draft.contentKey = duplicate.contentKey
      state.draft.triedAt = duplicate.triedAt
      state.storage = .saved
      take()
      mayHaveArrived = true
      state.draft.content.files = duplicate.content.files
      save()
    } catch {
      state.storage.fail(error)
    }
  }

  /// Whether a draft becomes the same post; a reply whose post was not loaded is compared with its mentions added.
  private func isDuplicate(_ content: StatusDraft, _ replyingTo: String?) -> Bool {
    if content.withoutUploads == state.draft.content.withoutUploads { return true }
    guard let target, replyingTo == nil, content.inReplyToID == target.displayed.id else { return false }
    return Composer.addressed(content, to: target, by: state.author).withoutUploads
      == state.draft.content.withoutUploads
  }
}
