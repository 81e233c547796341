import AppCoordinator
import AppEnvironment
import ArgumentParser
import FeatureKit
import PushNotifications
import REPL
import TerminalKit

/// `howdah __complete`: what the scripts of `howdah completion` ask at each Tab.
///
/// What goes wrong costs the completion and prints nothing, because the user is typing.
@MainActor
struct CompletionRun {
  /// The shell, then the words before the cursor and the one at it; for bash its line and the part that bash replaces.
  let arguments: [String]

  func run() async -> Never {
    if let lines = await lines() { StandardStreams.write(lines, to: 1) }
    StandardStreams.leave(REPL.ExitCode.done.rawValue)
  }

  private func lines() async -> String? {
    guard arguments.count > 1, let shell = arguments.first else { return nil }
    var words = Array(arguments.dropFirst())
    if shell == "bash" {
      let (line, source, _) = ShellWords.split(arguments[1])
      guard arguments.count == 3, line.count > 1 else { return nil }
      words = Array(line.dropFirst())
      return await answer(words).map { $0.lines(bash: source, end: arguments[2]) }
    }
    return await answer(words)?.lines
  }

  private func answer(_ words: [String]) async -> ShellCompletion.Answer? {
    let surroundings = Surroundings.current()
    let before = Array(words.dropLast())
    var options = GlobalOptions()
    // An option that is still being typed is not refused here.
    do { try options.take(before) } catch { options = GlobalOptions() }
    // A wrong variable is refused when the command runs.
    do { try options.fill(from: surroundings.environment) } catch {}
    let dependencies: AppDependencies
    let app: AppCoordinator
    do {
      dependencies =
        options.fixtures
        ? AppDependencies.fixtures.still(input: PipedInput { _ in nil })
        : try AppDependencies.live(
          environment: surroundings.environment, zone: Surroundings.zone,
          input: PipedInput { _ in nil })
      app = try AppCoordinator(
        dependencies: dependencies,
        choice: RunChoice(
          account: options.account, usesSandbox: options.sandbox || options.fixtures, fallsBackToSandbox: true,
          terminal: surroundings.terminal))
    } catch {
      // An account that is not signed in here, or files that cannot be read: the command says so when it runs.
      return nil
    }
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    let completion = ShellCompletion(
      Interpreter(host: app, output: output), programs: Self.programs, summaries: app.recallSummaries())
    await completion.findPlugins(before)
    return completion.answer(to: words.last ?? "", after: before)
  }

  private static var programs: [ShellCompletion.Program] {
    [
      program("play", PlayCommand.self, takesFiles: true), program("preview", PreviewCommand.self),
      program("sandbox", SandboxCommand.self),
    ]
  }

  private static func program(
    _ name: String, _ command: any ParsableCommand.Type, takesFiles: Bool = false
  ) -> ShellCompletion.Program {
    ShellCompletion.Program(name, help: command.configuration.abstract, takesFiles: takesFiles) {
      options(in: command.helpMessage(columns: 1000))
    }
  }

  /// The options that a help text lists, with their explanations.
  private static func options(in help: String) -> [ShellCompletion.Program.Option] {
    // Before them are examples, which have options too.
    let lines = help.split(separator: "\n").drop { $0 != "OPTIONS:" }
    return lines.compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard line.hasPrefix("  --"), let name = words.first else { return nil }
      let value = words.dropFirst().first.flatMap { $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : nil }
      return .init(
        String(name), value: value, help: words.dropFirst(value == nil ? 1 : 2).joined(separator: " "))
    }
  }
}
