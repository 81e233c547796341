import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@Suite struct CommandModeTests {
  private static func mode(_ format: Renderer.Format) -> CommandMode {
    CommandMode(
      style: Output.Style(format: format, colors: .none, showsHints: true, hasHyperlinks: false), assumesYes: false)
  }

  @Test func jsonForOneCommandHidesHintsAndIsSeparate() {
    let mode = Self.mode(.plain).applying(json: true, plain: nil, yes: false)
    #expect(mode.isData && mode.isSeparateData && !mode.style.showsHints)
  }

  @Test func jsonInARunOfJSONIsNotSeparate() {
    #expect(!Self.mode(.json).applying(json: true, plain: nil, yes: false).isSeparateData)
  }

  @Test func plainMakesSentences() {
    let mode = Self.mode(.ansi).applying(json: false, plain: .spoken, yes: false)
    #expect(mode.style.format == .spoken && !mode.isData && mode.style.showsHints)
  }

  @Test func yesLastsWithTheModeItWasGivenFor() {
    let mode = Self.mode(.plain)
    #expect(mode.applying(json: false, plain: nil, yes: true).assumesYes)
    #expect(!mode.applying(json: false, plain: nil, yes: false).assumesYes)
  }

  @Test func onlyAShellTakesTheOptionsThatStartTheProgram() {
    #expect(CommandSource.shell.programOptions == ProgramOption.allCases)
    for source in [CommandSource.line, .lastLine] {
      #expect(source.programOptions == [.json, .plain, .noPlain, .yes, .timeout, .later, .as, .dryRun, .help])
    }
  }

  @Test func onlyALineThatIsNotTheLastCanBeFollowedByInput() {
    #expect(CommandSource.allCases.filter(\.allowsInput) == [.line])
  }
}

@MainActor
@Suite struct FailedCommandTests {
  private static var running: RunningCommand {
    RunningCommand(
      Command(verb: "list", arguments: ArgumentList([]), source: "list"), account: "wren@shore.example", began: .zero,
      sink: .line,
      mode: CommandMode(
        style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false), assumesYes: false))
  }

  @Test func onlyAnErrorThatMayPassCanBeRetried() throws {
    #expect(FailedCommand(.fixtures.notFound, of: Self.running) == nil)
    let failed = try #require(FailedCommand(.fixtures.timedOut, of: Self.running))
    #expect(failed.command == Self.running.command && failed.account == "wren@shore.example" && !failed.needsSignIn)
  }

  @Test func signInHelpsOnlyWhereItWasMissing() {
    #expect(FailedCommand(.fixtures.unauthorized, of: Self.running)?.needsSignIn == true)
    #expect(FailedCommand(.fixtures.diskFull, of: Self.running)?.needsSignIn == false)
  }
}
