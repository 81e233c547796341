import FeatureKit
import TerminalKit

/// What is put to the person.
extension Interpreter {
  /// Waits for the person's answer and for what may come from elsewhere, and goes on with what is there first.
  func race(
    _ question: Question, _ elsewhere: @escaping @MainActor @Sendable () async throws -> Response
  ) async throws -> Response {
    enum Event {
      case answer(String?)
      case elsewhere(Result<Response, any Error>)
    }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let asking = Task<Void, Never> { [output] in
      continuation.yield(.answer(await output.ask(question.prompt, question.isSecret)))
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
    for await event in events {
      switch event {
      case .answer(nil): continue  // Nobody is there to answer: the other way is left.
      case .answer(""?): throw AppError.cancelled
      case .answer(let answer?):
        waiting.cancel()
        return try await question.answer(answer)
      case .elsewhere(let result):
        asking.cancel()
        // Until the question has left the terminal.
        await asking.value
        return try result.get()
      }
    }
    throw AppError.cancelled
  }

  func isConfirmed(_ confirmation: Confirmation) async throws -> Bool {
    if assumesYes { return true }
    let question = confirmation.question
    // While a person thinks, nothing is slow.
    notice?.cancel()
    var prompt = "\(question) [y/N]"
    if prompt.displayWidth + 2 > width {
      output.write(render(StyledText(question, .warning)))
      prompt = "[y/N]"
    }
    guard let answer = await output.ask(prompt, false) else {
      if let declined = confirmation.declined { note(declined.text) }
      throw AppError.usage("Needs confirmation.", suggestion: "Add --yes.")
    }
    return ["y", "yes"].contains(answer.lowercased())
  }
}
