import FeatureKit
import TerminalKit

extension Invocation {
  /// Asks a question and returns the response that follows from the answer.
  func answer(to question: Question) async throws -> Response {
    if let introduction = question.introduction { show(introduction) }
    cancelNotice()
    if let elsewhere = question.elsewhere { return try await race(question, elsewhere) }
    let answer = await ask(question.prompt, isSecret: question.isSecret, isOpen: true)
    guard let answer else { throw unanswered(question) }
    guard !answer.isEmpty else { throw AppError.cancelled }
    return try await question.answer(answer)
  }

  /// The error for a question that was put to nobody.
  private func unanswered(_ question: Question) -> AppError {
    if isInBackground {
      return .usage(
        "Needs an answer: “\(question.prompt)”, and a background job can't ask.",
        suggestion: "Run the command in the foreground.")
    }
    return .usage(
      "Needs an answer: “\(question.prompt)”, and standard input is not a terminal.",
      suggestion: question.isSecret
        ? "Give it on standard input, or run the command in a terminal." : "Run the command in a terminal.")
  }

  /// Lets the user edit a text and returns the response that follows from it.
  func result(of edit: TextEdit) async throws -> Response {
    if let prompt = edit.prompt {
      cancelNotice()
      guard let line = try await output.editLine(prompt, edit.text) else {
        return .toast(Toast(.information, "Nothing was changed."))
      }
      return try await edit.finish(line)
    }
    // The user takes the time, not the server.
    cancelNotice()
    stopDeadline()
    let text = try await output.edit(edit.text)
    startDeadline()
    return try await edit.finish(text)
  }

  /// Waits for the user's answer and for a response from elsewhere, such as a browser; the first one counts.
  private func race(
    _ question: Question, _ elsewhere: @escaping @MainActor @Sendable () async throws -> Response
  ) async throws -> Response {
    enum Event {
      case answer(String?)
      case elsewhere(Result<Response, any Error>)
    }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let asking = Task<Void, Never> {
      continuation.yield(.answer(await ask(question.prompt, isSecret: question.isSecret, isOpen: true)))
    }
    let waiting = Task {
      do {
        continuation.yield(.elsewhere(.success(try await elsewhere())))
      } catch {
        continuation.yield(.elsewhere(.failure(error)))
      }
    }
    defer {
      asking.cancel()
      waiting.cancel()
    }
    var isAnswerable = true
    for await event in events {
      switch event {
      // No terminal: only the other response can come.
      case .answer(nil): isAnswerable = false
      case .answer(""?): throw AppError.cancelled
      case .answer(let answer?):
        waiting.cancel()
        return try await question.answer(answer)
      case .elsewhere(let result):
        asking.cancel()
        // Nothing is printed until the question is off the terminal.
        await asking.value
        if !isAnswerable, !Task.isCancelled, case .failure(let error) = result, AppError(error) == .cancelled {
          throw unanswered(question)
        }
        return try result.get()
      }
    }
    throw AppError.cancelled
  }

  /// Whether the user, or `--yes`, confirms.
  ///
  /// - Parameter isPrivate: Whether the question quotes what a record must not have.
  func isConfirmed(_ confirmation: Confirmation, isPrivate: Bool = false) async throws -> Bool {
    if mode.assumesYes { return true }
    guard output.canAsk() else { throw unconfirmed(confirmation) }
    let question = (current?.acting.map { "As @\($0.account): " } ?? "") + confirmation.question
    // The user takes the time, not the server.
    cancelNotice()
    var prompt = "\(question) [y/N]"
    // JSON is nothing but what was asked for.
    if prompt.displayWidth + 2 > width, mode.style.format != .json {
      put(isQuestion: true) {
        $1 && (isPrivate || isAboutPrivatePost) ? Mask.post + "\n" : $0.render(StyledText(question, .warning)) + "\n"
      }
      prompt = "[y/N]"
    }
    guard let answer = await ask(prompt, isSecret: false, isOpen: false, isPrivate: isPrivate) else {
      throw unconfirmed(confirmation)
    }
    let word = answer.lowercased()
    // A user who typed a command has not seen that a question was open.
    if !Self.isYesOrNo(answer), !isPrivate {
      var note = Note(StyledText("“\(Sanitizer.clean(String(answer.prefix(40))))” was taken as no."))
      note.audience = .limited
      self.note(note)
    }
    return ["y", "yes"].contains(word)
  }

  /// The error for a question that nobody can answer: the question itself, and how to answer it beforehand.
  private func unconfirmed(_ confirmation: Confirmation) -> AppError {
    if let error = confirmation.unanswered { return error }
    if let declined = confirmation.declined { note(Note(declined.text)) }
    return .usage(
      "Needs confirmation: \(confirmation.question)",
      suggestion: mode.isRequested ? "A plugin asked for it: confirm it in a terminal." : "Add --yes.")
  }

  /// Says that nothing was done after a no.
  ///
  /// A script must not take that for success, so there it has the exit code of a question that nobody could answer.
  func decline(_ toast: Toast?) async throws -> Verdict {
    current?.isDeclined = true
    let toast = toast ?? Toast(.information, "Nothing was changed.")
    guard isScripted || source == .shell else { return try await carryOut(.toast(toast)) }
    note(Note(toast.text))
    return Verdict(failure: .usage(toast.text.plain, suggestion: "Add --yes."))
  }
}
