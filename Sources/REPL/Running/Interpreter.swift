public import FeatureKit
import TerminalKit

/// Runs lines and prints their results, each in an `Invocation` of its own.
///
/// A prompt, a script and a one-shot command share it; they differ in where lines come from and in what they do with the
/// verdict.
@MainActor
public final class Interpreter {
  /// The result of running one line.
  public struct Verdict: Equatable, Sendable {
    /// Why the line failed; `nil` if it succeeded.
    public var failure: AppError?
    /// Whether the user asked to quit.
    public var leaves = false
    /// Whether a command of the line succeeded although another one failed.
    var didPart = false
    /// Whether a command that failed because nobody was signed in can succeed now.
    var canRetry = false

    /// The exit code of the line as a one-shot command.
    public var exitCode: ExitCode { failure.map(ExitCode.init) ?? .done }
  }

  let host: any Host
  var output: Output
  /// The options of the whole run.
  let choices: CommandMode
  /// The state that is kept from one line to the next.
  let state = PromptState()
  /// The line that is not in the background, while it runs.
  var foreground: Invocation?
  /// The script that the lines are from; `nil` at a prompt.
  var script: ScriptInput?
  /// Whether lines are typed at a prompt, where a user sees what was printed before.
  let isPrompt: Bool

  /// Whether the running command says that it has changed something, which a failure to write does not undo.
  public var reportsChange: Bool { foreground?.reportsChange ?? false }

  /// Creates an interpreter between an app and an output.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether every command lists the requests that would change something and sends none of them.
  ///   - timeout: After how many seconds a command is stopped; `nil` for never.
  ///   - isPrompt: Whether lines are typed at a prompt, where a user sees what was printed before.
  public init(
    host: any Host, output: Output, assumesYes: Bool = false, isDryRun: Bool = false, timeout: Int? = nil,
    isPrompt: Bool = false
  ) {
    self.host = host
    self.output = output
    self.isPrompt = isPrompt
    choices = CommandMode(style: output.style, assumesYes: assumesYes, isDryRun: isDryRun, timeout: timeout)
  }

  /// Runs what was typed on one line, or pasted as several.
  ///
  /// Commands are separated by `;` and stop at the first that fails, because what a number stands for depends on the
  /// commands before.
  ///
  /// - Parameters:
  ///   - keepsGoing: Whether the commands after a failed one run anyway.
  ///   - isLast: Whether no line follows that could fill in what this one opens.
  public func run(line: String, keepsGoing: Bool = false, isLast: Bool = false) async -> Verdict {
    await run { await $0.run(line: line, keepsGoing: keepsGoing, isLast: isLast) }
  }

  /// Runs one command from the arguments of a shell.
  ///
  /// - Parameters:
  ///   - words: A command and its arguments, which may contain the program's own options.
  ///   - standardInput: Reads the text that `-` stands for; `nil` where `-` is a hyphen.
  public func run(words: [String], standardInput: (() throws -> String)? = nil) async -> Verdict {
    await run { await $0.run(words: words, standardInput: standardInput) }
  }

  /// Runs something that ``cancel()`` stops, until it goes to the background.
  func run<Value>(_ invocation: Invocation? = nil, _ work: (Invocation) async -> Value) async -> Value {
    let invocation = invocation ?? Invocation(self)
    foreground = invocation
    defer {
      invocation.end()
      if foreground === invocation { foreground = nil }
    }
    return await work(invocation)
  }

  /// Stops the line that is running, if there is one, and a script with it.
  public func cancel() {
    script?.isStopped = true
    foreground?.cancel()
  }

  /// Whether a command is running that is not in the background.
  var isBusy: Bool { foreground?.isBusy ?? false }

  /// Whether plain lines are text now.
  var isWriting: Bool { host.screen.textInput != nil }

  /// The line that runs, or else what prints and reads as one would.
  var line: Invocation { foreground ?? Invocation(self) }

  /// The line on which a long command reports progress.
  ///
  /// Not every command knows the line that it belongs to: an upload has one place for the whole app, so it is reported in the
  /// foreground, or else by the latest job.
  public var progressLine: ProgressLine {
    ProgressLine { [weak self] in self?.foreground ?? self?.state.jobs.running.last?.invocation }
  }

  /// Prints what happened, what to do, and the commands for it; an object where JSON was asked for.
  public func report(_ failure: AppError) { line.report(failure) }

  /// Prints a message that is not the response of a command, such as that a draft was saved.
  public func note(_ note: Note) { line.note(note) }

  /// Prints and records a message that was posted: at a prompt above the line that is typed.
  public func tell(_ note: Note) {
    guard isPrompt else { return self.note(note) }
    output.write(output.alert(note) + line.render(note))
    line.record(note, isLive: note.isUnprompted || note.label != nil || !isBusy)
  }

  /// The same for every message that was posted and waits, so that it is part of the record of the line that runs.
  func tellPostedNotes() {
    while let note = host.notes.take() { tell(note) }
  }

  /// The mode in which responses are printed and questions answered, without the options of a command.
  ///
  /// The form and the hints are those of the user's settings, unless the form was chosen for the whole run.
  var mode: CommandMode {
    let settings = host.promptSettings
    var mode = choices
    mode.style = output.style
    mode.style.showsHints = output.style.showsHints && settings.showsHints
    mode.style.hasHyperlinks = settings.hyperlinks.isOn(output.style.hasHyperlinks)
    if [.plain, .ansi].contains(output.style.format), settings.isPlain { mode.style.format = .spoken }
    return mode
  }
}

/// A script while its lines run: it is answered like a shell.
struct ScriptInput {
  /// Reads the text that `-` stands for; `nil` where standard input is the script.
  var standardInput: (() throws -> String)?
  /// Whether Ctrl-C has stopped it.
  var isStopped = false
}
