import AppEnvironment
import ArgumentParser
import FeatureKit
import PushNotifications
import REPL
import TerminalKit
import TranscriptKit

/// `howdah play`: runs a session file and compares what is printed with what is in the file.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah play",
    abstract: "Run a session file in a fresh sandbox, and compare.",
    discussion: """
      Exit codes: 0 if the session goes as recorded, 1 if it differs, 2 if the file is no session. docs/sessions.md describes the \
      format. `record FILE` at the prompt makes one.
      """)

  @Argument(help: ArgumentHelp("The session, such as first-look.session.", valueName: "file"))
  var file: String

  @Flag(help: "Write what is printed now into the file, except where a placeholder covers it.")
  var update = false

  @MainActor
  mutating func run() async throws {
    do {
      let name = Sanitizer.clean(file)
      let surroundings = Surroundings.current()
      let dependencies = try AppDependencies.live(
        environment: surroundings.environment, utcOffsetMinutes: surroundings.utcOffsetMinutes, input: .none,
        isSingleCommand: true)
      let files = dependencies.createUserFiles()
      let recorded = try Transcript(file: name, bytes: try await files.read(file))
      let comparison = TranscriptComparison(of: recorded, with: try await Playing.playInSandbox(recorded))
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
