import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Composer {
  /// Owns one draft until it is sent, discarded or closed, and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// The sheet's state.
    public internal(set) var state: State
    @ObservationIgnored let publishing: PublishingService
    @ObservationIgnored let drafts: DraftService
    @ObservationIgnored let lookup: Lookup
    @ObservationIgnored let attachments: AttachmentService
    @ObservationIgnored let makeID: () -> String
    @ObservationIgnored let now: () -> Date
    /// The draft as it is without a saved reply.
    @ObservationIgnored let original: Draft
    /// The post that is replied to, once it is loaded.
    @ObservationIgnored var target: Status?
    /// The post that is quoted, once it is loaded.
    @ObservationIgnored public var quoted: Status?
    /// The options that the user set; the others follow the account's defaults.
    @ObservationIgnored var chosen = Options()
    /// Whether the user wants an attachment without alt text.
    @ObservationIgnored var acceptsMissingAltText = false
    /// Keeps the post for a while before it is sent; `nil` if it is sent at once.
    @ObservationIgnored let holder: Composer.Holder?
    /// Lets the post wait for what was written before it.
    @ObservationIgnored let inTurn: Turn
    /// The server's answers about the names in the text.
    @ObservationIgnored var foundNames: [String: FoundName] = [:]
    /// Why what is written became a draft of its own, until the user is told.
    @ObservationIgnored var separation: DraftConflict?
    /// The content before each change, the last one last.
    @ObservationIgnored var undoStack: [(content: StatusDraft, change: String)] = []

    /// Opens a composer.
    ///
    /// - Parameters:
    ///   - account: The account that writes, as `user@host`; drafts are saved for it.
    ///   - author: The account that writes, with its posting defaults.
    ///   - inTurn: Lets a post wait for what was written before it.
    ///   - holder: Keeps posts for a while before they are sent; `nil` to send them at once.
    ///   - makeID: Creates the id of a new draft: letters and digits, so that it can be typed in place of a number.
    public init(
      mode: Mode, account: String, author: Account, limits: Limits, publishing: PublishingService,
      inTurn: @escaping Turn, holder: Holder?, drafts: DraftService, lookup: Lookup, attachments: AttachmentService,
      makeID: @escaping () -> String,
      now: @escaping () -> Date
    ) {
      self.attachments = attachments
      self.publishing = publishing
      self.inTurn = inTurn
      self.holder = holder
      self.drafts = drafts
      self.lookup = lookup
      self.makeID = makeID
      self.now = now
      var storage = Storage.none
      var continued: Draft?
      let fresh: Draft
      func begun(_ content: StatusDraft, replyingTo: String? = nil) -> Draft {
        Draft(id: makeID(), account: account, content: content, replyingTo: replyingTo, updatedAt: now())
      }
      /// A draft that is continued: of the same post, and not on its way already.
      func saved(_ isSame: (StatusDraft) -> Bool) -> Draft? {
        do {
          for draft in try drafts.all() where draft.account == account && !draft.delivery.isUnderway {
            if isSame(draft.content) { return draft }
          }
          return nil
        } catch {
          storage = .unreadable(AppError(error))
          return nil
        }
      }
      switch mode {
      case .new:
        fresh = begun(Composer.post(by: author))
      case .reply(let status):
        fresh = begun(Composer.reply(to: status, by: author), replyingTo: Composer.summary(of: status))
        target = status
        continued = saved { $0.inReplyToID == status.displayed.id }
      case .answer(let id):
        var content = Composer.post(by: author)
        content.inReplyToID = id
        fresh = begun(content)
        continued = saved { $0.inReplyToID == id }
      case .edit(let status, let source):
        fresh = begun(Composer.edit(of: status, source, at: now()))
        target = status
        continued = saved { $0.editedStatusID == status.displayed.id }
      case .unreadEdit(let id):
        var draft = begun(StatusDraft(text: ""))
        draft.content.editedStatusID = id
        draft.isUnread = true
        fresh = draft
        continued = saved { $0.editedStatusID == id }
      case .redraft(let status, let source):
        fresh = begun(Composer.redraft(of: status, source, at: now()), replyingTo: "")
      case .scheduled(let post):
        fresh = begun(Composer.content(of: post), replyingTo: "")
      case .draft(let draft):
        fresh = draft
        continued = draft
      }
      original = fresh
      switch continued?.delivery {
      // Whoever opens a post that is kept decides when it is sent.
      case .held: continued?.delivery = .editing
      case .sending: continued?.delivery = .failed
      case .editing, .waiting, .reopened, .failed, nil: break
      }
      state = State(
        draft: continued ?? fresh, author: author, limits: limits, isResumed: continued != nil,
        storage: continued == nil ? storage : .saved)
      if continued != nil { take() }
      if case .draft(let draft) = mode {
        if draft.isThread { chosen.splitsThread = true }
        if draft.content.inReplyToID != nil { state.parts = Composer.rest(of: draft) }
      }
    }

    /// Updates the author and the limits, which may be loaded after the user began to write.
    ///
    /// Options that the user set stay, and so does a saved draft.
    public func update(author: Account, limits: Limits) {
      state.limits = limits
      guard state.author != author else { return }
      state.author = author
      guard !state.isResumed, !state.isEdit else { return }
      let defaults = Composer.post(by: author)
      if chosen.visibility == nil {
        let isReplyToKnownPost = state.isReply && state.draft.replyingTo != nil
        state.draft.content.visibility =
          isReplyToKnownPost
          ? Composer.narrower(state.draft.content.visibility, defaults.visibility) : defaults.visibility
      }
      if chosen.language == nil { state.draft.content.language = defaults.language }
      if chosen.quotePolicy == nil { state.draft.content.quotePolicy = defaults.quotePolicy }
      if state.storage.isSaving { save() }
    }
  }
}

// MARK: - Editing

extension Composer {
  /// Refuses the number of a line that is not there.
  static func checkNumber(_ number: Int, in lines: [String]) throws {
    guard lines.indices.contains(number - 1) else {
      let choice = lines.count == 1 ? "There is only line 1." : "Give a number from 1 to \(lines.count)."
      throw AppError.validation("No line \(number).", suggestion: lines.isEmpty ? "Type some text." : choice)
    }
  }
}

extension Composer.Model {
  /// Adds a line to the text and saves the draft.
  public func append(_ line: String) {
    let isReply = state.isReply
    change("adding “\(ExcerptText.cut(line, to: 40))”") {
      $0.text = Composer.appending(line, to: $0.text, isReply: isReply)
    }
  }

  /// Replaces a line, counted from 1.
  public func changeLine(_ number: Int, to text: String) throws {
    var lines = state.lines
    try Composer.checkNumber(number, in: lines)
    lines[number - 1] = text
    change("replacing line \(number)") { $0.text = lines.joined(separator: "\n") }
  }

  /// Deletes a line, by default the last one, and returns its text.
  ///
  /// If a reply's first line is deleted, its mentions stay; if only they are left, they are deleted too.
  public func removeLine(_ number: Int? = nil) throws -> String {
    var lines = state.lines
    let number = number ?? lines.count
    guard !lines.isEmpty else {
      throw AppError.validation("There are no lines.", suggestion: "Type some text.")
    }
    try Composer.checkNumber(number, in: lines)
    var removed = lines.remove(at: number - 1)
    let mentions = state.isReply && number == 1 ? Composer.openingMentions(removed) : ""
    if !mentions.isEmpty, mentions != removed {
      removed.removeFirst(mentions.count)
      lines.insert(mentions, at: 0)
    }
    change("deleting “\(ExcerptText.cut(removed, to: 40))”") { $0.text = lines.joined(separator: "\n") }
    return removed
  }

  /// Sets the options that are given; the others stay.
  public func set(_ options: Composer.Options) {
    if let visibility = options.visibility { chosen.visibility = visibility }
    if let language = options.language { chosen.language = language }
    if let policy = options.quotePolicy { chosen.quotePolicy = policy }
    if let splitsThread = options.splitsThread {
      chosen.splitsThread = splitsThread
      state.draft.isThread = splitsThread
    }
    defer {
      if options.isConfirmed == true {
        confirm()
      } else {
        chosen.isConfirmed = options.isConfirmed ?? chosen.isConfirmed
      }
    }
    change(options.changeDescription) {
      if let contentWarning = options.contentWarning { $0.spoilerText = contentWarning }
      if let visibility = options.visibility { $0.visibility = visibility }
      if let language = options.language { $0.language = language.code }
      if let sensitive = options.sensitive { $0.sensitive = sensitive }
      if let poll = options.poll { $0.poll = poll }
      if let quote = options.quote { $0.quotedStatusID = quote }
      if let policy = options.quotePolicy { $0.quotePolicy = policy }
      if let time = options.scheduledAt { $0.scheduledAt = time }
      if let contentType = options.contentType { $0.contentType = contentType }
    }
    if let key = options.key {
      state.draft.contentKey = key.header
      save()
    }
    if let quote = options.quote, let quoted, quoted.displayed.id == quote {
      state.draft.quoting = Composer.summary(of: quoted)
      save()
    }
  }

  /// Removes the poll, the quote, the time, or whatever else the change removes.
  public func remove(_ description: String, _ change: (inout StatusDraft) -> Void) {
    self.change(description, change)
    if state.draft.content.quotedStatusID == nil, state.draft.quoting != nil {
      state.draft.quoting = nil
      save()
    }
  }

  /// Undoes the last change and returns its description.
  ///
  /// - Throws: ``AppError/validation(_:suggestion:)`` if nothing was changed since the sheet was opened.
  public func undo() throws -> String {
    guard let last = undoStack.popLast() else {
      throw AppError.validation("Nothing to undo.", suggestion: "/pop deletes the last line.")
    }
    let earlier = undoStack
    change(last.change) { $0 = last.content }
    undoStack = earlier
    return last.change
  }

  /// Replaces the text by what the user's editor has left.
  ///
  /// - Returns: whether anything was changed; a text that is missing or the same changes nothing.
  public func replaceText(byEdited text: String) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }), text != state.draft.content.text else { return false }
    change("editing the text in your editor") { $0.text = text }
    return true
  }

  /// Records that the user has confirmed what is asked before sending.
  public func confirm() {
    chosen.isConfirmed = true
    state.draft.hasUncheckedNames = false
  }

  /// Records that the user was asked when the post was written, about all but the names that could not be looked up.
  public func confirmAsWritten() { chosen.isConfirmed = true }

  /// Changes the content and saves the draft.
  ///
  /// - Parameter description: The change as part of a sentence: `replacing line 2`.
  func change(_ description: String, _ edit: (inout StatusDraft) -> Void) {
    let before = state.draft.content
    defer { if state.draft.content != before { undoStack.append((before, description)) } }
    edit(&state.draft.content)
    if state.draft.content.text != before.text {
      state.parts = nil
      state.draft.isThread = chosen.splitsThread == true
    }
    // What was confirmed was another post.
    if state.draft.content != before { chosen.isConfirmed = nil }
    // A failed request may have succeeded on the server, also one of an earlier run. The same key would return that
    // post and lose this change, so a changed post gets a key of its own.
    if [.failed, .waiting].contains(state.draft.delivery), state.draft.content != before {
      (state.draft.delivery, state.error) = (state.draft.delivery == .waiting ? .reopened : .editing, nil)
      (state.draft.contentKey, state.draft.triedAt) = (makeID(), nil)
    }
    state.draft.updatedAt = now()
    // No other version of the draft has what is typed now.
    if let conflict, state.draft.content != before {
      separation = conflict
      keepAsOwnDraft()
    } else {
      save()
    }
  }
}
