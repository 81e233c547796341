import Testing

@testable import Sandbox

@Suite struct FaultInjectorTests {
  private static let get = SandboxRequest.get("/api/v1/timelines/home?limit=5")

  @Test(arguments: [
    ("**", true), ("/**", true), ("/api/v1/timelines/home", true), ("/api/v1/timelines/*", true),
    ("/api/*/timelines/*", true), ("**/home", true), ("/api/**/home", true), ("/api/v1/timelines/home/**", true),
    ("/api/v1/timelines", false), ("/api/v1/timelines/home/*", false), ("*", false), ("/api/v2/**", false),
    ("**/public", false),
  ]) func pathIsMatchedBySegments(_ path: String, _ matches: Bool) {
    #expect((FaultInjector([FaultRule(.drop, path: path)]).fault(for: Self.get, isUpgrade: false) != nil) == matches)
  }

  @Test func methodIsMatchedIfGiven() {
    let book = FaultInjector([FaultRule(.drop, method: "POST")])
    #expect(book.fault(for: Self.get, isUpgrade: false) == nil)
    #expect(book.fault(for: .post("/x"), isUpgrade: false) == .drop)
  }

  @Test(arguments: [
    (FaultRule.Frequency.always, "xxxxxx"), (.first(2), "xx...."), (.after(2), "..xxxx"), (.every(3), "..x..x"),
    (.chance(0), "......"), (.chance(1), "xxxxxx"),
  ]) func frequencyDecidesWhichRequestsFail(_ frequency: FaultRule.Frequency, _ pattern: String) {
    let book = FaultInjector([FaultRule(.drop, when: frequency)])
    #expect(Self.pattern(book, 6) == pattern)
    book.replace(with: book.rules)
    #expect(Self.pattern(book, 6) == pattern, "Counting begins anew.")
  }

  @Test func sameSeedGivesSameRandomChoices() {
    let rules = [FaultRule(.drop, when: .chance(0.5))]
    let first = Self.pattern(FaultInjector(rules, seed: 4), 64)
    #expect(first == Self.pattern(FaultInjector(rules, seed: 4), 64))
    #expect(first != Self.pattern(FaultInjector(rules, seed: 5), 64))
    #expect((16...48).contains(first.count { $0 == "x" }))
  }

  @Test func firstMatchingRuleWins() {
    let book = FaultInjector([
      FaultRule(.drop, when: .every(2)), FaultRule(.hang, when: .first(3)), FaultRule(.garbage),
    ])
    let faults = (0..<4).map { _ in book.fault(for: Self.get, isUpgrade: false) }
    #expect(faults == [.hang, .drop, .hang, .drop])
    #expect(book.fault(for: Self.get, isUpgrade: false) == .garbage)
  }

  @Test func streamFaultsApplyToStreamsOnly() {
    let stream = SandboxRequest.get("/api/v1/streaming?stream=user")
    let halfOpen = FaultInjector([FaultRule(.stream(.halfOpen))])
    #expect(halfOpen.fault(for: stream, isUpgrade: true) == .stream(.halfOpen))
    #expect(halfOpen.fault(for: Self.get, isUpgrade: false) == nil)
    // Faults that change a correct response do not apply to upgrades.
    #expect(FaultInjector([FaultRule(.delay(seconds: 1))]).fault(for: stream, isUpgrade: true) == nil)
    #expect(FaultInjector([FaultRule(.hang)]).fault(for: stream, isUpgrade: true) == .hang)
  }

  private static func pattern(_ book: FaultInjector, _ count: Int) -> String {
    (0..<count).map { _ in book.fault(for: get, isUpgrade: false) == nil ? "." : "x" }.joined()
  }
}
