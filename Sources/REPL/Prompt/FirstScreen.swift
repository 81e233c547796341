import FeatureKit
import TerminalKit

/// The first screen of a prompt, which loads while the user may already type.
@MainActor
final class FirstScreen {
  let task: Task<Void, Never>
  var state = State.loading

  enum State {
    case loading
    /// A command has run before it was there: a line tells when it is.
    case overtaken
    /// It was printed, or a line in its place.
    case over
  }

  init(task: Task<Void, Never>) { self.task = task }
}

extension Invocation {
  /// Whether this is a prompt, where a user sees what was printed before.
  var isPrompt: Bool { interpreter.isPrompt || job != nil }

  /// Decides what comes first: the first screen, if a command is about what has a number there, else the command.
  ///
  /// A screen that the user did not wait for must not come between them and what they have typed since.
  func meetFirstScreen(before command: Command) async -> Verdict {
    guard let firstScreen = state.firstScreen, firstScreen.state == .loading else { return Verdict() }
    guard isAboutNumbers(command) else {
      firstScreen.state = .overtaken
      forgetNumbers()
      return Verdict()
    }
    let notice = noticeIfSlow()
    defer { notice.cancel() }
    defer { reading.forgetCatalog() }
    return await stoppable {
      await firstScreen.task.value
      try Task.checkCancellation()
      return Verdict()
    }
  }

  /// Whether a command names what has a number on the screen, or leads to another page of it.
  private func isAboutNumbers(_ command: Command) -> Bool {
    if PageTurn(command.verb) != nil { return true }
    let isNumber = { (word: String) in ReferenceSyntax.numbers(word) != nil }
    let commands = plainCatalog
    guard let verb = commands.verb(named: Self.withoutSlash(command.verb)) else { return isNumber(command.verb) }
    guard verb.parameters.contains(where: \.isNumbered) else { return false }
    var cursor = ArgumentCursor(grammar(of: verb))
    return command.arguments.words.contains { word in
      if case .text = cursor.role(of: word) { return false }
      return !word.isQuoted && isNumber(word.text)
    }
  }

  /// The text about a first screen that the user did not wait for.
  static func line(aboutLate screen: Screen) -> Note {
    let label = screen.label()
    let name = label.prefix(1).uppercased() + label.dropFirst()
    let way = StyledText(" · \(label)", .hint)
    if let failure = screen.failure() {
      return Note(StyledText("\(name) could not be loaded: \(failure.message)", .warning) + way)
    }
    return Note(StyledText("\(name) has loaded", .secondary) + way)
  }
}

extension ParameterDescription {
  fileprivate var isNumbered: Bool {
    switch form {
    case .reference, .phrase: true
    default: false
    }
  }
}
