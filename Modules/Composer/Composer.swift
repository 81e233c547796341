public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// A sheet for writing: what it holds, what can be done there, how it looks.
///
/// Plain lines are the text; lines that begin with `/` are the sheet's verbs. Every change is on disk before the next
/// prompt, so a failed send, Ctrl-C and a killed process lose nothing.
public enum Composer {
  /// Everything the sheet shows.
  public struct State: Hashable, Sendable {
    /// What is written so far, with the id that is its `Idempotency-Key`.
    public var draft: Draft
    /// Who writes it.
    public var author: Account
    /// What the server allows.
    public var limits: Limits
    /// Where it is on its way out.
    public var phase: Phase
    /// Whether it was begun earlier and kept.
    public var isResumed: Bool
    /// Why the draft is not on disk, if it is not.
    public var unkept: AppError?
    /// Whether the last try was stopped when the server might have had it already.
    public var mayBeSent = false

    /// Makes a state.
    public init(
      draft: Draft, author: Account, limits: Limits, phase: Phase = .editing, isResumed: Bool = false,
      unkept: AppError? = nil
    ) {
      self.draft = draft
      self.author = author
      self.limits = limits
      self.phase = phase
      self.isResumed = isResumed
      self.unkept = unkept
    }

    /// Where a draft can be on its way out.
    public enum Phase: Hashable, Sendable {
      /// It is being written.
      case editing
      /// It is on its way.
      case sending
      /// It did not get through and is still here.
      case failed(AppError)
    }
  }

  /// How long a status may be, as the server counts.
  public struct Limits: Hashable, Sendable {
    /// How many characters text and content warning may have together.
    public var maxCharacters: Int
    /// How many characters a link counts for, however long it is.
    public var charactersPerURL: Int
    /// How many files may go along.
    public var maxFiles: Int

    /// Makes limits.
    public init(maxCharacters: Int, charactersPerURL: Int, maxFiles: Int = 4) {
      self.maxFiles = maxFiles
      self.maxCharacters = maxCharacters
      self.charactersPerURL = charactersPerURL
    }

    /// Takes a server's limits.
    public init(_ configuration: Instance.Configuration) {
      self.init(
        maxCharacters: configuration.maxCharacters, charactersPerURL: configuration.charactersReservedPerURL,
        maxFiles: configuration.maxMediaAttachments)
    }
  }

  /// How a composer is opened.
  public enum Mode: Hashable, Sendable {
    /// On an empty page.
    case new
    /// On an answer to this status; a kept answer to it is taken up again.
    case reply(Status)
    /// On an answer to a status that cannot be seen yet; its names are filled in before it is sent.
    case answer(Status.ID)
    /// On a kept draft.
    case draft(Draft)
  }

  /// What the server may have to be asked before a draft goes out; nothing of it keeps anybody from writing.
  @MainActor
  public struct Acquaintance {
    /// Finds the status that is answered.
    public var status: (Status.ID) async throws -> Status
    /// Who writes and what the server allows, as far as it says so.
    public var author: () async -> (account: Account, limits: Limits)
    /// Finds the account that a handle, without its first `@`, mentions.
    public var account: (_ handle: String) async throws -> Account

    /// Makes an acquaintance from its parts.
    public init(
      status: @escaping (Status.ID) async throws -> Status,
      author: @escaping () async -> (account: Account, limits: Limits),
      account: @escaping (_ handle: String) async throws -> Account
    ) {
      self.account = account
      self.status = status
      self.author = author
    }
  }

  /// What is said about a post beside its text.
  public typealias Options = PostOptions

  /// Everything the sheet can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Adds a line to the text.
    public var append: (String) -> Void
    /// Puts other words in place of a line, counted from 1.
    public var changeLine: (Int, String) throws -> Void
    /// Takes a line away, the last one unless a number is given; answers with its words.
    public var removeLine: (Int?) throws -> String
    /// Takes the last change back and says which it was.
    public var undo: () throws -> String
    /// The files that go along.
    public var files: FileAction
    /// Says what the post says beside its text.
    public var set: (Options) -> Void
    /// Sends the post and leaves the sheet; the draft stays if that fails.
    public var send: () async throws -> Status
    /// Leaves the sheet and forgets the draft.
    public var discard: () throws -> Void
    /// Leaves the sheet and keeps the draft, if anything is written; stays where it cannot be saved.
    public var close: () throws -> Void

    /// Makes an action from its parts.
    public init(
      append: @escaping (String) -> Void, changeLine: @escaping (Int, String) throws -> Void,
      removeLine: @escaping (Int?) throws -> String, undo: @escaping () throws -> String, files: FileAction,
      set: @escaping (Options) -> Void,
      send: @escaping () async throws -> Status, discard: @escaping () throws -> Void,
      close: @escaping () throws -> Void
    ) {
      self.append = append
      self.changeLine = changeLine
      self.removeLine = removeLine
      self.undo = undo
      self.files = files
      self.set = set
      self.send = send
      self.discard = discard
      self.close = close
    }
  }

  /// Everything that the verbs outside the sheet can ask for.
  @MainActor
  public struct GlobalAction {
    /// Opens the sheet on an empty page.
    public var compose: (Options) async throws -> Void
    /// Sends a post at once; it is kept as a draft if that fails.
    public var send: (String, Options) async throws -> Status
    /// Reads the kept drafts, the last changed first.
    public var drafts: () throws -> [Draft]
    /// Opens the sheet on a kept draft.
    public var resume: (Draft.ID) throws -> Void
    /// Forgets a kept draft.
    public var forget: (Draft.ID) throws -> Void

    /// Makes an action from its parts.
    public init(
      compose: @escaping (Options) async throws -> Void, send: @escaping (String, Options) async throws -> Status,
      drafts: @escaping () throws -> [Draft], resume: @escaping (Draft.ID) throws -> Void,
      forget: @escaping (Draft.ID) throws -> Void
    ) {
      self.compose = compose
      self.send = send
      self.drafts = drafts
      self.resume = resume
      self.forget = forget
    }
  }
}

extension Composer.State {
  /// Whether it answers a status.
  public var isReply: Bool { draft.content.inReplyToID != nil }

  /// What it is called in sentences: `reply` or `post`.
  public var noun: String { isReply ? "reply" : "post" }

  /// The text line by line; none while nothing is written.
  public var lines: [String] {
    let text = draft.content.text
    return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// How many characters there are, as the server counts.
  public var characters: Int {
    Composer.characterCount(
      draft.content.text, contentWarning: draft.content.spoilerText, charactersPerURL: limits.charactersPerURL)
  }

  /// How many characters are left; negative when there are too many.
  public var charactersLeft: Int { limits.maxCharacters - characters }

  /// Whether nothing was written: no text beyond the mentions that a reply begins with.
  public var isBlank: Bool {
    let text = draft.content.text
    guard draft.content.files.isEmpty else { return false }
    return !text.contains { !$0.isWhitespace } || (isReply && Composer.isOnlyMentions(text))
  }

  /// Tells whether the text is kept as a draft; where the disk did not take it, why not, with the text to copy.
  public func keptToast(hint: String) -> Toast {
    let doubt = "It may have been sent; check with profile @\(author.acct)."
    guard let unsaved else {
      return Toast(
        .information, StyledText("Your \(noun) is saved as a draft.\(mayBeSent ? " " + doubt : "")"), hint: hint)
    }
    return Toast(
      .warning, StyledText("\(mayBeSent ? doubt + "\n" : "")\(unsaved.words) \(unsaved.suggestion)"))
  }

  /// Why the text is not on disk, with the text itself; `nil` where it is saved or nothing is written.
  public var unsaved: AppError? {
    guard let unkept, !isBlank else { return nil }
    return .unsaved(
      "Your \(noun) is not saved: \(unkept.words)", suggestion: unkept.suggestion, text: draft.content.text)
  }

  /// Warns that the draft could not be deleted although the post was sent or discarded; `nil` where it was.
  public var leftBehind: Toast? {
    guard let unkept else { return nil }
    return Toast(.warning, StyledText("Could not delete the draft: \(unkept.words)"), hint: "drafts")
  }

  /// Why it cannot be sent as it is, if so.
  public var objection: AppError? {
    if isBlank {
      return .validation("The post is empty.", suggestion: "Type some text, then /send.")
    }
    guard charactersLeft < 0 else { return nil }
    return .validation(
      "The \(noun) is \(Composer.characterWords(-charactersLeft)) too long.",
      suggestion: "Shorten it, then /send again.")
  }
}

extension PostOptions {
  /// What they change, as part of a sentence.
  var words: String {
    let parts = [
      contentWarning == nil ? nil : "content warning", visibility == nil ? nil : "visibility",
      language == nil ? nil : "language",
      sensitive == nil ? nil : "sensitive mark",
    ]
    return "setting the \(parts.compactMap(\.self).joined(separator: ", "))"
  }
}
