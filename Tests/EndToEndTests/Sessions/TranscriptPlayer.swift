import AppCoordinator
import AppEnvironment
import FeatureKit
import Synchronization
import TerminalKit

@testable import REPL
@testable import howdah

/// Types a session's lines into an app that starts from fixtures, and writes down what it answers.
@MainActor
final class TranscriptPlayer {
  private let transcript: Transcript
  private var typed: ArraySlice<String>
  private var answer = ""
  private var unanswered: [String] = []

  private init(_ transcript: Transcript) {
    self.transcript = transcript
    typed = transcript.typed[...]
  }

  /// The session as it goes now.
  static func play(_ transcript: Transcript) async throws -> String {
    try await TranscriptPlayer(transcript).play()
  }

  private func play() async throws -> String {
    var dependencies = AppDependencies.fixtures.still()
    let ids = Counter()
    dependencies.makeID = { ids.next() }
    // Every command takes as long, wherever it runs.
    let looks = Mutex(0)
    dependencies.uptime = {
      looks.withLock { looks in
        looks += 1
        return .milliseconds(12 * looks)
      }
    }
    // As many posts as the prompt shows on a terminal of 24 rows.
    let app = try AppCoordinator(
      dependencies: dependencies, choice: RunChoice(isConversation: true, pageSize: 5))
    let host = Host(app)
    let interpreter = Interpreter(host: host, output: output)
    let notes = Task { for await note in host.notes { answer += interpreter.render(note) } }
    defer { notes.cancel() }

    var text = transcript.header.map { "\($0)\n" }.joined() + "\n"
    if let start = transcript.start {
      text += "$ \(start)\n"
      if !start.contains("<") {
        await interpreter.open()
        text += taken()
      } else {
        text += "\n"
      }
    }
    while let line = typed.popFirst() {
      let prompt = host.screen().textInput.map { $0.prompt() + " " } ?? Transcript.prompt
      let verdict = await interpreter.run(line: line)
      // What was posted while the command ran is printed before the next prompt. A note is read off the main actor and printed
      // on it, so both are given their turns.
      for _ in 0..<20 {
        await Task.detached(priority: Task.currentPriority) {}.value
        await Task.yield()
      }
      text += "\(prompt)\(line)".trimmed + "\n" + taken()
      if verdict.leaves { break }
    }
    await app.shutdown()
    guard typed.isEmpty else { throw Problem("\(transcript.name) goes on after it was left: \(Array(typed))") }
    guard unanswered.isEmpty else { throw Problem("\(transcript.name) leaves a question open: \(unanswered)") }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  /// What was answered, and a blank line behind it.
  private func taken() -> String {
    defer { answer = "" }
    return answer.isEmpty ? "" : answer + "\n"
  }

  private var output: Output {
    let start = transcript.start ?? ""
    let format: Renderer.Format =
      start.contains("--json") ? .json : start.contains("--plain") ? .spoken : .plain
    return Output(
      style: Output.Style(format: format, colors: .none, showsHints: format != .json, hasHyperlinks: false),
      terminalWidth: { Self.width(in: start) },
      // How long a busy machine takes is no part of a session.
      write: { [unowned self] in if !$0.hasPrefix("Still waiting.") { answer += $0 } },
      writeError: { [unowned self] in answer += $0 },
      ask: { [unowned self] prompt, _ in ask(prompt) })
  }

  private func ask(_ prompt: String) -> String? {
    guard let line = typed.popFirst() else {
      unanswered.append(prompt)
      return nil
    }
    answer += "\(Transcript.answer)\(prompt): \(line)\n"
    return line
  }

  private nonisolated static func width(in start: String) -> Int {
    let words = start.split(separator: " ")
    guard let index = words.firstIndex(of: "--width"), index + 1 < words.endIndex else { return 80 }
    return Int(words[index + 1]) ?? 80
  }
}

/// Ids that differ and are the same in every run.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let digits = String(number)
    return "01JD7M3ZV5D2H6QK8XW" + String(repeating: "0", count: 7 - digits.count) + digits
  }
}

extension String {
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
