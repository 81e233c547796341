import AppCoordinator
import AppEnvironment
import ArgumentParser
import CCommit
import CMalloc
import EditLine
import FeatureKit
import Glibc
import REPL

/// The entry point: runs `howdah`, `howdah play`, `howdah preview` or `howdah sandbox`.
///
/// These are not subcommands of ``Howdah``, which passes all its arguments on to the command language;
/// a parser that does so finds no subcommands.
@main
enum Main {
  static func main() async {
    StandardStreams.reserve()
    // Exceeding a file size limit is reported as an error, and must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    // One heap for all threads: glibc gives each thread its own otherwise, which grows page by page.
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TOP_PAD, 1 << 20)
    CoreDump.prevent()
    CrashNotice.install(
      "Howdah crashed. Please report this line, what you typed, and \(Howdah.version).")
    let given = ProcessArguments.all
    let arguments = given.compactMap(\.self)
    // Swift would put a replacement character in the place of each wrong byte.
    if arguments.count < given.count {
      refuse(
        .usage("An argument is not text in UTF-8.", suggestion: "Convert it, as with iconv -f latin1 -t utf-8."),
        arguments)
    }
    // What is in another folder would not be found again, nor be protected there.
    for folder in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
      guard let value = getenv(folder), String(validatingCString: value) == nil else { continue }
      refuse(
        .usage("\(folder) is not text in UTF-8.", suggestion: "Set it to a folder whose name is."), arguments)
    }
    if !["--help", "-h", "--version"].contains(arguments.first) {
      // The program's threads look there what the others do, and end the program where nothing is found (libdispatch).
      if access("/proc/self/task", R_OK | X_OK) != 0 {
        refuse(
          .detailed(
            .unknown("/proc is missing, which the program needs."), suggestion: "Mount it: mount -t proc proc /proc",
            data: []), arguments)
      }
      let threads = Threads.possible()
      if threads < Threads.fewest {
        refuse(
          .detailed(
            .unknown("Only \(threads) more threads can be started, and the program needs \(Threads.fewest)."),
            suggestion: "Allow more processes (ulimit -u) or memory (ulimit -v), or end some.", data: []), arguments)
      }
    }
    // The network library ends the program where it can't open what it needs.
    if let files = tooFewFiles() {
      refuse(
        .detailed(
          .unknown("Only \(files) files can be open at once, and the program needs \(fewestFiles)."),
          suggestion: "Allow more: ulimit -n 256", data: []), arguments)
    }
    switch arguments.first {
    case "preview": await run(PreviewCommand.self, Array(arguments.dropFirst()))
    case "play": await run(PlayCommand.self, Array(arguments.dropFirst()))
    case "sandbox": await run(SandboxCommand.self, Array(arguments.dropFirst()))
    case "__complete": await CompletionRun(arguments: Array(arguments.dropFirst())).run()
    // The parser finds neither of these, because it passes arguments on unparsed.
    case "--help", "-h": StandardStreams.write(Howdah.helpMessage() + "\n", to: 1)
    case "--version": StandardStreams.write(Howdah.configuration.version + "\n", to: 1)
    case "help" where arguments.count == 2 && programs[arguments[1]] != nil:
      StandardStreams.write((programs[arguments[1]]?.helpMessage() ?? "") + "\n", to: 1)
    case let word? where !word.hasPrefix("-") || word == "-":
      // A command of the command language, which needs no parser here.
      var program = Program(options: GlobalOptions(), commands: nil, words: arguments)
      StandardStreams.leave(await program.run())
    default:
      guard let (options, words) = plainOptions(arguments) else { return await run(Howdah.self, arguments) }
      var program = Program(options: options, commands: nil, words: words)
      StandardStreams.leave(await program.run())
    }
  }

  /// The options before a command, and the command, where they need no parser here either; `nil` for any others.
  private static func plainOptions(_ arguments: [String]) -> (GlobalOptions, [String])? {
    var rest = arguments[...]
    while let name = rest.first, name.hasPrefix("--"), let option = ProgramOption(rawValue: String(name.dropFirst(2))),
      option.variable != nil || option == .noPlain || option == .record
    {
      rest.removeFirst()
      if option.value != nil { guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil } }
    }
    guard rest.first.map({ !$0.hasPrefix("-") && programs[$0] == nil }) ?? true else { return nil }
    var options = GlobalOptions()
    // The parser refuses the same, in its words.
    do { try options.take(arguments.dropLast(rest.count)) } catch { return nil }
    return (options, Array(rest))
  }

  private static let fewestFiles: UInt = 32

  /// The number of files that can be open at once, if it is too small and cannot be raised.
  private static func tooFewFiles() -> UInt? {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < fewestFiles else { return nil }
    let allowed = UInt(limit.rlim_cur)
    limit.rlim_cur = limit.rlim_max
    return limit.rlim_max >= fewestFiles && setrlimit(resource, &limit) == 0 ? nil : allowed
  }

  /// Parses and runs a command; the exit code for parse errors is 2, as everywhere in Howdah, not 64 as in sysexits.
  private static func run<Command: AsyncParsableCommand>(_ type: Command.Type, _ arguments: [String]) async {
    do {
      var command = try type.parse(arguments)
      try await command.run()
      StandardStreams.leave(REPL.ExitCode.done.rawValue)
    } catch {
      let code = type.exitCode(for: error)
      guard code == .validationFailure else {
        let text = type.fullMessage(for: error)
        // The parser would not say that it cannot be written.
        if !text.isEmpty { StandardStreams.write(text + "\n", to: code == .success ? 1 : 2) }
        StandardStreams.leave(code.rawValue)
      }
      let misplaced = ProgramOption.allCases.first { $0.followsCommand && arguments.contains("--\($0.rawValue)") }
      if let misplaced {
        refuse(
          .usage(
            "--\(misplaced.rawValue) goes after the command.",
            suggestion: "Type howdah COMMAND --\(misplaced.rawValue)\(misplaced.value.map { " \($0)" } ?? "")."),
          arguments)
      }
      if wantsJSON(arguments) {
        refuse(.usage(type.message(for: error), suggestion: "howdah --help lists the options."), arguments)
      } else {
        StandardStreams.say(type.fullMessage(for: error) + "\n", to: 2)
      }
      StandardStreams.leave(REPL.ExitCode.usage.rawValue)
    }
  }

  private static let programs: [String: any ParsableCommand.Type] = [
    "play": PlayCommand.self, "preview": PreviewCommand.self, "sandbox": SandboxCommand.self,
  ]

  /// Whether errors are JSON, by an option or the variable that stands for it.
  private static func wantsJSON(_ arguments: [String]) -> Bool {
    guard !arguments.contains("--json") else { return true }
    var options = GlobalOptions()
    // A value that is not valid is refused when a command runs.
    do { try options.fill(from: ["HOWDAH_JSON": getenv("HOWDAH_JSON").map { String(cString: $0) } ?? ""]) } catch {
      return false
    }
    return options.json && !arguments.contains("--plain")
  }

  /// Says what is wrong with the arguments, and ends.
  private static func refuse(_ error: AppError, _ arguments: [String]) -> Never {
    StandardStreams.report(error, isJSON: wantsJSON(arguments))
    StandardStreams.leave(REPL.ExitCode(error).rawValue)
  }
}

/// `howdah`: the prompt, a script, or one command.
struct Howdah: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah",
    abstract: "A Mastodon client that you drive from a prompt.",
    usage: """
      howdah [OPTIONS]                        open the prompt
      howdah [OPTIONS] COMMAND [ARGUMENTS…]   run one command and exit
      howdah [OPTIONS] -c 'home; open 1'      run several commands
      howdah [OPTIONS] < SCRIPT               run a script
      howdah play FILE                        run a session file and compare
      howdah preview …                        print views from fixtures
      howdah sandbox …                        serve the embedded instance
      """,
    discussion: """
      Without an account, the prompt opens the sandbox, a small instance inside this program; a script needs --sandbox \
      for that. `howdah help` lists the commands, `howdah help COMMAND` explains one, `howdah login HOST` signs in to a server.

      Exit codes: 0 success, 1 internal error, 2 usage error, 3 not signed in or forbidden, 4 not found, 5 rate limited, 6 network error, \
      7 invalid input, 8 done in part, 130 stopped with Ctrl-C.
      """,
    version: version)

  /// The name and the version of the program, with the commit of a release.
  static let version: String = {
    let commit = String(cString: howdah_commit())
    return "howdah \(AppVersion.current)" + (commit.isEmpty ? "" : " (\(commit))")
  }()

  @OptionGroup var flags: GlobalFlags

  @Option(
    name: .customShort("c"), parsing: .singleValue,
    help: ArgumentHelp("Run these commands, separated by semicolons.", valueName: "commands"))
  var commands: [String] = []

  @Argument(parsing: .captureForPassthrough, help: "A command and its arguments.")
  var words: [String] = []

  func validate() throws {
    // Unparsed arguments include the parser's own two options.
    switch words.first {
    case "--help", "-h": throw CleanExit.helpRequest(Self.self)
    case "--version": throw CleanExit.message(Self.configuration.version)
    default: break
    }
    if let word = words.first, ["play", "preview", "sandbox"].contains(word) {
      throw ValidationError("“\(word)” comes before its options: howdah \(word) … See howdah \(word) --help.")
    }
    if let word = words.first, word.hasPrefix("-") { throw ValidationError("Unknown option “\(word)”.") }
    if !commands.isEmpty, !words.isEmpty { throw ValidationError("Use either -c or a command, not both.") }
  }

  @MainActor
  mutating func run() async throws {
    var program = Program(
      options: flags.options, commands: commands.isEmpty ? nil : commands.joined(separator: "\n"), words: words)
    StandardStreams.leave(await program.run())
  }
}
