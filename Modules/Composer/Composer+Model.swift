public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
import TerminalKit

extension Composer {
  /// Owns one draft from its first word until it is sent, discarded or left, and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the sheet shows.
    public private(set) var state: State
    @ObservationIgnored private let publishing: PublishingService
    @ObservationIgnored private let drafts: DraftService
    @ObservationIgnored private let makeID: () -> String
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private let original: Draft

    /// Opens a composer.
    ///
    /// - Parameters:
    ///   - mode: What it is opened on.
    ///   - account: The account that writes, as `user@host`; drafts are kept for it.
    ///   - author: The account that writes, with its posting defaults.
    ///   - limits: What its server allows.
    ///   - publishing: Sends.
    ///   - drafts: Keeps drafts.
    ///   - makeID: Makes the id of a new draft: letters and digits, so that it can be typed where a number can.
    ///   - now: The time, to say when the draft was last changed.
    public init(
      mode: Mode, account: String, author: Account, limits: Limits, publishing: PublishingService,
      drafts: DraftService, makeID: @escaping () -> String, now: @escaping () -> Date
    ) {
      self.publishing = publishing
      self.drafts = drafts
      self.makeID = makeID
      self.now = now
      var unkept: AppError?
      var kept: Draft?
      let fresh: Draft
      switch mode {
      case .new:
        fresh = Draft(id: makeID(), account: account, content: Composer.post(by: author), updatedAt: now())
      case .reply(let status):
        fresh = Draft(
          id: makeID(), account: account, content: Composer.reply(to: status, by: author),
          replyingTo: Composer.summary(of: status), updatedAt: now())
        do {
          kept = try drafts.all().first { $0.account == account && $0.content.inReplyToID == status.displayed.id }
        } catch {
          unkept = AppError(error)
        }
      case .draft(let draft):
        fresh = draft
        kept = draft
      }
      original = fresh
      state = State(draft: kept ?? fresh, author: author, limits: limits, isResumed: kept != nil, unkept: unkept)
    }

    /// Takes the server's limits, which may come later than the first word.
    public func setLimits(_ limits: Limits) { state.limits = limits }

    /// Adds a line to the text; it is on disk when this returns.
    public func append(_ line: String) {
      let isReply = state.isReply
      change { $0.text = Composer.appending(line, to: $0.text, isReply: isReply) }
    }

    /// Puts other words in place of a line, counted from 1.
    public func changeLine(_ number: Int, to words: String) throws {
      var lines = state.lines
      try insist(on: number, in: lines)
      lines[number - 1] = words
      change { $0.text = lines.joined(separator: "\n") }
    }

    /// Takes a line away, the last one unless a number is given, and answers with its words.
    ///
    /// Of a reply's only line the mentions stay, until they are all that is there.
    public func removeLine(_ number: Int? = nil) throws -> String {
      var lines = state.lines
      let number = number ?? lines.count
      guard !lines.isEmpty else {
        throw AppError.validation("There is no line to remove.", suggestion: "Type some text.")
      }
      try insist(on: number, in: lines)
      var removed = lines.remove(at: number - 1)
      let mentions = state.isReply && number == 1 ? Composer.openingMentions(removed) : ""
      if !mentions.isEmpty, mentions != removed {
        removed.removeFirst(mentions.count)
        lines.insert(mentions, at: 0)
      }
      change { $0.text = lines.joined(separator: "\n") }
      return removed
    }

    private func insist(on number: Int, in lines: [String]) throws {
      guard lines.indices.contains(number - 1) else {
        throw AppError.validation(
          "There is no line \(number).",
          suggestion: lines.isEmpty ? "Nothing is written yet." : "The lines go from 1 to \(lines.count).")
      }
    }

    /// Says what the post says beside its text.
    public func set(_ options: Options) {
      change {
        if let contentWarning = options.contentWarning { $0.spoilerText = contentWarning }
        if let visibility = options.visibility { $0.visibility = visibility }
        if let language = options.language { $0.language = language.code }
      }
    }

    /// Sends the draft and forgets it; what is written stays if that fails, for another try with the same key.
    ///
    /// - throws: ``AppError``, also for a text that is empty or too long.
    public func send() async throws -> Status {
      guard state.phase != .sending else {
        throw AppError.validation("The \(state.noun) is on its way already.", suggestion: "Wait for the answer.")
      }
      if let objection = state.objection { throw objection }
      keep()
      state.phase = .sending
      do {
        var content = state.draft.content
        content.text = String(Composer.trimmed(content.text))
        let status = try await publishing.publish(content, state.draft.id)
        state.phase = .editing
        forget()
        return status
      } catch {
        let error = AppError(error)
        state.phase = .failed(error)
        throw error
      }
    }

    /// Sends a text without the sheet, such as that of `reply 3 thanks!`.
    ///
    /// A kept reply to the same status is left alone; this text becomes a draft of its own if it does not get through.
    ///
    /// - throws: ``AppError``
    public func send(_ text: String, options: Options = Options()) async throws -> Status {
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw AppError.validation("There is nothing to send.", suggestion: "Give the text behind the verb.")
      }
      if state.isResumed {
        state.draft = original
        state.isResumed = false
      }
      append(text)
      set(options)
      adoptTwin()
      return try await send()
    }

    /// Goes on with the draft of the same words that did not get through before, so that `retry` cannot post twice and
    /// leaves no draft behind.
    private func adoptTwin() {
      do {
        let twin = try drafts.all().first {
          $0.id != state.draft.id && $0.account == state.draft.account && $0.content == state.draft.content
        }
        guard let twin else { return }
        forget()
        state.draft = twin
      } catch {
        state.unkept = AppError(error)
      }
    }

    /// Forgets what is written.
    public func discard() throws { try drafts.delete(state.draft.id) }

    /// Keeps what is written, or forgets the draft if nothing is.
    public func close() {
      if state.isBlank { forget() } else { keep() }
    }

    private func change(_ edit: (inout StatusDraft) -> Void) {
      if case .failed = state.phase {
        // The failed try may have arrived after all. The same key would then answer with that post and drop what is
        // changed now; a post that says something else is another post.
        state.phase = .editing
        forget()
        state.draft.id = makeID()
      }
      edit(&state.draft.content)
      state.draft.updatedAt = now()
      keep()
    }

    private func keep() {
      do {
        try drafts.save(state.draft)
        state.unkept = nil
      } catch {
        state.unkept = AppError(error)
      }
    }

    private func forget() {
      do {
        try drafts.delete(state.draft.id)
      } catch {
        state.unkept = AppError(error)
      }
    }
  }
}

extension Composer.Action {
  /// Wires the sheet to its model; what is left to the root is what follows.
  ///
  /// - Parameters:
  ///   - model: The draft's owner.
  ///   - sent: The post is out: leave the sheet, show the post where it belongs.
  ///   - leave: Leave the sheet.
  ///   - say: Say something beside a verb's answer, such as that the draft is kept although it was not sent.
  public init(
    model: Composer.Model, sent: @escaping @MainActor (Status) -> Void, leave: @escaping @MainActor () -> Void,
    say: @escaping @MainActor (Toast) -> Void
  ) {
    let warn = {
      guard let error = model.state.unkept else { return }
      say(Toast(.warning, StyledText("The draft could not be kept on disk: \(error.words)")))
    }
    self.init(
      append: { line in
        model.append(line)
        warn()
      },
      changeLine: { number, words in
        try model.changeLine(number, to: words)
        warn()
      },
      removeLine: { number in
        let words = try model.removeLine(number)
        warn()
        return words
      },
      set: { options in
        model.set(options)
        warn()
      },
      send: {
        do {
          let status = try await model.send()
          sent(status)
          return status
        } catch {
          if case .failed = model.state.phase, model.state.unkept == nil {
            say(Toast(.information, StyledText("Your \(model.state.noun) is kept."), hint: "/send"))
          }
          throw error
        }
      },
      discard: {
        try model.discard()
        leave()
      },
      close: {
        model.close()
        leave()
      })
  }
}
