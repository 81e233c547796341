import Testing

/// What this machine does with posts works with every server; a feature that the server lacks is named.
@Suite(.serialized, .ownThread)
struct OtherServerReadingTests {
  @Test(arguments: ["snac", "takahe", "gotosocial", "pleroma", "wordpress", "silent", "unfinished"])
  func groupsCatchUpTagsRulesAndExportsNeedNoMastodon(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let home = try machine.howdah("home", "--json")
    let id = try #require(JSON(home.output)["items"]?.array?.first?["id"]?.string, "\(home.everything)")
    let lines = [
      "group create Boats '#canal' @heron search:frost", "group Boats --limit 3", "catch-up Boats", "catch-up",
      "bookmark \(id) --tag bees --note tea", "bookmarks --tag bees", "favourites heron", "export bookmark-notes",
      "profile @heron --tag canal", "stats", "followers --changes", "digest --since 3h", "thread \(id) --export -",
      "rule add hide frost", "home --limit 5 --no-own", "rules", "home --accounts all --limit 3",
      "notifications --accounts all --limit 3",
    ]
    let run = try machine.howdah("-c", lines.joined(separator: "; "))
    #expect(run.code == 0, "\(run.everything)")
    for text in ["Boats · #canal", "Catch-up · Home", "tags: bees · note: tea", "hide frost"] {
      #expect(run.output.contains(text), "\(run.everything)")
    }
    for command in [["who", "@wren"], ["endorsed", "@rook"], ["collections", "@rook"]] {
      let run = try machine.howdah(command)
      let isMissing = run.code == 7 && run.error.contains("\(server.host) has no ")
      #expect(run.code == 0 || isMissing, "\(run.everything)")
    }
  }
}
