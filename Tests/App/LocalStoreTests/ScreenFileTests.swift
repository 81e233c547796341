import CustomDump
import FileTestKit
import Foundation
import Testing

@testable import LocalStore

@Suite struct ScreenFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private let shown = [
    1: [ShownReference(kind: "status", id: "109"), ShownReference(kind: "account", id: "7")],
    12: [ShownReference(kind: "status", id: "01HXMSQ4DKY3E8T0R5K5CG3HPM")],
  ]

  @Test func numbersMeanTheSameInTheNextProcess() throws {
    try home.screen("wren@shore.example").save(shown)
    expectNoDifference(try home.screen("wren@shore.example").load(), shown)
    try home.screen("wren@shore.example").save([:])
    #expect(try home.screen("wren@shore.example").load() == [:])
  }

  @Test func theSamePageAgainWritesNothing() throws {
    let path = home.locations.state + "/shown/wren@shore.example+7-34816-9"
    try home.screen("wren@shore.example").save(shown)
    let file = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
    try home.screen("wren@shore.example").save(shown)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64 == file)
    try home.screen("wren@shore.example").save([1: shown[12] ?? []])
    #expect(try home.screen("wren@shore.example").load()[1] == shown[12])
  }

  @Test func numbersOfAnotherAccountMeanNothing() throws {
    try home.screen("wren@shore.example").save(shown)
    #expect(try home.screen("wren@other.example").load() == [:])
  }

  /// Before, a number meant what the terminal had shown earlier as this account.
  @Test func otherAccountsScreenReplacesTheNumbers() throws {
    try home.screen("wren@shore.example").save(shown)
    try home.screen("wren@shore.example", "8-34816-9").save(shown)
    try home.screen("wren@other.example").save([:])
    #expect(try home.screen("wren@shore.example").load() == [:])
    #expect(try home.screen("wren@shore.example", "8-34816-9").load() == shown)
  }

  @Test func numbersOfAnotherTerminalMeanNothing() throws {
    try home.screen("wren@shore.example", "7-34816-9").save(shown)
    try home.screen("wren@shore.example", "8-34816-9").save([:])
    #expect(try home.screen("wren@shore.example", "8-34816-9").load() == [:])
    expectNoDifference(try home.screen("wren@shore.example", "7-34816-9").load(), shown)
  }

  @Test func numbersOfATerminalThatIsNotUsedForLongAreRemoved() throws {
    try home.screen("a@x", "1-1-1").save(shown)
    try home.screen("b@x", "2-1-1", now: { Date() + 29 * 86_400 }).save(shown)
    #expect(try home.screen("a@x", "1-1-1").load() == shown)
    try home.screen("b@x", "3-1-1", now: { Date() + 31 * 86_400 }).save(shown)
    #expect(try home.screen("a@x", "1-1-1").load() == [:])
    #expect(try home.names(in: home.locations.state + "/shown").allSatisfy { !$0.hasPrefix("a@x") })
  }

  @Test func aDamagedLineCountsAsNone() throws {
    let path = home.locations.state + "/shown/wren@shore.example+7-34816-9"
    try home.put("{\"version\":1}\n\u{0}\u{FFFD}\n2 status:9 rubbish\none status:1\n", at: path)
    #expect(try home.screen("wren@shore.example").load() == [2: [ShownReference(kind: "status", id: "9")]])
  }

  @Test func anIDThatWouldBreakTheLineIsNotKept() throws {
    try home.screen("wren@shore.example").save([
      1: [ShownReference(kind: "status", id: "a\nb"), ShownReference(kind: "status", id: "a b")],
      2: [ShownReference(kind: "status", id: "a:🙂:b")],
    ])
    let shown = try home.screen("wren@shore.example").load()
    #expect(shown == [1: [], 2: [ShownReference(kind: "status", id: "a:🙂:b")]])
  }
}
