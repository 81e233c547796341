import FileTestKit
import FoundationEssentials
import LocalStore
import TerminalKit
import Testing

@MainActor
@Suite struct PromptFilesTests {
  let home: TemporaryHome
  private let numbers = [1: [Reference(kind: .status, id: "109"), Reference(kind: .account, id: "7")]]

  init() throws { home = try TemporaryHome() }

  private final class Warnings { var all: [String] = [] }

  private func files(_ terminal: String?, _ warnings: Warnings = Warnings()) -> PromptFiles {
    PromptFiles(locations: home.locations, terminal: terminal, now: { Date() }, warn: { warnings.all.append($0) })
  }

  @Test func numbersBelongToATerminalAndAnAccount() {
    files("1").save(numbers, of: "wren@shore.example")
    #expect(files("1").numbers(of: "wren@shore.example") == numbers)
    #expect(files("2").numbers(of: "wren@shore.example").isEmpty)
    #expect(files("1").numbers(of: "rook@shore.example").isEmpty)
  }

  @Test func withoutATerminalNoNumbersAreKept() {
    files(nil).save(numbers, of: "wren@shore.example")
    #expect(files(nil).numbers(of: "wren@shore.example").isEmpty)
  }

  @Test func signedOutAccountLeavesNeitherHistoryNorNumbers() throws {
    let files = files("1")
    for account in ["wren@shore.example", "wren@shore.example.org"] {
      #expect(files.history(of: account) != nil)
      files.save(numbers, of: account)
      self.files("2").save(numbers, of: account)
    }
    try files.forget("wren@shore.example")
    let left = try ["histories", "shown"].flatMap { try home.names(in: "\(home.locations.state)/\($0)") }
    #expect(!left.isEmpty && left.allSatisfy { $0.contains("example.org") }, "\(left)")
    #expect(files.history(of: "wren@shore.example") != nil, "and begins again after the next sign-in")
  }

  @Test func historyThatCannotBeCreatedIsReportedOnce() throws {
    try home.put("not a folder", at: home.locations.state, mode: 0o600)
    let warnings = Warnings()
    let files = files("1", warnings)
    #expect(files.history(of: "wren@shore.example") == nil && files.history(of: "wren@shore.example") == nil)
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.hasPrefix("The history of this run is not saved. ") == true)
  }
}
