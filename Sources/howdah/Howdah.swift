import AppCoordinator
import ArgumentParser
import EditLine
import Glibc
import REPL

/// A Mastodon client that is driven from a prompt, and from scripts.
@main
struct Howdah: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "howdah",
    abstract: "A Mastodon client that you drive from a prompt.",
    usage: """
      howdah [OPTIONS]                      open the prompt
      howdah [OPTIONS] VERB [ARGUMENTS…]    run one verb and leave
      howdah [OPTIONS] -c 'home; open 1'    run several
      howdah [OPTIONS] < SCRIPT             run a script
      """,
    discussion: """
      Without an account, Howdah opens its sandbox: a small instance inside this program. `howdah help` lists the \
      verbs, `howdah help VERB` explains one, `howdah login HOST` signs in to a server.

      Exit codes: 0 done, 1 internal, 2 usage, 3 not signed in or refused, 4 not found, 5 rate limited, 6 network, \
      7 invalid input.
      """,
    version: "howdah \(AppVersion.current)",
    subcommands: [SandboxCommand.self, PreviewCommand.self])

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .customShort("c"), help: ArgumentHelp("Run these commands, separated by semicolons.", valueName: "commands"))
  var commands: String?

  @Argument(parsing: .captureForPassthrough, help: "A verb and its arguments.")
  var words: [String] = []

  @MainActor
  mutating func run() async throws {
    let code = await Program(options: options, commands: commands, words: words).run()
    await StandardStreams.leave(code)
  }
}
