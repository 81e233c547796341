import Testing

/// The program against a server that behaves like other software than Mastodon.
@Suite(.serialized, .ownThread)
struct OtherServerTests {
  static let servers = ["snac", "takahe", "gotosocial", "wordpress"]

  /// The texts of the user's newest posts, asked of the server itself.
  private func texts(_ server: SandboxProcess) throws -> [String] {
    let own = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    return try server.get("/api/v1/accounts/\(own)/statuses?limit=40").array?.compactMap { $0["content"]?.string } ?? []
  }

  @Test(arguments: servers) func aBrowserSignsIn(_ name: String) throws {
    let (server, machine) = (try SandboxProcess(quirks: name), try Machine())
    // Whether a closed connection is noticed in time is a matter of chance: several sign-ins must all succeed.
    for _ in 0..<4 {
      let (browser, page) = (machine.folder.file("browser"), machine.folder.file("page"))
      try Files.write("#!/bin/sh\nprintf '%s' \"$1\" >'\(page).new'\nmv '\(page).new' '\(page)'\n", to: browser)
      #expect(try machine.shell("rm -f '\(page)'; chmod 700 '\(browser)'").code == 0)
      let output = machine.folder.file("login")
      let login = try ChildProcess(
        Machine.program(), ["login", server.host],
        environment: machine.environment.merging(["BROWSER": browser]) { $1 }, output: output, error: output)
      let address = try Deadline.first("the page") {
        try Files.names(in: machine.folder.path).contains("page") ? Files.text(page) : nil
      }
      _ = try Browser(port: server.port).comeBack(from: address, as: "you")
      let code = try login.wait()
      let said = try Files.text(output)
      #expect(code == 0, "\(said)")
      #expect(try machine.howdah("logout").code == 0)
    }
  }

  @Test(arguments: servers) func homeAndProfilesAreRead(_ name: String) throws {
    let machine = try Machine()
    try machine.signIn(quirks: name)
    let home = try machine.howdah("home", "--json")
    #expect(home.code == 0, "\(home.everything)")
    #expect(try (JSON(home.output)["items"]?.array?.count ?? 0) > 5)
    let profile = try machine.howdah("profile", "@rook")
    #expect(profile.code == 0, "\(profile.everything)")
    #expect(profile.output.contains("Rook"))
    let notifications = try machine.howdah("notifications")
    #expect(notifications.code == 0, "\(notifications.everything)")
    #expect(notifications.output.hasPrefix("Notifications"))
  }

  @Test(arguments: servers) func newPostsAreShownOnce(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let terminal = try TmuxTerminal("started howdah --no-live", on: machine, columns: 100, rows: 60)
    try terminal.wait(for: "the timeline") { $0.count("Home · everyone you follow") == 1 }
    try terminal.wait(forPrompt: "you@\(server.host) · home")
    for text in ["the older of two", "the newer of two"] { try server.post(text) }
    try terminal.enter("new")
    let screen = try terminal.wait(forText: "the newer of two")
    #expect(screen.count("the newer of two") == 1)
    #expect(screen.count("the older of two") == 1)
  }

  @Test(arguments: servers) func aPostWhoseAnswerIsLostIsPostedOnce(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name, faults: ["POST /api/v1/statuses reset 0 first 1"])
    let post = try machine.howdah("post", "only once, please")
    #expect(try texts(server).count { $0.contains("only once, please") } == 1)
    #expect(post.code == 0, "it is among the newest posts: \(post.everything)")
  }

  @Test(arguments: servers) func repliesAndFavouritesWork(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    // Without a terminal, numbers of an earlier run mean nothing: a script names posts by their ids.
    let home = try machine.howdah("home", "--json")
    let id = try #require(JSON(home.output)["items"]?.array?.first?["id"]?.string, "\(home.everything)")
    let favourite = try machine.howdah("fav", id)
    #expect(favourite.code == 0, "\(favourite.everything)")
    let reply = try machine.howdah("reply", id, "an answer to it")
    #expect(reply.code == 0, "\(reply.everything)")
    #expect(try texts(server).count { $0.contains("an answer to it") } == 1)
  }

  /// A server that searches for a link as text, or answers with any post, must not decide what is deleted.
  @Test(
    arguments: servers,
    ["https://example.com/some/page", "https://sandbox.example/@rook", "https://sandbox.example/@you"])
  func linkActsOnlyOnItsTarget(_ name: String, _ link: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    try server.post("read https://example.com/some/page and https://sandbox.example/@rook, @you too")
    let before = try texts(server)
    let delete = try machine.howdah("--yes", "delete", link)
    #expect(delete.code != 0, "\(delete.everything)")
    #expect(try texts(server) == before)
    let open = try machine.howdah("open", "https://example.com/some/page")
    #expect(!open.output.contains("@you too"), "\(open.everything)")
  }

  @Test(arguments: servers) func anExpiredTokenAsksForASignIn(_ name: String) throws {
    let machine = try Machine()
    let port: UInt16
    do {
      let server = try SandboxProcess(quirks: name)
      port = server.port
      #expect(try machine.howdah("login", server.host, "--with-token", input: server.token).code == 0)
      _ = try server.stop()
    }
    // The same address, but in memory, so that it knows nobody's tokens.
    let forgetful = try SandboxProcess(port: port, quirks: name)
    for command in ["home", "notifications"] {
      let run = try machine.howdah(command)
      #expect(run.code == 3, "\(run.everything)")
      #expect(run.error.contains("login \(forgetful.host)"), "\(run.everything)")
    }
    let post = try machine.howdah("post", "to nobody")
    #expect(post.code == 3, "\(post.everything)")
  }

  @Test(arguments: [("snac", false), ("takahe", false), ("gotosocial", true), ("wordpress", false)])
  func aServerWithoutReportsSaysSo(_ name: String, _ hasReports: Bool) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let report = try machine.howdah("--yes", "-c", "home; report 1; comment The same again.; send")
    #expect((report.code == 0) == hasReports, "\(report.everything)")
    #expect(report.everything.contains("\(server.host) has no reports") == !hasReports, "\(report.everything)")
  }

  @Test(arguments: [("snac", true), ("takahe", false), ("gotosocial", true), ("wordpress", false)])
  func listsAreEditedWhereTheServerHasThem(_ name: String, _ hasLists: Bool) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let made = try machine.howdah("--yes", "-c", "list create Birds @rook")
    #expect((made.code == 0) == hasLists, "\(made.everything)")
    guard hasLists else { return }
    let edited = try machine.howdah("--yes", "-c", "lists; edit 1; add @heron; save")
    #expect(edited.code == 0, "\(edited.everything)")
    let list = try server.get("/api/v1/lists").array?.first?["id"]?.string ?? ""
    let members = try server.get("/api/v1/lists/\(list)/accounts").array?.compactMap { $0["acct"]?.string } ?? []
    #expect(Set(members) == ["rook", "heron"])
  }

  @Test(arguments: servers) func theHelpNamesEveryServer(_ name: String) throws {
    let help = try Machine().howdah("sandbox", "--help")
    #expect(help.output.contains("\n\(name):\n"))
    #expect(help.output.contains("names itself \(name) "))
  }

  @Test func unknownQuirksAreRefused() throws {
    let refused = try Machine().howdah("sandbox", "--quirks", "friendica")
    #expect(refused.code == 2)
    #expect(
      refused.error
        == "! Unknown quirks “friendica”.\n  Use snac, takahe, gotosocial, pleroma, wordpress, silent, unfinished.\n")
  }
}
