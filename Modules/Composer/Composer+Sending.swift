import FeatureKit
import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

extension Composer {
  /// Sends a draft in its turn: after what was written before it, and by one prompt or process at a time.
  ///
  /// The first flag says whether it has a place in the order, unlike an edit; the second whether it is on disk, where another
  /// prompt may have sent it.
  public typealias Turn =
    @MainActor (Draft.ID, _ isOrdered: Bool, _ isSaved: Bool, _ send: () async throws -> Void) async throws -> Void
}

extension Composer.Model {
  /// Sends the post and deletes the draft; if that fails, the draft stays and can be sent again with the same key.
  ///
  /// - Throws: ``AppError``, also if the text is empty or too long; ``Composer/Doubts``.
  public func send() async throws -> Composer.Sent {
    do { return try await sendUnattended() } catch let doubts as Composer.Doubts { throw doubts } catch {
      throw AppError(error)
    }
  }

  /// Sends the post like ``send()``, and throws an error of the server as it is.
  public func sendUnattended() async throws -> Composer.Sent { try await send(isCommand: false) {} }

  /// Sends without the sheet: the error names the draft that keeps the text.
  public func reporting(_ send: () async throws -> Composer.Sent) async throws -> Composer.Sent {
    do { return try await send() } catch var doubts as Composer.Doubts {
      // It is sent or saved after a question.
      doubts.failure = state.failure(doubts.appError, isOpen: false)
      throw doubts
    } catch {
      throw state.failure(AppError(error), isOpen: false)
    }
  }

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
    }
    do {
      return try await send(isCommand: true) { try await write(text, options) }
    } catch AppError.validation(let message, _) where state.charactersLeft < 0 && state.sentParts == 0 {
      // The sheet is not open, so `/send` would not work.
      throw AppError.validation(
        message,
        suggestion: state.parts == nil ? "Shorten the text, or add --thread." : "Leave out --at, or shorten the text.")
    } catch let doubts as Composer.Doubts {
      throw doubts
    } catch {
      throw AppError(error)
    }
  }

  private func write(_ text: String, _ options: Composer.Options) async throws {
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
  }

  /// Sends what is written.
  ///
  /// - Parameter isCommand: Whether a single command sends it, which continues an earlier one with the same text.
  private func send(isCommand: Bool, _ write: () async throws -> Void) async throws -> Composer.Sent {
    guard !state.isSending else {
      throw AppError.validation("The \(state.noun) is already being sent.", suggestion: "Wait for it to finish.")
    }
    let earlier = state.draft.delivery
    // Before it is first saved: the same text of another command is not a retry of this one.
    (state.draft.delivery, state.error) = (.sending, nil)
    do {
      do { try await refusing(write) } catch {
        // A script that is run again with what is refused leaves one draft.
        if isCommand { _ = reuseDuplicate() }
        throw error
      }
      // Whether the text is too long depends on the server's limit, which may not be loaded yet.
      if state.isBlank, let problem = state.problem { throw Problem(error: problem) }
      if let conflict { throw Problem(error: conflict.appError) }
      var isWaitingAlready = isCommand && reuseDuplicate()
      // The text of a single command was saved a moment ago.
      if !isCommand || state.storage != .saved { save() }
      try Task.checkCancellation()
      // What needs the server waits with the post where that cannot be reached.
      var unreached: MastodonError?
      do {
        try await prepare { if isCommand, reuseDuplicate() { isWaitingAlready = true } }
      } catch let error as MastodonError where error.isAboutReachingTheServer || error == .notSentYet {
        unreached = error
      }
      if let doubts = await doubts(isInSheet: !isCommand, isWaitingAlready: isWaitingAlready) {
        // The text is kept by the draft that waits.
        if isWaitingAlready { deleteDraft() }
        throw doubts
      }
      if let seconds = hold() { return .held(state.draft.id, seconds: seconds) }
      var sent: Composer.Sent?
      let content = state.draft.content
      // A scheduled post overtakes nothing.
      let isOrdered = content.scheduledAt == nil
      do {
        try await inTurn(state.draft.id, isOrdered, state.storage == .saved) {
          if let unreached {
            guard unreached == .notSentYet else { throw unreached }
            // The post that it answers may have been sent just before it.
            try await prepare {}
          }
          sent = try await uploadAndDeliver(isCommand: isCommand)
        }
      } catch  where isCommand && conflict == .gone {
        // Whether the same text is meant twice or was only repeated is for the user to say.
        state.storage = .none
        throw Problem(
          error: AppError.validation(
            "The same text was sent or discarded just now, by another prompt or command.",
            suggestion: "To send it a second time, repeat the command."))
      }
      guard let sent else { throw AppError.cancelled }
      state.draft.delivery = .editing
      deleteDraft()
      return sent
    } catch let problem as Problem {
      stop(earlier.isQueued ? earlier : state.draft.triedAt == nil ? .editing : .failed)
      throw problem.error
    } catch let doubts as Composer.Doubts {
      stop(earlier.isQueued ? earlier : state.draft.triedAt == nil ? .editing : .failed)
      throw doubts
    } catch {
      state.error = AppError(error)
      stop(state.error?.isQueued == true ? .waiting : .failed)
      throw error
    }
  }

  /// Records that nothing is sent any more, also on disk where the draft is still there.
  private func stop(_ delivery: Delivery) {
    state.draft.delivery = delivery
    if state.storage == .saved, conflict == nil { save() }
  }

  private func uploadAndDeliver(isCommand: Bool) async throws -> Composer.Sent {
    let hasUploads = state.draft.content.files.contains { $0.mediaID != nil && $0.sentKind == nil }
    try await upload()
    var content = state.draft.content
    content.text = content.text.trimmed
    let defaults = Composer.post(by: state.author)
    // What a sheet shows is what is sent.
    content.usesDefaultVisibility =
      isCommand && chosen.visibility == nil && !state.isReply && content.visibility == defaults.visibility
    content.usesDefaultLanguage = content.language == defaults.language
    content.usesDefaultQuotePolicy = content.quotePolicy == defaults.quotePolicy
    do {
      return try await deliver(content)
    } catch  where hasUploads && Self.isMissingUpload(error) {
      content.files = try await uploadAgain()
      return try await deliver(content)
    }
  }

  /// Edits, schedules or publishes.
  private func deliver(_ content: StatusDraft) async throws -> Composer.Sent {
    if let conflict { throw Problem(error: conflict.appError) }
    if content.editedStatusID != nil { return .edited(try await tracked { try await publishing.edit(content) }) }
    do {
      if content.scheduledAt != nil {
        switch try await tracked({ try await publishing.schedule(content, state.draft.key) }) {
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
  func publish(_ content: StatusDraft) async throws -> Status {
    let key = state.draft.key
    if let earlier = state.draft.triedAt, let found = try await publishing.find(content, earlier, key) { return found }
    return try await tracked { try await publishing.publish(content, key) }
  }

  /// Sends a request; the time of the first one is saved before, so that the next run also knows of it.
  private func tracked<Answer>(_ send: () async throws -> Answer) async throws -> Answer {
    let earlier = state.draft.triedAt
    if earlier == nil {
      state.draft.triedAt = now()
      save()
    }
    do { return try await send() } catch let error as MastodonError where !error.mayHaveSucceeded {
      state.draft.triedAt = earlier
      save()
      throw error
    }
  }

  /// Why the draft cannot be sent yet: nothing was requested, and it can be changed at once.
  struct Problem: Error {
    var error: any Error
  }

  private func refusing(_ write: () async throws -> Void) async throws {
    do { try await write() } catch { throw Problem(error: error) }
  }

  /// Loads what sending needs; the draft is on disk meanwhile.
  ///
  /// - Parameter completed: Is called when the content is as an earlier draft of the same text has it: with the account's
  ///   defaults, and with the mentions of a reply.
  private func prepare(completed: () -> Void) async throws {
    let loaded = await lookup.author()
    update(author: loaded.account, limits: loaded.limits)
    completed()
    splitIfChosen()
    try await checkLimits()
    if let refusal = try await refusalOfQuote() { throw Problem(error: refusal) }
    try await readEdited()
    try await addMentions(completed)
  }

  /// Reads the post of an edit that was written without it, of which everything but the text stays.
  private func readEdited() async throws {
    guard state.draft.isUnread, let id = state.draft.content.editedStatusID else { return }
    let (status, source) = try await lookup.own(id)
    let written = state.draft.content
    state.draft.content = Composer.edit(of: status, source, at: now())
    state.draft.content.text = written.text
    if !written.spoilerText.isEmpty { state.draft.content.spoilerText = written.spoilerText }
    state.draft.isUnread = false
    target = status
    save()
    try await checkLimits()
  }

  /// Throws if the draft cannot be sent; limits of an earlier run are loaded again before they forbid it.
  private func checkLimits() async throws {
    if state.problem != nil, let newer = await lookup.newerAuthor() {
      update(author: newer.account, limits: newer.limits)
    }
    if let error = state.problem { throw Problem(error: error) }
    if state.parts != nil, state.draft.content.scheduledAt != nil {
      throw Problem(
        error: AppError.validation("A thread can't be scheduled.", suggestion: "Remove the time with /at off."))
    }
    guard let time = state.draft.content.scheduledAt else { return }
    guard let date = Composer.scheduled(time, now: now()) else {
      throw Problem(
        error: AppError.validation(
          Composer.tooSoon.message,
          suggestion: "Choose a later time with --at, or /at in the composer."))
    }
    if date != time { state.draft.content.scheduledAt = date }
  }

  /// Adds the mentions of a reply that was begun before the post was loaded.
  private func addMentions(_ completed: () -> Void) async throws {
    guard let id = state.draft.content.inReplyToID, state.draft.replyingTo == nil else { return }
    let status = try await lookup.status(id)
    target = status
    state.draft.content = Composer.addressed(state.draft.content, to: status, by: state.author)
    // What the user chose is asked about, and not changed without a word.
    if let visibility = chosen.visibility { state.draft.content.visibility = visibility }
    // Its id was not known while it waited.
    if WaitingPost.draft(id) != nil { state.draft.content.inReplyToID = status.displayed.id }
    state.draft.replyingTo = Composer.summary(of: status)
    save()
    completed()
    state.parts = nil
    splitIfChosen()
    try await checkLimits()
  }

  /// The number of seconds after a request within which the same text counts as a retry.
  static let retryPeriod = 3600.0

  /// Continues with a saved draft of the same content, so that `retry` cannot post twice and leaves no draft behind.
  ///
  /// One that is being sent is another post, and so is one that was sent longer ago, even if it arrived: people write “good
  /// morning” every day.
  ///
  /// - Returns: whether the same text waits and the user is there to be asked about it.
  private func reuseDuplicate() -> Bool {
    do {
      let duplicate = try drafts.all().first {
        $0.id != state.draft.id && $0.account == state.draft.account && isDuplicate($0.content, $0.replyingTo)
          && !$0.delivery.isUnderway
          && ($0.triedAt.map { now().timeIntervalSince($0) < Self.retryPeriod } ?? true)
          // With a key of the user's, the same text is another post.
          && (PostKey(header: state.draft.key) == nil && PostKey(header: $0.key) == nil || $0.key == state.draft.key)
      }
      guard let duplicate else { return false }
      // The same text may be meant a second time; who is there is asked.
      if lookup.isAttended, duplicate.delivery.isQueued { return true }
      if lookup.isDeferring, duplicate.delivery.isQueued, PostKey(header: state.draft.key) == nil { return false }
      deleteDraft()
      let begun = state.draft
      resume(duplicate)
      (state.draft.content, state.draft.content.files) = (begun.content, duplicate.content.files)
      // The user may have confirmed them now.
      state.draft.hasUncheckedNames = begun.hasUncheckedNames
      save()
    } catch {
      state.storage.fail(error)
    }
    return false
  }

  /// Sends a saved draft in place of the one that was begun.
  func resume(_ draft: Draft) {
    state.draft = draft
    state.draft.delivery = .sending
    state.storage = .saved
    take()
  }

  /// Whether a draft becomes the same post; a reply whose post was not loaded is compared with its mentions added.
  private func isDuplicate(_ content: StatusDraft, _ replyingTo: String?) -> Bool {
    if content.withoutUploads == state.draft.content.withoutUploads { return true }
    guard let target, replyingTo == nil, content.inReplyToID == target.displayed.id else { return false }
    return Composer.addressed(content, to: target, by: state.author).withoutUploads
      == state.draft.content.withoutUploads
  }
}
