public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// A sheet for writing a post or a reply.
///
/// Plain lines are the text; lines that begin with `/` are commands. Every change is saved before the next prompt, so
/// that a failed request, Ctrl-C and a killed process lose nothing.
public enum Composer {
  public struct State: Hashable, Sendable {
    /// The content so far, with the id that is its `Idempotency-Key`.
    public var draft: Draft
    public var author: Account
    public var limits: Limits
    /// Why the last request failed; `nil` if none did, or the draft was changed since.
    public var error: AppError?
    /// Whether it was opened from a saved draft.
    public var isResumed: Bool = false
    public var storage: Storage = .none
    /// The posts of a thread that the text was split into, as they will be sent; `nil` if it is one post.
    public var parts: [String]?
    /// The number of posts of the thread that were sent.
    public var sentParts = 0
  }

  /// The limits of a post: its length, as the server counts, and its attachments.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of characters of text and content warning together.
    public var maxCharacters: Int
    /// The number of characters that a link counts as, however long it is.
    public var charactersPerURL: Int
    public var maxFiles: Int
    public var polls: Instance.PollLimits
    /// The MIME types that the text may have; `nil` if unknown.
    public var formats: [String]?

    public init(
      maxCharacters: Int, charactersPerURL: Int, maxFiles: Int = 4,
      polls: Instance.PollLimits = Instance.PollLimits(), formats: [String]? = nil
    ) {
      self.polls = polls
      self.formats = formats
      self.maxFiles = maxFiles
      self.maxCharacters = maxCharacters
      self.charactersPerURL = charactersPerURL
    }

    public init(_ configuration: Instance.Configuration) {
      self.init(
        maxCharacters: configuration.maxCharacters, charactersPerURL: configuration.charactersReservedPerURL,
        maxFiles: configuration.maxMediaAttachments, polls: configuration.polls, formats: configuration.statusFormats)
    }
  }

  /// The kind of text that is written.
  public enum Subject: Hashable, Sendable {
    case new
    case reply(Status.ID)
    /// A status of the user's that is changed.
    case edit(Status.ID)
    case draft(Draft.ID)
  }

  /// The purpose for which a composer is opened.
  public enum Mode: Hashable, Sendable {
    case new
    /// A reply to this post; a saved reply to it is continued.
    case reply(Status)
    /// A reply to a post that is not loaded yet; its mentions are added before the reply is sent.
    case answer(Status.ID)
    /// A post of the user's with its source text, to be changed; a saved edit of it is continued.
    case edit(Status, StatusSource)
    /// A post of the user's with its source text, to be deleted and written again.
    case redraft(Status, StatusSource)
    /// A scheduled post, to be written again.
    case scheduled(ScheduledStatus)
    case draft(Draft)
    /// The text of one's own post, which is loaded when the edit is sent.
    case unreadEdit(Status.ID)
  }

  /// The result of sending a draft.
  public enum Sent: Hashable, Sendable {
    case posted(Status)
    /// It replaced the content of a post.
    case edited(Status)
    /// It is a post, but the server's answer did not say which.
    case postedUnknown
    /// It went out before, under the same key.
    case sentBefore(PostKeys.Sent)
    case thread([Status])
    /// The server publishes it later.
    case scheduled(ScheduledStatus)
    /// The server has published it at once, although it was to be published later.
    case publishedAtOnce(Status)
    /// It is kept on this machine for so many seconds, and then sent.
    case held(Draft.ID, seconds: Int)

    /// The post, if there is one by now.
    public var status: Status? {
      switch self {
      case .posted(let status), .edited(let status), .publishedAtOnce(let status): status
      case .thread(let statuses): statuses.last
      case .scheduled, .held, .postedUnknown, .sentBefore: nil
      }
    }
  }

  /// The requests that a draft may need before it is sent; writing does not wait for them.
  @MainActor
  public struct Lookup {
    public var status: (Status.ID) async throws -> Status
    /// Loads a post of the user's with its source text.
    public var own: (Status.ID) async throws -> (status: Status, source: StatusSource)
    /// Loads the author and the server's limits, as far as the server provides them.
    public var author: () async -> (account: Account, limits: Limits)
    /// Loads the author and the limits again, if they are not from this run; `nil` if there is nothing newer.
    public var newerAuthor: () async -> (account: Account, limits: Limits)?
    /// Finds a mentioned account by its handle, without the first `@`.
    public var account: (_ handle: String) async throws -> Account
    /// Whether a user is at the prompt, who can be asked; a script sends no requests for what is only a question.
    public var isAttended: Bool
    /// Whether the user wants every post to wait, so that the same text twice is two posts.
    public var isDeferring: Bool
    /// Whether the user has agreed beforehand to whatever is asked about a post.
    public var isAgreed: Bool

    public init(
      status: @escaping (Status.ID) async throws -> Status,
      own: @escaping (Status.ID) async throws -> (status: Status, source: StatusSource),
      author: @escaping () async -> (account: Account, limits: Limits),
      newerAuthor: @escaping () async -> (account: Account, limits: Limits)?,
      account: @escaping (_ handle: String) async throws -> Account, isAttended: Bool = false,
      isDeferring: Bool = false, isAgreed: Bool = false
    ) {
      self.account = account
      self.isAttended = isAttended
      self.isDeferring = isDeferring
      self.isAgreed = isAgreed
      self.status = status
      self.own = own
      self.author = author
      self.newerAuthor = newerAuthor
    }
  }

  /// The options of a post besides its text.
  public typealias Options = PostOptions
}

extension Composer.State {
  public var isReply: Bool { draft.content.inReplyToID != nil }

  public var isSending: Bool { draft.delivery == .sending }

  /// Whether it changes a post that was sent.
  public var isEdit: Bool { draft.content.editedStatusID != nil }

  /// The noun in messages: `reply`, `edit` or `post`.
  public var noun: String { isReply ? "reply" : isEdit ? "edit" : "post" }

  /// The sentence about what becomes of the text when the sheet is left.
  var kept: String {
    switch draft.delivery {
    case .waiting: "Your \(noun) waits in the outbox and is sent later."
    case .reopened: "Your \(noun) waits in the outbox until you send or close it."
    case .editing, .held, .sending, .failed: "Your \(noun) is saved as a draft."
    }
  }

  /// The lines of the text; none if it is empty.
  public var lines: [String] {
    let text = draft.content.text
    return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The number of characters, as the server counts.
  public var characters: Int {
    Composer.characterCount(
      draft.content.text, contentWarning: draft.content.spoilerText, charactersPerURL: limits.charactersPerURL)
  }

  /// The number of characters that are left; negative if there are too many.
  public var charactersLeft: Int { limits.maxCharacters - characters }

  /// Whether nothing was written: no attachment, and no text except the mentions that a reply begins with.
  public var isBlank: Bool {
    let text = draft.content.text
    guard draft.content.files.isEmpty else { return false }
    return !text.contains { !$0.isWhitespace } || (isReply && Composer.isOnlyMentions(text))
  }

  /// Whether there is nothing to keep: nothing was written, or what was opened is unchanged and not on disk.
  public var isUntouched: Bool {
    switch storage {
    case .none, .unreadable: true
    case .saved, .notSaved, .notDeleted: isEmpty
    }
  }

  /// Whether neither text nor a poll nor a time was given.
  var isEmpty: Bool { isBlank && draft.content.poll == nil && draft.content.scheduledAt == nil }

  /// The error of a failed request, with the draft that keeps the text, or the text itself if it could not be saved.
  ///
  /// - Parameter isOpen: Whether the sheet is open.
  public func failure(_ error: AppError, isOpen: Bool) -> AppError {
    var parts = Self.isObvious(error) ? [] : [error.isQueued ? "\(error.suggestion)." : error.suggestion]
    // Where a text is written, a command has a slash.
    if isOpen, error.isQueued { parts = parts.map { $0.replacing(": outbox", with: ": /outbox") } }
    if self.error?.isAmbiguous == true, draft.triedAt != nil {
      parts.append("It may have been sent; check with profile @\(author.acct).")
    }
    if sentParts > 0 {
      parts.append("\(CountText.of(sentParts, "post")) of the thread \(sentParts == 1 ? "was" : "were") sent.")
    }
    let (files, uploaded) = (draft.content.files.count, draft.content.files.count { $0.mediaID != nil })
    if files > 1, uploaded > 0, uploaded < files, !isEdit {
      parts.append("\(uploaded) of \(files) attachments \(uploaded == 1 ? "was" : "were") uploaded.")
    }
    if let unsaved {
      parts.append("\(unsaved.message) \(unsaved.suggestion)")
    } else if !error.isQueued, storage != .none {
      parts.append("Your \(noun) is saved as a draft.")
      parts.append(isOpen ? "/send tries again." : "To continue: draft \(draft.id)")
    }
    // A command at the end of a hint is not run into the sentence that follows it.
    let sentences = parts.dropLast().map { part in
      part.isEmpty || [".", "!", "?"].contains(where: part.hasSuffix) ? part : "\(part)."
    }
    let failure = AppError.detailed(
      error, suggestion: (sentences + parts.suffix(1)).joined(separator: " "),
      data: [.init("draft", unsaved == nil && storage != .none ? .string(draft.id) : .null)]
        + (error.isQueued ? [AppError.queued] : []))
    guard sentParts > 0, !error.isQueued, error.cause != .cancelled else { return failure }
    return .partial(failure, left: [])
  }

  /// Whether the suggestion of an error says nothing that its message and the draft do not.
  private static func isObvious(_ error: AppError) -> Bool {
    switch error {
    case .network(.noConnection), .network(.connectionLost), .network(.timedOut), .network(.serverError), .cancelled:
      true
    default: false
    }
  }

  /// Why the draft is not on disk, with its text; `nil` if it is saved or nothing is written.
  public var unsaved: AppError? {
    guard let error = storage.error, !isUntouched else { return nil }
    return .unsaved(
      "Your \(noun) is not saved: \(error.message)", suggestion: error.suggestion, text: draft.content.text)
  }

  /// The warning that the draft could not be deleted although the post was sent or discarded, if so.
  public var deletionWarning: Toast? {
    guard let error = storage.error else { return nil }
    return Toast(.warning, StyledText("Could not delete the draft: \(error.message)"), hint: "drafts")
  }

  /// Why it cannot be sent as it is, if so.
  public var problem: AppError? {
    if isBlank {
      return .validation("The post is empty.", suggestion: "Type some text, then /send.")
    }
    guard charactersLeft < 0, parts == nil else { return problemOfDetails }
    return .validation(
      "The \(noun) is \(Composer.characterText(-charactersLeft)) too long.",
      suggestion: isEdit ? "Shorten it, then /send again." : "Shorten it, or split it with /thread; then /send again.")
  }
}

extension PostOptions {
  /// The changes, as part of a sentence: `setting the visibility`.
  var changeDescription: String {
    let parts = [
      contentWarning == nil ? nil : "content warning", visibility == nil ? nil : "visibility",
      language == nil ? nil : "language", sensitive == nil ? nil : "sensitive mark", poll == nil ? nil : "poll",
      quote == nil ? nil : "quoted post", quotePolicy == nil ? nil : "quote policy", scheduledAt == nil ? nil : "time",
      contentType == nil ? nil : "format",
    ]
    return "setting the \(parts.compactMap(\.self).joined(separator: ", "))"
  }
}

extension AppError {
  /// Whether a post may be on the server, and the error does not say so.
  fileprivate var isAmbiguous: Bool {
    switch cause {
    case .cancelled, .network(.connectionLost), .network(.timedOut): true
    case .network(.serverError(_, let code, _, _)): code >= 500 && ![501, 503].contains(code)
    default: false
    }
  }
}
