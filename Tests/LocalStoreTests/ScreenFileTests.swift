import CustomDump
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

  @Test func numbersOfAnotherAccountMeanNothing() throws {
    try home.screen("wren@shore.example").save(shown)
    #expect(try home.screen("wren@other.example").load() == [:])
  }

  @Test func aDamagedFileCountsAsNone() throws {
    let path = home.locations.state + "/shown/wren@shore.example.json"
    try home.put("{\"version\":1,\"content\":{\"one\":[]}}", at: path)
    #expect(try home.screen("wren@shore.example").load() == [:])
  }
}
