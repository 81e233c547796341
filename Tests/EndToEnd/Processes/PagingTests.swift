import Testing

/// Lists read page by page from a shell.
@Suite(.serialized, .ownThread)
struct PagingTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn()
  }

  private func page(_ command: String) throws -> (ids: [String], hasOlder: Bool?, cursor: String?) {
    let run = try machine.shell("howdah \(command) --json")
    #expect(run.code == 0, "\(run.error)")
    let answer = try JSON(run.output)
    let items = try #require(answer["items"]?.array)
    return (
      items.compactMap { $0["boost_id"]?.string ?? $0["id"]?.string }, answer["has_older"]?.bool,
      answer["cursor"]?.string
    )
  }

  @Test(arguments: ["home", "federated", "bookmarks"])
  func cursorLoopReadsTheSameAsAll(_ list: String) throws {
    for id in try page("federated --limit 7 --no-boosts").ids {
      #expect(try machine.howdah("bookmark", id).code == 0)
    }
    let all = try page("\(list) --all")
    #expect(all.hasOlder == false && all.cursor == nil)
    var (ids, cursor): ([String], String?) = ([], nil)
    for _ in 0..<30 {
      let next = try page("\(list) --limit 3" + (cursor.map { " --before '\($0)'" } ?? ""))
      ids += next.ids
      cursor = next.cursor
      #expect(next.hasOlder == (cursor != nil))
      if cursor == nil { break }
    }
    #expect(ids == all.ids && Set(ids).count == ids.count)
    #expect(all.ids.count > 5)
  }

  @Test func aPostIsAPlaceInATimeline() throws {
    let all = try page("federated --all").ids
    #expect(try page("federated --after \(all[5]) --limit 2").ids == Array(all[3..<5]))
    #expect(try page("federated --since \(all[2])").ids == Array(all[..<2]))
    #expect(try page("federated --before \(all[2]) --after \(all[6])").ids == Array(all[3..<6]))
  }

  @Test func mistakesAreUsageErrors() throws {
    for options in [
      "--limit 0", "--all --limit 3", "--since 2099-01-01", "--since soon", "--since 9223372036854775807h", "--lang x",
    ] {
      let run = try machine.shell("howdah home --json \(options)")
      #expect(run.code == 2 && run.output == "")
      #expect(try JSON(run.error)["error"]?["code"]?.string == "usage")
    }
    #expect(try machine.shell("howdah bookmarks --since 2d").code == 2)
  }

  /// Such an id would be a number on the screen.
  @Test(arguments: ["profile @rook", "profile @rook posts", "followers @rook", "following"])
  func olderContinuesTheListOfAnAccountWithAShortID(_ list: String) throws {
    try Files.write(
      "howdah \(list) --limit 1 && howdah older; echo $? > $HOME/code\n", to: machine.folder.file("commands"))
    #expect(try machine.shell("script -qec 'sh $HOME/commands' $HOME/typescript > $HOME/screen").code == 0)
    let screen = try Files.text(machine.folder.file("screen"))
    #expect(try Files.text(machine.folder.file("code")) == "0\n", "\(screen)")
  }

  @Test func olderContinuesTheTerminalsLastScreen() throws {
    try Files.write(
      """
      howdah federated --limit 2 --no-boosts
      howdah older > $HOME/older-piped
      howdah older
      howdah newer
      howdah thread 1 > $HOME/nothing 2>&1
      howdah open 1
      howdah older > $HOME/nothing 2>&1; echo $? > $HOME/code
      """, to: machine.folder.file("commands"))
    let run = try machine.shell(
      "script -qec 'sh $HOME/commands' $HOME/typescript > $HOME/screen; howdah federated --limit 4 --no-boosts > $HOME/four"
    )
    #expect(run.code == 0)
    let (screen, four) = (try Files.text(machine.folder.file("screen")), try Files.text(machine.folder.file("four")))
    let expected = four.split(separator: "\n").last { $0.contains("@") }.map(String.init) ?? "?"
    let author = expected.drop { $0 != "@" }.prefix { !$0.isWhitespace }
    #expect(screen.contains("older posts") && screen.contains(author))
    #expect(try Files.text(machine.folder.file("older-piped")).contains("older posts"))
    #expect(try Files.text(machine.folder.file("code")) == "2\n", "a thread has no pages")
    let refused = try machine.howdah("older")
    #expect(refused.code == 2 && refused.error.contains("--before CURSOR"), "without a terminal there is no last list")
  }
}
