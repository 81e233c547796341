import Accounts
import Testing

@testable import AppEnvironment

@MainActor
@Suite struct RunContextTests {
  @Test func aPageHasTwentyPostsUnlessTheRunSaysOtherwise() {
    #expect(RunContext(RunChoice(), alert: { _ in }).pageSize == 20)
    #expect(RunContext(RunChoice(pageSize: 5), alert: { _ in }).pageSize == 5)
  }

  @Test func onlyTextOnATerminalCountsAsShown() {
    var script = RunChoice()
    #expect(!script.isShown)
    script.isOnTerminal = true
    #expect(script.isShown)
    script.isData = true
    #expect(!script.isShown)
    #expect(RunChoice(.prompt).isShown)
  }

  @Test func aPromptWithoutAnAccountFallsBackToTheSandbox() {
    #expect(RunChoice(.prompt).accountChoice.fallsBackToSandbox)
    #expect(!RunChoice().accountChoice.fallsBackToSandbox)
    #expect(RunChoice(account: "rook@shore.example").accountChoice.account == "rook@shore.example")
  }

  @Test func whatIsLeftOverNeedsAPromptThatGoesOn() {
    let (prompt, acting) = (RunPolicy(.prompt), RunPolicy(Run.prompt.acting))
    #expect(prompt.holdsPosts && prompt.outlivesCommand && prompt.keepsForms)
    #expect(!acting.holdsPosts && !acting.outlivesCommand && acting.keepsForms)
  }

  @Test(arguments: [Run.script, .command]) func aRunWithoutAUserKeepsNothingForOne(_ run: Run) {
    let policy = RunPolicy(run)
    #expect(!policy.isAttended && !policy.keepsPosition && !policy.keepsForms && !policy.completes)
    #expect(policy.fillsForms == (run == .script) && policy.outlivesCommand)
    #expect(run.acting == run && run.dry == run && Run.prompt.dry == .script)
  }
}
