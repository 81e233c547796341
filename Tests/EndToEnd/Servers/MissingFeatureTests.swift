import Testing

/// The program says which feature a server lacks, and does not call it a missing post.
@Suite(.serialized, .ownThread)
struct MissingFeatureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let server: String
    let command: [String]
    let feature: String
    var testDescription: String { "\(server): \(command.joined(separator: " "))" }
  }

  @Test(arguments: [
    Case(server: "gotosocial", command: ["translate", "POST"], feature: "translations"),
    Case(server: "gotosocial", command: ["quotes", "POST"], feature: "quotes"),
    Case(server: "gotosocial", command: ["quote-policy", "OWN", "nobody"], feature: "quotes"),
    Case(server: "gotosocial", command: ["endorse", "@rook"], feature: "featured accounts"),
    Case(server: "gotosocial", command: ["collections", "@rook"], feature: "collections"),
    Case(server: "wordpress", command: ["--yes", "mute", "@rook"], feature: "mutes"),
    Case(server: "wordpress", command: ["--yes", "block", "@rook"], feature: "blocks"),
    Case(server: "takahe", command: ["mutes"], feature: "list of muted accounts"),
  ])
  func aFeatureThatIsMissingIsNamed(_ test: Case) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: test.server)
    try server.post("one of my own")
    let own = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let mine = try server.get("/api/v1/accounts/\(own)/statuses?limit=1").array?.first?["id"]?.string ?? ""
    let home = try server.get("/api/v1/timelines/home?limit=10").array ?? []
    let other = home.compactMap { $0["id"]?.string }.first { $0 != mine } ?? ""
    // Nothing is known of the server yet, as in the first command in a shell.
    _ = try machine.shell("rm -rf ~/.cache/howdah")
    let run = try machine.howdah(test.command.map { $0 == "POST" ? other : $0 == "OWN" ? mine : $0 })
    #expect(run.code != 0, "\(run.everything)")
    #expect(run.error.contains("\(server.host) has no \(test.feature)."), "\(run.everything)")
    #expect(!run.error.contains("deleted"), "\(run.everything)")
  }

  @Test func commandsOfAMissingListStillWork() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "takahe")
    #expect(try machine.howdah("mutes").code != 0)
    let mute = try machine.howdah("--yes", "mute", "@rook")
    #expect(mute.code == 0, "\(mute.everything)")
    let rook = try server.get("/api/v1/accounts/lookup?acct=rook")["id"]?.string ?? ""
    let relationship = try server.get("/api/v1/accounts/relationships?id[]=\(rook)").array?.first
    #expect(relationship?["muting"]?.bool == true)
  }

  @Test func groupsThatAreAnnouncedButMissingAreListedOneByOne() throws {
    let machine = try Machine()
    _ = try machine.signIn(faults: ["GET /api/v2/notifications status 404 json"])
    #expect(try machine.howdah("server").code == 0)
    let run = try machine.howdah("notifications")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.output.hasPrefix("Notifications"))
  }

  @Test func aStatusWithoutHealthOfStreamsStillOpensOne() throws {
    let machine = try Machine()
    _ = try machine.signIn(faults: ["GET /api/v1/streaming/health status 404 json"])
    let run = try machine.howdah("status", "--json")
    #expect(try JSON(run.output)["streams_work"]?.bool == true, "\(run.everything)")
  }

  @Test func aServerThatRefusesTheTokenHasAnswered() throws {
    let machine = try Machine()
    let port: UInt16
    do {
      let server = try SandboxProcess()
      port = server.port
      #expect(try machine.howdah("login", server.host, "--with-token", input: server.token).code == 0)
      _ = try server.stop()
    }
    // The same address, but in memory, so that it knows nobody's tokens.
    let forgetful = try SandboxProcess(port: port)
    let run = try machine.howdah("status")
    #expect(run.code == 3 && run.output.contains("\(forgetful.host) answered in "), "\(run.everything)")
  }

  @Test func postsThatAreNotPinnedAreNotShownAsPinned() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "snac")
    try server.post("nothing special")
    let run = try machine.howdah("profile", "@you", "--json")
    #expect(try JSON(run.output)["pinned"]?.array?.isEmpty == true, "\(run.everything)")
  }

  @Test func aLinkUnderAnotherAddressIsOpenedAndNotActedOn() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "pleroma")
    let home = try server.get("/api/v1/timelines/home?limit=1").array ?? []
    let id = home.first?["id"]?.string ?? ""
    let link = "http://\(server.host)/notice/\(id)"
    let open = try machine.howdah("open", link)
    #expect(
      open.code == 0 && Self.words(open.everything).contains("At \(link) the server has a post by @"),
      "\(open.everything)")
    for yes in [[], ["--yes"]] {
      let favourite = try machine.howdah(yes + ["fav", link])
      #expect(
        favourite.code != 0 && Self.words(favourite.error).contains("the server has a post by @"),
        "\(favourite.everything)")
    }
    #expect(try server.get("/api/v1/statuses/\(id)")["favourited"]?.bool == false)
  }

  /// A text without the line breaks of its width.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
