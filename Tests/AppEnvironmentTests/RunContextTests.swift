import Accounts
import Testing

@testable import AppEnvironment

@MainActor
@Suite struct RunContextTests {
  @Test func aPageHasTwentyPostsUnlessTheRunSaysOtherwise() {
    #expect(RunContext(RunChoice()).pageSize == 20)
    #expect(RunContext(RunChoice(pageSize: 5)).pageSize == 5)
  }

  @Test func onlyTextOnATerminalCountsAsShown() {
    var script = RunChoice()
    #expect(!script.isShown)
    script.isOnTerminal = true
    #expect(script.isShown)
    script.isData = true
    #expect(!script.isShown)
    #expect(RunChoice(isConversation: true).isShown)
  }

  @Test func aPromptWithoutAnAccountFallsBackToTheSandbox() {
    #expect(RunChoice(isConversation: true).accountChoice.fallsBackToSandbox)
    #expect(!RunChoice().accountChoice.fallsBackToSandbox)
    #expect(RunChoice(account: "rook@shore.example").accountChoice.account == "rook@shore.example")
  }
}
