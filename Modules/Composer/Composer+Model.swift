import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit
import TerminalKit

extension Composer {
  /// Owns one draft from its first word until it is sent, discarded or left, and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the sheet shows.
    public internal(set) var state: State
    @ObservationIgnored private let publishing: PublishingService
    /// Whether the text goes out without the sheet, where the same text may have been tried before.
    @ObservationIgnored private var isSentAtOnce = false
    @ObservationIgnored private let drafts: DraftService
    @ObservationIgnored let acquaintance: Acquaintance
    @ObservationIgnored let attaching: Attaching
    /// Whether somebody knows that a file has no description.
    @ObservationIgnored var hasWarned = false
    @ObservationIgnored private let makeID: () -> String
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private let original: Draft
    /// The status that is answered, once it was seen.
    @ObservationIgnored private var target: Status?
    /// What the person said beside the text; the rest may still follow the account's defaults.
    @ObservationIgnored private var said = Options()
    @ObservationIgnored private var isKept = false
    /// Whether a server may know the draft's key already.
    @ObservationIgnored private var mayBeTried = false
    /// Whether some form of the draft is on disk.
    @ObservationIgnored private var wasSaved = false
    /// What there was before each change, the last one last.
    @ObservationIgnored var past: [(content: StatusDraft, change: String)] = []

    /// Opens a composer.
    ///
    /// - Parameters:
    ///   - mode: What it is opened on.
    ///   - account: The account that writes, as `user@host`; drafts are kept for it.
    ///   - author: The account that writes, with its posting defaults.
    ///   - limits: What its server allows.
    ///   - publishing: Sends.
    ///   - drafts: Keeps drafts.
    ///   - acquaintance: What the server may have to be asked before it is sent.
    ///   - attaching: Looks at files and uploads them.
    ///   - makeID: Makes the id of a new draft: letters and digits, so that it can be typed where a number can.
    ///   - now: The time, to say when the draft was last changed.
    public init(
      mode: Mode, account: String, author: Account, limits: Limits, publishing: PublishingService,
      drafts: DraftService, acquaintance: Acquaintance, attaching: Attaching, makeID: @escaping () -> String,
      now: @escaping () -> Date
    ) {
      self.attaching = attaching
      self.publishing = publishing
      self.drafts = drafts
      self.acquaintance = acquaintance
      self.makeID = makeID
      self.now = now
      var unkept: AppError?
      var kept: Draft?
      let fresh: Draft
      func keptAnswer(to id: Status.ID) -> Draft? {
        do {
          return try drafts.all().first { $0.account == account && $0.content.inReplyToID == id }
        } catch {
          unkept = AppError(error)
          return nil
        }
      }
      switch mode {
      case .new:
        fresh = Draft(id: makeID(), account: account, content: Composer.post(by: author), updatedAt: now())
      case .reply(let status):
        fresh = Draft(
          id: makeID(), account: account, content: Composer.reply(to: status, by: author),
          replyingTo: Composer.summary(of: status), updatedAt: now())
        target = status
        kept = keptAnswer(to: status.displayed.id)
      case .answer(let id):
        var content = Composer.post(by: author)
        content.inReplyToID = id
        fresh = Draft(id: makeID(), account: account, content: content, updatedAt: now())
        kept = keptAnswer(to: id)
      case .draft(let draft):
        fresh = draft
        kept = draft
      }
      original = fresh
      isKept = kept != nil
      (wasSaved, mayBeTried) = (kept != nil, kept != nil)
      state = State(draft: kept ?? fresh, author: author, limits: limits, isResumed: kept != nil, unkept: unkept)
    }

    /// Takes who writes and what the server allows, which may come later than the first word.
    ///
    /// What the person said stays, and so does a kept draft.
    public func take(_ author: Account, _ limits: Limits) {
      state.limits = limits
      guard state.author != author else { return }
      state.author = author
      guard !state.isResumed else { return }
      let defaults = Composer.post(by: author)
      if said.visibility == nil {
        let isAnswer = state.isReply && state.draft.replyingTo != nil
        state.draft.content.visibility =
          isAnswer
          ? Composer.narrower(state.draft.content.visibility, defaults.visibility) : defaults.visibility
      }
      if said.language == nil { state.draft.content.language = defaults.language }
      if isKept { keep() }
    }

    /// Adds a line to the text; it is on disk when this returns.
    public func append(_ line: String) {
      let isReply = state.isReply
      change("adding “\(ExcerptText.cut(line, to: 40))”") {
        $0.text = Composer.appending(line, to: $0.text, isReply: isReply)
      }
    }

    /// Puts other words in place of a line, counted from 1.
    public func changeLine(_ number: Int, to words: String) throws {
      var lines = state.lines
      try insist(on: number, in: lines)
      lines[number - 1] = words
      change("replacing line \(number)") { $0.text = lines.joined(separator: "\n") }
    }

    /// Takes a line away, the last one unless a number is given, and answers with its words.
    ///
    /// Of a reply's only line the mentions stay, until they are all that is there.
    public func removeLine(_ number: Int? = nil) throws -> String {
      var lines = state.lines
      let number = number ?? lines.count
      guard !lines.isEmpty else {
        throw AppError.validation("There are no lines.", suggestion: "Type some text.")
      }
      try insist(on: number, in: lines)
      var removed = lines.remove(at: number - 1)
      let mentions = state.isReply && number == 1 ? Composer.openingMentions(removed) : ""
      if !mentions.isEmpty, mentions != removed {
        removed.removeFirst(mentions.count)
        lines.insert(mentions, at: 0)
      }
      change("deleting “\(ExcerptText.cut(removed, to: 40))”") { $0.text = lines.joined(separator: "\n") }
      return removed
    }

    private func insist(on number: Int, in lines: [String]) throws {
      guard lines.indices.contains(number - 1) else {
        throw AppError.validation(
          "No line \(number).",
          suggestion: lines.isEmpty ? "Type some text." : "Give a number from 1 to \(lines.count).")
      }
    }

    /// Says what the post says beside its text.
    public func set(_ options: Options) {
      if let visibility = options.visibility { said.visibility = visibility }
      if let language = options.language { said.language = language }
      if let mayNameNobody = options.mayNameNobody { said.mayNameNobody = mayNameNobody }
      change(options.words) {
        if let contentWarning = options.contentWarning { $0.spoilerText = contentWarning }
        if let visibility = options.visibility { $0.visibility = visibility }
        if let language = options.language { $0.language = language.code }
        if let sensitive = options.sensitive { $0.sensitive = sensitive }
      }
    }

    /// Sends the draft and forgets it; what is written stays if that fails, for another try with the same key.
    ///
    /// - throws: ``AppError``, also for a text that is empty or too long.
    public func send() async throws -> Status {
      guard state.phase != .sending else {
        throw AppError.validation("The \(state.noun) is already being sent.", suggestion: "Wait for it to finish.")
      }
      // Whether it is too long is for the server's own limit to say, and that may not be known yet.
      if state.isBlank, let objection = state.objection { throw objection }
      try warnOnce()
      let mayBeForgotten = state.draft.content.files.contains { $0.mediaID != nil }
      keep()
      state.phase = .sending
      state.mayBeSent = false
      var isOut = false
      do {
        try await getReady()
        if said.mayNameNobody != true, let question = await unaddressed() { throw question }
        var content = state.draft.content
        content.text = String(Composer.trimmed(content.text))
        let status: Status
        isOut = true
        do {
          status = try await publish(content)
        } catch  where mayBeForgotten && Self.meansForgotten(error) {
          content.files = try await uploadAnew()
          status = try await publish(content)
        }
        state.phase = .editing
        forget()
        return status
      } catch let objection as Objection {
        state.phase = .editing
        throw objection.words
      } catch let question as NobodyNamed {
        state.phase = .editing
        throw question
      } catch {
        let error = AppError(error)
        state.phase = .failed(error)
        mayBeTried = true
        state.mayBeSent = isOut && (Task.isCancelled || error == .cancelled)
        throw error
      }
    }

    /// Sends it, unless an earlier try turns out to have arrived.
    ///
    /// That it is tried is on disk before anything leaves: a try whose end nobody saw is in doubt.
    private func publish(_ content: StatusDraft) async throws -> Status {
      let earlier = state.draft.triedAt
      if let earlier, let found = try await publishing.find(content, earlier) { return found }
      if earlier == nil {
        state.draft.triedAt = now()
        keep()
      }
      do {
        return try await publishing.publish(content, state.draft.id)
      } catch let error as MastodonError where !error.mayHaveSucceeded {
        state.draft.triedAt = earlier
        keep()
        throw error
      }
    }

    /// Why a draft is not for the server yet: nothing has failed, and it can be changed at once.
    private struct Objection: Error {
      var words: AppError
    }

    /// Learns what has to be known before it goes out; all that is written is on disk meanwhile.
    private func getReady() async throws {
      let known = await acquaintance.author()
      take(known.account, known.limits)
      // Only now it has the account's defaults, as a draft has that was sent before.
      if isSentAtOnce { adoptTwin() }
      if let words = state.objection { throw Objection(words: words) }
      try await address()
      try await upload()
    }

    /// Fills in whom it answers, where the status could not be seen before.
    private func address() async throws {
      guard let id = state.draft.content.inReplyToID, state.draft.replyingTo == nil else { return }
      let status = try await acquaintance.status(id)
      target = status
      state.draft.content = Composer.addressed(state.draft.content, to: status, by: state.author)
      state.draft.replyingTo = Composer.summary(of: status)
      keep()
      adoptTwin()
      if let words = state.objection { throw Objection(words: words) }
    }

    /// Sends a text without the sheet, such as that of `reply 3 thanks!`.
    ///
    /// A kept reply to the same status is left alone; this text becomes a draft of its own if it does not get through.
    ///
    /// - throws: ``AppError``
    public func send(_ text: String, options: Options = Options()) async throws -> Status {
      guard !options.files.isEmpty || text.contains(where: { !$0.isWhitespace }) else {
        throw AppError.validation("The post is empty.", suggestion: "Put the text after the command.")
      }
      if state.isResumed {
        state.draft = original
        state.isResumed = false
        (wasSaved, mayBeTried) = (false, false)
      }
      if !text.isEmpty { append(text) }
      set(options)
      try await attach(options.files)
      adoptTwin()
      isSentAtOnce = true
      defer { isSentAtOnce = false }
      do {
        return try await send()
      } catch AppError.validation(let words, _) where state.charactersLeft >= 0 && isBare {
        throw AppError.validation(
          words,
          suggestion: #"Add it with --alt TEXT, or --alt "" to post without."#)
      } catch AppError.validation(let words, _) where state.charactersLeft < 0 {
        // There is no sheet yet to shorten it in.
        throw AppError.validation(
          words, suggestion: state.unsaved == nil ? "Edit the saved draft: drafts." : "Shorten the text.")
      }
    }

    /// How many seconds after a try the same text is taken for another try.
    private static let retryPeriod = 3600.0

    /// Goes on with the draft of the same words that did not get through before, so that `retry` cannot post twice and
    /// leaves no draft behind.
    ///
    /// One that was sent longer ago is another post, even if it arrived: people write “good morning” every day.
    private func adoptTwin() {
      do {
        let twin = try drafts.all().first {
          $0.id != state.draft.id && $0.account == state.draft.account && isTwin($0.content, $0.replyingTo)
            && ($0.triedAt.map { now().timeIntervalSince($0) < Self.retryPeriod } ?? true)
        }
        guard let twin else { return }
        forget()
        state.draft.id = twin.id
        state.draft.triedAt = twin.triedAt
        (wasSaved, mayBeTried) = (true, true)
        state.draft.content.files = twin.content.files
        keep()
      } catch {
        state.unkept = AppError(error)
      }
    }

    /// Whether a draft becomes the same post; of an answer whose target was not seen then, once it is addressed.
    private func isTwin(_ content: StatusDraft, _ replyingTo: String?) -> Bool {
      if content.withoutUploads == state.draft.content.withoutUploads { return true }
      guard let target, replyingTo == nil, content.inReplyToID == target.displayed.id else { return false }
      return Composer.addressed(content, to: target, by: state.author).withoutUploads
        == state.draft.content.withoutUploads
    }

    /// Deletes the draft; one that never reached the disk needs no room there to be given up.
    public func discard() throws {
      do {
        try drafts.delete(state.draft.id)
        state.unkept = nil
      } catch {
        guard state.unkept != nil else { throw error }
        if !wasSaved { state.unkept = nil }
      }
    }

    /// Keeps what is written, or forgets the draft if nothing is.
    public func close() {
      if state.isBlank { forget() } else { keep() }
    }

    func change(_ what: String, _ edit: (inout StatusDraft) -> Void) {
      let before = state.draft.content
      defer { if state.draft.content != before { past.append((before, what)) } }
      // A failed try may have arrived after all, also one before the draft was put aside. The same key would then answer
      // with that post and drop what is changed now; a post that says something else is another post.
      var tried: Draft.ID?
      if mayBeTried { tried = state.draft.id }
      edit(&state.draft.content)
      if tried != nil, state.draft.content == before { tried = nil }
      if tried != nil {
        state.phase = .editing
        state.mayBeSent = false
        state.draft.id = makeID()
        state.draft.triedAt = nil
        mayBeTried = false
      }
      state.draft.updatedAt = now()
      keep()
      // Only behind its successor: a killed process loses neither.
      if let tried, state.unkept == nil { delete(tried) }
    }

    private func delete(_ id: Draft.ID) {
      do { try drafts.delete(id) } catch { state.unkept = AppError(error) }
    }

    func keep() {
      isKept = true
      do {
        try drafts.save(state.draft)
        state.unkept = nil
        wasSaved = true
      } catch {
        state.unkept = AppError(error)
      }
    }

    private func forget() {
      isKept = false
      do {
        try drafts.delete(state.draft.id)
        state.unkept = nil
        wasSaved = false
      } catch {
        state.unkept = wasSaved ? AppError(error) : nil
      }
    }
  }
}
