import AppEnvironment
import ArgumentParser
import FeatureKit
import PushNotifications
import REPL
import ScreenKit
import TerminalKit
import TranscriptKit

/// `howdah play`: runs a session file and compares what is printed with what is in the file.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah play",
    abstract: "Run a session file in a fresh sandbox, and compare with what it says.",
    discussion: """
      Exit codes: 0 if the session goes as recorded, 1 if it differs, 2 if the file is no session. docs/sessions.md describes the \
      format. `record FILE` at the prompt makes one.
      """)

  @Argument(help: ArgumentHelp("The session, such as first-look.session.", valueName: "file"))
  var file: String

  @Flag(help: "Write what is printed now into the file, except where a placeholder covers it.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "Play as this account of yours; requests that would change something are listed and not sent.",
      valueName: "user@host"))
  var account: String?

  @Flag(help: "With --account: send changes too.")
  var yes = false

  @Option(help: "Print a picture in place of comparing: svg, which moves, or cast, for asciinema.")
  var format: PlayFormat?

  @Option(help: "The theme of a picture; day is for light pages.")
  var theme = "dusk"

  func validate() throws {
    if format != nil, update { throw ValidationError("--format and --update can't be combined.") }
    if format != nil, account != nil { throw ValidationError("A picture is drawn in the sandbox only.") }
    if yes, account == nil { throw ValidationError("--yes goes with --account.") }
    if Theme.named(theme) == nil {
      throw ValidationError("--theme takes one of: \(Theme.all.map(\.name).joined(separator: ", ")).")
    }
  }

  @MainActor
  mutating func run() async throws {
    do {
      let name = Sanitizer.clean(file)
      let surroundings = Surroundings.current()
      let dependencies = try AppDependencies.live(
        environment: surroundings.environment, utcOffsetMinutes: Surroundings.utcOffsetMinutes, input: .none,
        isSingleCommand: true)
      let files = dependencies.createUserFiles()
      let recorded = try Transcript(file: name, bytes: try await files.read(file))
      if let format, let theme = Theme.named(theme) {
        let play = try await Playing.screenplayInSandbox(of: recorded, theme: theme)
        let picture =
          format == .cast
          ? Asciicast.text(of: play) : Picturing.svg(of: play, typed: recorded.typed, theme: theme)
        return StandardStreams.write(picture, to: 1)
      }
      let played =
        if let account {
          try await Playing.play(recorded, as: account, sendsChanges: yes, dependencies)
        } else {
          try await Playing.playInSandbox(recorded)
        }
      let comparison = TranscriptComparison(of: recorded, with: played)
      if comparison.isEqual {
        StandardStreams.write("\(name) goes as recorded.\n", to: 1)
      } else if update {
        try files.write(file, Array(comparison.updated.utf8))
        StandardStreams.write("Updated \(name).\n", to: 1)
      } else {
        StandardStreams.write(comparison.unifiedDiff(old: name, new: "\(name) (played)"), to: 1)
        StandardStreams.leave(1)
      }
    } catch {
      let failure = AppError(error)
      StandardStreams.write("! \(failure.message)\n  \(failure.suggestion)\n", to: 2)
      StandardStreams.leave(REPL.ExitCode(failure).rawValue)
    }
  }
}

/// The forms in which a session can be drawn.
enum PlayFormat: String, ExpressibleByArgument, CaseIterable {
  case svg, cast
}

extension Transcript {
  /// Reads the content of a file.
  ///
  /// - Throws: ``AppError`` if it is no session.
  init(file: String, bytes: [UInt8]) throws {
    do throws(TranscriptMistake) {
      try self.init(bytes: bytes)
    } catch {
      let message =
        switch error {
        case .tooLarge: "\(file) is larger than \(Self.maximumSize >> 20) MB."
        case .notText: "\(file) is not text in UTF-8."
        case .nothingTyped: "Nothing is typed in \(file)."
        }
      throw AppError.usage(message, suggestion: "docs/sessions.md describes the format.")
    }
  }
}
