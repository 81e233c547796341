import Testing

@testable import LocalStore

@Suite struct LicenceFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  @Test func whatIsThereIsReadAsTextAndFarTooMuchIsCut() throws {
    let file = LicenceFile(locations: home.locations)
    #expect(try file.text() == nil)
    try home.put("name = Wren\n", at: file.path)
    #expect(try file.text() == "name = Wren\n")
    try home.put(String(repeating: "a", count: 100_000), at: file.path)
    #expect(try file.text()?.utf8.count == 4096)
  }
}
