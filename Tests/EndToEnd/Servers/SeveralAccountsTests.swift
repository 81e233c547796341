import Testing

/// Several signed-in accounts read together, on two servers.
@Suite(.serialized, .ownThread)
struct SeveralAccountsTests {
  /// A machine with an account on each of two servers; the second is the current one.
  private func twoServers() throws -> (machine: Machine, other: SandboxProcess, own: SandboxProcess) {
    let machine = try Machine()
    let (other, own) = (try machine.signIn(), try machine.signIn())
    try other.post("written on the other server")
    try own.post("written on my server")
    return (machine, other, own)
  }

  private func posts(_ server: SandboxProcess) throws -> [String] {
    let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    return try server.get("/api/v1/accounts/\(you)/statuses?limit=10").array?.compactMap { $0["content"]?.string } ?? []
  }

  @Test func postsOfAllAccountsComeByTimeWithTheAccountThatTheyCameTo() throws {
    let (machine, other, own) = try twoServers()
    let home = try machine.howdah("home", "--accounts", "all", "--json", "--limit", "5")
    #expect(home.code == 0, "\(home.everything)")
    let json = try JSON(home.output)
    #expect(json["accounts"]?.array?.compactMap(\.string) == ["@you@\(own.host)", "@you@\(other.host)"])
    let items = json["items"]?.array ?? []
    for (text, server) in [("written on the other server", other), ("written on my server", own)] {
      let item = items.first { $0["text"]?.string == text }
      #expect(item?["to"]?.array?.first?.string == "@you@\(server.host)", "\(home.everything)")
      #expect(item?["id"]?.string?.contains("/") == false)
    }
    let seen = try machine.howdah("home", "--accounts", "@you@\(other.host),@you@\(own.host)", "--limit", "5")
    #expect(seen.output.contains("for @you@\(other.host)"), "\(seen.everything)")
    let spoken = try machine.howdah("home", "--accounts", "all", "--limit", "5", "--plain")
    #expect(spoken.output.lowercased().contains("for @you@"), "\(spoken.everything)")
  }

  @Test func olderPagesGoOnInAllAccounts() throws {
    let (machine, _, _) = try twoServers()
    let whole = try JSON(machine.howdah("home", "--accounts", "all", "--json", "--limit", "12").output)
    let first = try JSON(machine.howdah("home", "--accounts", "all", "--json", "--limit", "6").output)
    let cursor = try #require(first["cursor"]?.string)
    let second = try JSON(
      machine.howdah("home", "--accounts", "all", "--json", "--limit", "6", "--before", cursor).output)
    func uris(_ json: JSON) -> [String] { json["items"]?.array?.compactMap { $0["uri"]?.string } ?? [] }
    #expect(uris(whole).count == 12)
    #expect(uris(first) + uris(second) == uris(whole))
  }

  @Test func aPostIsActedOnAsTheAccountThatItCameTo() throws {
    let (machine, other, own) = try twoServers()
    let home = try JSON(machine.howdah("home", "--accounts", "all", "--json", "--limit", "5").output)
    let index = home["items"]?.array?.firstIndex { $0["text"]?.string == "written on the other server" }
    let mine = home["items"]?.array?.firstIndex { $0["text"]?.string == "written on my server" }
    let (theirs, ours) = (try #require(index) + 1, try #require(mine) + 1)
    let line =
      "home --accounts all --limit 5; bookmark \(theirs); bookmark \(ours); bookmark \(ours); reply \(theirs) an answer there"
    let run = try machine.howdah("-c", line)
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.contains("Your post was already bookmarked."), "\(run.everything)")
    #expect(run.output.contains(" as @you@\(other.host)."), "\(run.everything)")
    for (server, text) in [(other, "written on the other server"), (own, "written on my server")] {
      let bookmarks = try server.get("/api/v1/bookmarks").array ?? []
      #expect(bookmarks.compactMap { $0["content"]?.string }.contains { $0.contains(text) })
      #expect(bookmarks.count == 1)
    }
    #expect(try posts(other).contains { $0.contains("an answer there") })
    #expect(try !posts(own).contains { $0.contains("an answer there") })
    let both = try machine.howdah("-c", "home --accounts all --limit 5; fav \(theirs) \(ours)")
    #expect(both.code != 0)
    #expect(both.error.contains("acts as one account."), "\(both.everything)")
  }

  @Test func aPostOfAnotherAccountIsOpenedAmongTheScreens() throws {
    let (machine, other, _) = try twoServers()
    let home = try JSON(machine.howdah("home", "--accounts", "all", "--json", "--limit", "5").output)
    let index = home["items"]?.array?.firstIndex { $0["text"]?.string == "written on the other server" }
    let number = try #require(index) + 1
    let run = try machine.howdah("-c", "home --accounts all --limit 5; open \(number); fav 1; where")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.contains(" as @you@\(other.host)."), "\(run.everything)")
    let favourites = try other.get("/api/v1/favourites").array ?? []
    #expect(favourites.contains { $0["content"]?.string?.contains("written on the other server") == true })
  }

  @Test func aReplyWithoutATextOpensTheComposerOfTheAccountThatThePostCameTo() throws {
    let (machine, other, own) = try twoServers()
    let run = try machine.howdah(
      input: "home --accounts @you@\(other.host) --limit 1\nreply 1\nwritten in the composer\n/send\nwhere\n")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.contains("as @you@\(other.host)"), "\(run.everything)")
    #expect(try posts(other).contains { $0.contains("written in the composer") })
    #expect(try !posts(own).contains { $0.contains("written in the composer") })
  }

  @Test func anAccountThatCannotBeReadIsNamedAndTheOthersAreShown() throws {
    let machine = try Machine()
    let (gone, own) = (try machine.signIn(), try machine.signIn())
    try own.post("still here")
    #expect(try gone.stop() == 0)
    let home = try machine.howdah("home", "--accounts", "all", "--limit", "5")
    #expect(home.code == 0, "\(home.everything)")
    #expect(home.output.contains("still here"))
    #expect(home.output.contains("Without @you@\(gone.host): "), "\(home.everything)")
    let json = try JSON(machine.howdah("home", "--accounts", "all", "--limit", "5", "--json").output)
    #expect(json["missing"]?.array?.first?["account"]?.string == "@you@\(gone.host)")
  }

  @Test func notificationsOfAllAccountsAreOneList() throws {
    let (machine, other, own) = try twoServers()
    for server in [other, own] { try server.post("@you a word", token: server.token(of: "rook")) }
    let run = try machine.howdah("notifications", "--accounts", "all", "--json", "--limit", "6")
    #expect(run.code == 0, "\(run.everything)")
    let receivers = try JSON(run.output)["items"]?.array?.compactMap { $0["to"]?.array?.first?.string } ?? []
    #expect(Set(receivers) == ["@you@\(other.host)", "@you@\(own.host)"], "\(run.everything)")
    let new = try machine.howdah("notifications", "--accounts", "all", "--since", "1m", "--json")
    #expect(try JSON(new.output)["items"]?.array?.count == 2, "\(new.everything)")
  }

  @Test func unreadNotificationsAreCountedForEachAccount() throws {
    let machine = try Machine()
    let servers = try (0..<3).map { _ in try machine.signIn() }
    let before = try servers.map { try $0.get("/api/v1/notifications/unread_count")["count"]?.int ?? -1 }
    try servers[0].post("@you a word", token: servers[0].token(of: "rook"))
    #expect(try servers[1].stop() == 0)
    let json = try JSON(machine.howdah("accounts", "--unread", "--json").output)
    let unread = json["unread"]?.array ?? []
    #expect(Set(unread.compactMap { $0["account"]?.string }) == Set(servers.map { "you@\($0.host)" }))
    for (server, count) in zip(servers, [before[0] + 1, nil, before[2]]) {
      let found = unread.first { $0["account"]?.string == "you@\(server.host)" }
      #expect(found?["notifications"]?.int == count)
      #expect((found?["error"]?.string == nil) == (count != nil), "\(unread)")
    }
    let seen = try machine.howdah("accounts", "--unread").output
    #expect(seen.contains("\(before[0] + 1) unread"), "\(seen)")
  }

  @Test func aPostIsSentFromSeveralAccounts() throws {
    let (machine, other, own) = try twoServers()
    let accounts = "@you@\(other.host),@you@\(own.host)"
    let run = try machine.howdah("post", "from both of us", "--as", accounts)
    #expect(run.code == 0, "\(run.everything)")
    for server in [other, own] {
      #expect(try posts(server).count { $0.contains("from both of us") } == 1)
    }
    let long = try machine.howdah("post", String(repeating: "long ", count: 400), "--as", accounts)
    #expect(long.code != 0)
    #expect(long.error.contains("As @you@\(other.host): The post has "), "\(long.everything)")
    let empty = try machine.howdah("post", "--as", accounts)
    #expect(empty.error.contains("As @you@\(other.host): The text is missing."), "\(empty.everything)")
    let wrong = try machine.howdah("post", "from nobody", "--as", "@you@\(own.host),@yu@\(other.host)")
    #expect(wrong.error.contains("is not signed in here.\n  Did you mean @you@\(other.host)?"), "\(wrong.everything)")
    #expect(try !posts(own).contains { $0.contains("from nobody") })
  }

  @Test(arguments: [["--after", "117"], ["--before", "117"], ["--since", "117692850769821696"]])
  func anIDIsNoPlaceAmongSeveralAccounts(_ option: [String]) throws {
    let (machine, _, _) = try twoServers()
    let run = try machine.howdah(["home", "--accounts", "all"] + option)
    #expect(run.code == 2 && run.error.contains("not a position in"), "\(run.everything)")
  }

  @Test(arguments: [("", "Which accounts?"), ("@nobody", "@nobody is not signed in here.")])
  func wrongAccountsAreRefused(_ list: String, _ message: String) throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.howdah("home", "--accounts", list)
    #expect(run.code != 0)
    #expect(run.error.contains(message), "\(run.everything)")
  }
}
