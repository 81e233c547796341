import Testing

@testable import EditLine

/// The menu, where the candidates are wider than the terminal.
struct CompletionMenuTests {
  private func rows(_ names: [String], columns: Int, chosen: Int = 0) -> [String] {
    var menu = CompletionMenu(names.map { ($0, nil) })
    for _ in 0..<chosen { menu.choose(next: true) }
    return menu.rows(TerminalSize(columns: columns, rows: 12), width: { _ in 1 }).map { $0.map(\.text).joined() }
  }

  @Test func aBeginningThatAllHaveIsLeftOutWhereTheyDoNotFit() {
    let names = (1...3).map { "a-photo-with-a-very-long-name-from-the-lock-\($0).png" }
    #expect(rows(names, columns: 40, chosen: 1) == ["›…1.png  …2.png  …3.png"])
    #expect(rows(names, columns: 80) == names.map { " " + $0 })
  }

  @Test func aLongNameFurtherDownLeavesTheRoomForTheHelp() {
    let names = ["reply", "report", "redraft", "refresh", "remove-from-followers"]
    let menu = CompletionMenu(names.map { ($0, "Does something to a post") })
    let rows = menu.rows(TerminalSize(columns: 40, rows: 12), width: { _ in 1 }).map { $0.map(\.text).joined() }
    #expect(rows.first == " reply    Does something to a post" && rows.last == " … and 1 more")
  }

  @Test func tooLongCandidateIsCut() {
    let names = ["lock-", "lock-and-a-very-long-name-that-nobody-can-read-at-once"]
    #expect(rows(names, columns: 30) == [" …", " …and-a-very-long-name-that-…"])
    #expect(rows(["ab" + String(repeating: "x", count: 40), "b"], columns: 20) == [" abxxxxxxxxxxxxxxx…", " b"])
  }
}
