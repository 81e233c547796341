import Testing

/// One command as another signed-in account, on another server.
@Suite(.serialized, .ownThread)
struct ActingElsewhereTests {
  @Test func actsAreDoneByTheNamedAccountAlone() throws {
    let machine = try Machine()
    // Two servers that know the same posts by the same addresses.
    let state = machine.folder.file("state.sqlite")
    #expect(try SandboxProcess(state: state).stop() == 0)
    let copying = try machine.shell("cp '\(state)' '\(state).copy'")
    #expect(copying.code == 0, "\(copying.everything)")
    let (other, own) = (try machine.signIn(state: "\(state).copy"), try machine.signIn(state: state))
    let home = try machine.howdah("home", "--limit", "40", "--json")
    // Residents go on writing: the newest posts may be on one of them only.
    let items = try JSON(home.output)["items"]?.array
    let posts = try #require(try other.get("/api/v1/timelines/home?limit=40").array)
    let known = Set(posts.compactMap { $0["url"]?.string })
    let shared = items?.last { $0["url"]?.string.map(known.contains) == true }
    let id = try #require(shared?["id"]?.string, "\(known), \(home.everything)")
    let account = "@you@\(other.host)"
    let favourite = try machine.howdah("fav", id, "--as", account)
    #expect(favourite.code == 0, "\(favourite.everything)")
    #expect(favourite.output.contains(" as \(account)."), "\(favourite.everything)")
    #expect(try other.get("/api/v1/favourites").array?.contains { $0["id"]?.string == id } == true)
    #expect(try own.get("/api/v1/favourites").array?.contains { $0["id"]?.string == id } == false)
    let post = try machine.howdah("post", "written elsewhere", "--as", account, "--json")
    #expect(post.code == 0, "\(post.everything)")
    #expect(try JSON(post.output)["account"]?.string == "you@\(other.host)")
    let reply = try machine.howdah("reply", id, "--as", account, "an answer from elsewhere")
    #expect(reply.code == 0, "\(reply.everything)")
    for (server, count) in [(other, 2), (own, 0)] {
      let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
      let posts = try server.get("/api/v1/accounts/\(you)/statuses?limit=5").array ?? []
      #expect(posts.count { $0["content"]?.string?.contains("elsewhere") == true } == count)
    }
  }

  @Test func followsMoveToAnotherAccount() throws {
    let machine = try Machine()
    let (other, own) = (try machine.signIn(), try machine.signIn())
    let (account, file) = ("@you@\(other.host)", machine.folder.file("follows.csv"))
    let export = try machine.howdah("export", "follows", file, "--as", account)
    #expect(export.code == 0, "\(export.everything)")
    // Addresses without a host of their own are those of the other account's server.
    #expect(try Files.text(file).contains("rook@\(other.host),"))
    try Files.write("chinatsu@\(other.host)\n", to: machine.folder.file("mutes.csv"))
    let mutes = try machine.howdah("import", "mutes", machine.folder.file("mutes.csv"), "--as", account)
    #expect(mutes.code == 0, "\(mutes.everything)")
    #expect(try other.get("/api/v1/mutes").array?.count == 1)
    #expect(try own.get("/api/v1/mutes").array?.isEmpty == true)
  }

  @Test func missingFeatureOfTheOtherServerIsReported() throws {
    let machine = try Machine()
    let (other, own) = (try machine.signIn(), try machine.signIn())
    try own.post("only here")
    let you = try own.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let id = try #require(try own.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first?["id"]?.string)
    let boost = try machine.howdah("boost", id, "--as", "@you@\(other.host)")
    #expect(boost.code != 0)
    #expect(boost.error.contains("That post could not be found on \(other.host)."), "\(boost.everything)")
  }

  @Test func anAccountThatIsNotSignedInIsRefused() throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.howdah("fav", "10001", "--as", "@nobody@nowhere.example")
    #expect(run.code != 0)
    #expect(run.error.contains("@nobody@nowhere.example is not signed in here."), "\(run.everything)")
  }

  @Test func aCommandThatOpensAScreenIsRefused() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let run = try machine.howdah("home", "--as", "@you@\(server.host)")
    #expect(run.code == 2, "\(run.everything)")
    #expect(run.error.contains("--as"), "\(run.everything)")
  }
}
