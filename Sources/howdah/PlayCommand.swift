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
    abstract: "Run session files in a fresh sandbox, and compare the output.",
    discussion: """
      Exit codes: 0 if each session matches the recording, 1 if one differs, 2 if a file is no session. \
      docs/sessions.md describes the format. `record FILE` at the prompt makes one.
      """)

  @Argument(
    help: ArgumentHelp("Sessions, such as first-look.session, or a folder of them.", valueName: "file"))
  var paths: [String]

  @Flag(help: "Write the present output into each file, except where a placeholder covers it.")
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
    if yes, account == nil { throw ValidationError("--yes needs --account.") }
    if Theme.named(theme) == nil {
      throw ValidationError("--theme takes one of: \(Theme.all.map(\.name).joined(separator: ", ")).")
    }
  }

  @MainActor
  mutating func run() async throws {
    do {
      let dependencies = try AppDependencies.live(
        environment: Surroundings.current().environment, zone: Surroundings.zone, input: .none)
      let files = dependencies.createUserFiles()
      let sessions = try self.sessions(files)
      if let format, let theme = Theme.named(theme) {
        guard sessions.count == 1 else {
          throw AppError.usage("A picture is made of one session.", suggestion: "Name one file.")
        }
        let recorded = try Transcript(file: Sanitizer.clean(sessions[0]), bytes: try await files.read(sessions[0]))
        let play = try await Playing.screenplayInSandbox(of: recorded, theme: theme)
        let picture =
          format == .cast
          ? Asciicast.text(of: play) : Picturing.svg(of: play, typed: recorded.typed, theme: theme)
        return StandardStreams.write(picture, to: 1)
      }
      var code = REPL.ExitCode.done
      var counts: [Outcome: Int] = [:]
      for session in sessions {
        let outcome: Outcome
        do { outcome = try await play(session, files, dependencies) } catch {
          // The others are played anyway.
          code = report(error)
          outcome = .refused
        }
        counts[outcome, default: 0] += 1
      }
      if sessions.count > 1 { StandardStreams.write(Self.sum(counts), to: 1) }
      if code == .done, counts[.different] != nil { code = .internal }
      if code != .done { StandardStreams.leave(code.rawValue) }
    } catch {
      StandardStreams.leave(report(error).rawValue)
    }
  }

  private enum Outcome: CaseIterable {
    case equal, updated, different, refused
  }

  /// The files, with those of a folder in its place.
  @MainActor
  private func sessions(_ files: UserFiles) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let names = try files.entries(path)?.map(\.name) else { return [path] }
      let found = names.filter { $0.hasSuffix(".session") && !$0.hasPrefix(".") }.sorted()
      guard !found.isEmpty else {
        throw AppError.notFound(
          "There are no sessions in \(Sanitizer.clean(path)).",
          suggestion: "Their names end in .session; name any other file itself.")
      }
      return found.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
  }

  @MainActor
  private func play(_ file: String, _ files: UserFiles, _ dependencies: AppDependencies) async throws -> Outcome {
    let name = Sanitizer.clean(file)
    let recorded = try Transcript(file: name, bytes: try await files.read(file))
    let played =
      if let account {
        try await Playing.play(recorded, as: account, sendsChanges: yes, dependencies)
      } else {
        try await Playing.playInSandbox(recorded)
      }
    let comparison = TranscriptComparison(of: recorded, with: played)
    guard !comparison.isEqual else {
      StandardStreams.write("\(name) matches the recording.\n", to: 1)
      return .equal
    }
    guard !update else {
      let text = Transcript(comparison.updated).recorded(anewBy: AppVersion.current).text
      try await files.write(file, Array(text.utf8))
      StandardStreams.write("Updated \(name).\n", to: 1)
      return .updated
    }
    // The file may be anybody's, and a difference may be one of control characters.
    StandardStreams.write(Sanitizer.spelled(comparison.unifiedDiff(old: name, new: "\(name) (played)")), to: 1)
    if let version = recorded.version, version != AppVersion.current {
      let words = "It was recorded with Howdah \(Sanitizer.clean(version)); this is \(AppVersion.current)."
      StandardStreams.write("\(words) To record it again: howdah play \(name) --update\n", to: 2)
    }
    return .different
  }

  @MainActor
  private func report(_ error: any Error) -> REPL.ExitCode {
    let failure = AppError(error)
    StandardStreams.report(failure, isJSON: false)
    return REPL.ExitCode(failure)
  }

  /// The summary of all results: `61 sessions: 60 match the recording, 1 differs.`.
  private static func sum(_ counts: [Outcome: Int]) -> String {
    let parts = Outcome.allCases.compactMap { outcome -> String? in
      guard let count = counts[outcome] else { return nil }
      let words =
        switch outcome {
        case .equal: count == 1 ? "matches the recording" : "match the recording"
        case .updated: count == 1 ? "was updated" : "were updated"
        case .different: count == 1 ? "differs" : "differ"
        case .refused: "cannot be played"
        }
      return "\(count) \(words)"
    }
    return "\(counts.values.reduce(0, +)) sessions: \(parts.joined(separator: ", ")).\n"
  }
}

/// The forms in which a session can be drawn.
enum PlayFormat: String, ExpressibleByArgument, CaseIterable {
  case svg, cast
}

extension Transcript {
  /// Reads the content of a file.
  ///
  /// - Throws: ``AppError`` if it is not a session.
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
