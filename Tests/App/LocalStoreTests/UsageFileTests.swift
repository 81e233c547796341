import FileTestKit
import FoundationEssentials
import Testing

@testable import LocalStore

@Suite struct UsageFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func file(limit: Int = 262_144) -> UsageFile { UsageFile(locations: home.locations, limit: limit) }

  private func line(_ verb: String, _ milliseconds: Int = 1) -> UsageFile.Line {
    UsageFile.Line(time: home.now(), verb: verb, milliseconds: milliseconds)
  }

  @Test func logHasTimeCommandAndDurationForTheOwnerOnly() throws {
    try file().append(line("home", 12))
    try file().append(line("show-again", 3))
    let text = try home.text(at: file().path)
    #expect(text == "2026-11-18T11:06:40.000Z home 12\n2026-11-18T11:06:40.000Z show-again 3\n")
    #expect(try file().load() == [line("home", 12), line("show-again", 3)])
    #expect(try home.mode(of: file().path) == "600")
  }

  @Test func theFileIsBoundedAndKeepsTheNewest() throws {
    let file = file(limit: 2000)
    for number in 1...500 { try file.append(line("home", number)) }
    let lines = try file.load()
    #expect(lines.count > 10)
    #expect(try home.text(at: file.path).utf8.count <= 2000)
    // Nothing between the first and the last is missing.
    #expect(lines.map(\.milliseconds) == Array((501 - lines.count)...500))
  }

  @Test func invalidNamesAndUnreadableFilesAreSkipped() throws {
    for verb in ["home; rm", "", "fav\n"] { try file().append(line(verb)) }
    try file().append(line("open"))
    try home.put("nonsense\n2026 x y\n\n" + home.text(at: file().path) + "2026-11", at: file().path)
    #expect(try file().load().map(\.verb) == ["open"])
  }

  @Test func truncatedLineDoesNotAffectOthers() throws {
    try home.put("2026-11-18T11:06:40.000Z ho", at: file().path)
    try file().append(line("open"))
    #expect(try file().load().map(\.verb) == ["open"])
  }

  @Test func clearingLeavesNothingAndMayBeDoneTwice() throws {
    try file().append(line("home"))
    for _ in 1...2 { try file().clear() }
    #expect(try file().load().isEmpty)
  }

  @Test func everyRunOfSeveralHowdahsIsKept() async throws {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [home] in
          let file = UsageFile(locations: home.locations)
          do {
            for _ in 0..<20 {
              try file.append(UsageFile.Line(time: home.now(), verb: "fav", milliseconds: number))
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(try file().load().count == 160)
  }
}
