import Glibc
import Testing

/// `--later` puts what a command changes into the outbox, and asks no server.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct LaterTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn(state: machine.folder.file("server.sqlite"))
  }

  private func outbox() throws -> [JSON] { try JSON(machine.howdah("outbox", "--json").output)["items"]?.array ?? [] }

  private func drafts() throws -> [JSON] { try JSON(machine.howdah("drafts", "--json").output)["items"]?.array ?? [] }

  private func restart() throws -> SandboxProcess {
    try SandboxProcess(port: server.port, state: machine.folder.file("server.sqlite"))
  }

  /// Runs a command that is to wait, and returns its answer.
  private func queued(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    let run = try machine.howdah(words + ["--later", "--json"])
    guard run.code == 0 else { throw Problem("\(words): \(run.everything)") }
    let answer = try JSON(run.output)
    #expect(answer["queued"]?.bool == true, "\(words): \(run.everything)", sourceLocation: sourceLocation)
    return answer
  }

  /// The ids of other people's posts.
  private func posts() throws -> [String] {
    let home = try JSON(machine.howdah("home", "--limit", "20", "--json").output)
    return home["items"]?.array?.filter { $0["account"]?["acct"]?.string != "you" }.compactMap { $0["id"]?.string }
      ?? []
  }

  private func own(_ count: Int = 20) throws -> [JSON] {
    try JSON(machine.howdah("profile", "me", "posts", "--limit", "\(count)", "--json").output)["items"]?.array ?? []
  }

  @Test func nothingWaitsInAShellUnlessTheUserSaysSo() throws {
    let id = try #require(posts().first)
    _ = try server.stop()
    let act = try machine.howdah("fav", id, "--json")
    let actError = try JSON(act.error)["error"]
    #expect(act.code == 6 && actError?["queued"] == nil, "\(act.everything)")
    let post = try machine.howdah("post", "written offline", "--json")
    let postError = try JSON(post.error)["error"]
    #expect(post.code == 6 && postError?["draft"]?.string != nil && postError?["queued"] == nil, "\(post.everything)")
    #expect(try outbox().isEmpty && drafts().count == 1)
  }

  @Test func theSameTextTwiceIsTwoPostsUnlessAKeySaysOtherwise() throws {
    for _ in 0..<2 { _ = try queued(["post", "for later"]) }
    #expect(try outbox().count == 2)
    for _ in 0..<2 { _ = try machine.howdah("post", "once", "--later", "--key", "k1") }
    #expect(try outbox().count == 3)
    #expect(try JSON(machine.howdah("outbox", "send", "--json").output)["sent"]?.int == 3)
  }

  @Test func whatIsAboutAPostThatDoesNotWaitIsRefused() throws {
    for words in [
      ["reply", "draft:nosuch", "hi"], ["quote", "draft:nosuch", "hi"], ["fav", "draft:nosuch"],
      ["pin", "draft:nosuch"],
      ["edit", "draft:nosuch", "x"], ["delete", "draft:nosuch", "--yes"], ["vote", "draft:nosuch", "1"],
    ] {
      let run = try machine.howdah(words + ["--later"])
      #expect(run.code == 4 && run.error.contains("No post “draft:nosuch” waits in the outbox."), "\(run.everything)")
    }
    #expect(try outbox().isEmpty && drafts().isEmpty)
  }

  @Test func quoteOfAPostThatWasTakenOutKeepsNothingElseWaiting() throws {
    let base = try #require(queued(["post", "base"])["draft"]?.string)
    _ = try queued(["quote", "draft:\(base)", "a quote"])
    _ = try queued(["follow", "@tides"])
    #expect(try machine.howdah("outbox", "discard", "id:\(base)", "--yes").code == 0)
    let sent = try machine.howdah("outbox", "send", "--json")
    #expect(try sent.code == 8 && JSON(sent.output)["sent"]?.int == 1, "\(sent.everything)")
    #expect(try outbox().isEmpty && drafts().count == 2)
    #expect(try machine.howdah("post", "after").code == 0)
  }

  @Test func aPostThatWasSentFromTheOutboxIsItself() throws {
    let draft = try #require(queued(["post", "first words"])["draft"]?.string)
    #expect(try machine.howdah("outbox", "send").code == 0)
    #expect(try machine.howdah("edit", "draft:\(draft)", "other words").code == 0)
    #expect(try own(1).first?["text"]?.string == "other words")
    #expect(try machine.howdah("delete", "draft:\(draft)", "--yes").code == 0)
  }

  @Test func whoeverAgreesBeforehandIsNotAskedAboutANameWhenThePostIsSent() throws {
    _ = try queued(["post", "hello @nobodyhere"])
    _ = try queued(["post", "welcome @nobodyhere", "--yes"])
    #expect(try machine.howdah("outbox", "send", "--json").code == 8)
    #expect(try own(1).first?["text"]?.string == "welcome @nobodyhere")
    #expect(try outbox().count == 1)
  }

  @Test func signingOutCountsAWaitingPostOnce() throws {
    _ = try queued(["post", "for later"])
    let run = try machine.howdah("logout")
    #expect(run.code == 2 && run.everything.contains("1 item in the outbox of @"), "\(run.everything)")
    #expect(!run.everything.contains("draft"), "\(run.everything)")
  }

  @Test func everyChangeWaitsWithoutAServerAndIsSentInOrder() throws {
    let ids = try posts()
    #expect(ids.count >= 3)
    let mine = try #require(JSON(machine.howdah("post", "to be changed", "--json").output)["id"]?.string)
    let old = try #require(JSON(machine.howdah("post", "to be deleted", "--json").output)["id"]?.string)
    _ = try server.stop()
    for words in [
      ["fav", ids[0], ids[1]], ["boost", ids[0]], ["bookmark", ids[1]], ["unfollow", "@rook"], ["follow", "#canal"],
      ["mute", "@heron"], ["block", "@moss", "--yes"], ["edit", mine, "changed offline"], ["delete", old, "--yes"],
      ["post", "written offline"], ["reply", ids[2], "an answer"],
    ] { _ = try queued(words) }
    #expect(try outbox().map { $0["operation"]?.string ?? "" }.contains("edit your post"))
    #expect(try outbox().count == 12)
    let again = try restart()
    let sent = try JSON(machine.howdah("outbox", "send", "--json").output)
    #expect(sent["sent"]?.int == 12 && sent["waiting"]?.int == 0 && sent["refused"]?.array?.isEmpty == true, "\(sent)")
    #expect(try outbox().isEmpty && drafts().isEmpty)
    let texts = try own().compactMap { $0["text"]?.string }
    #expect(texts.contains("changed offline") && texts.contains("written offline"))
    #expect(!texts.contains("to be deleted") && !texts.contains("to be changed"), "\(texts)")
    for id in ids.prefix(2) {
      let page = try JSON(machine.howdah("open", id, "--json").output)["items"]?.array
      #expect(page?.first { $0["id"]?.string == id }?["favourited"]?.bool == true)
    }
    withExtendedLifetime(again) {}
  }

  @Test func threadWrittenOfflineKeepsItsOrderAndParents() throws {
    _ = try server.stop()
    let first = try #require(queued(["post", "one"])["draft"]?.string)
    let second = try #require(queued(["reply", "draft:\(first)", "two"])["draft"]?.string)
    _ = try queued(["reply", "draft:\(second)", "three"])
    _ = try queued(["fav", "draft:\(first)"])
    _ = try queued(["quote", "draft:\(first)", "four"])
    let again = try restart()
    let sent = try JSON(machine.howdah("outbox", "send", "--json").output)
    #expect(sent["sent"]?.int == 5, "\(sent)")
    let all =
      try JSON(machine.howdah("profile", "me", "replies", "--limit", "10", "--json").output)["items"]?.array ?? []
    let posts = Dictionary(
      all.compactMap { post in post["text"]?.string.map { ($0, post) } }, uniquingKeysWith: { first, _ in first })
    let ids = ["one", "two", "three"].map { posts[$0]?["id"]?.string }
    #expect(!ids.contains(nil) && posts["two"]?["in_reply_to_id"]?.string == ids[0], "\(all)")
    #expect(posts["three"]?["in_reply_to_id"]?.string == ids[1] && posts["one"]?["favourited"]?.bool == true)
    let four = try machine.howdah("open", posts["four"]?["id"]?.string ?? "", "--json").output
    #expect(four.contains("\"\(ids[0] ?? "-")\""), "\(four)")
    withExtendedLifetime(again) {}
  }

  @Test func lineAfterAWaitingPostAnswersIt() throws {
    _ = try server.stop()
    let run = try machine.howdah(
      "-c", #"post --later "one"; reply . --later "two"; reply . --later "three""#)
    #expect(run.code == 0, "\(run.everything)")
    let again = try restart()
    #expect(try machine.howdah("outbox", "send").output == "Sent 3 items.\n")
    let page =
      try JSON(machine.howdah("profile", "me", "replies", "--limit", "5", "--json").output)["items"]?.array ?? []
    #expect(page.count { $0["in_reply_to_id"]?.string != nil && ["two", "three"].contains($0["text"]?.string) } == 2)
    withExtendedLifetime(again) {}
  }

  @Test func votesAndListsWaitByNumberAndName() throws {
    let home = try JSON(machine.howdah("home", "--limit", "40", "--json").output)["items"]?.array ?? []
    let poll = try #require(
      home.first { $0["poll"]?["ended"]?.bool == false && $0["account"]?["acct"]?.string != "you" })
    let id = try #require(poll["id"]?.string)
    #expect(try machine.howdah("list", "create", "Boats").code == 0)
    _ = try server.stop()
    _ = try queued(["vote", id, "1"])
    _ = try queued(["list", "add", "Boats", "@rook", "@heron"])
    let removal = try machine.howdah("list", "remove", "Boats", "@rook", "--later", "--json")
    #expect(try JSON(removal.output)["withdrawn"]?.bool == true, "\(removal.everything)")
    #expect(try outbox().count == 2, "the removal cancels what it undoes")
    let again = try restart()
    let sent = try JSON(machine.howdah("outbox", "send", "--json").output)
    #expect(sent["sent"]?.int == 2 && sent["refused"]?.array?.isEmpty == true, "\(sent)")
    let members = try JSON(machine.howdah("list", "members", "Boats", "--json").output)["items"]?.array
    #expect(members?.compactMap { $0["acct"]?.string } == ["heron"])
    let page = try JSON(machine.howdah("open", id, "--json").output)["items"]?.array
    #expect(page?.first { $0["id"]?.string == id }?["poll"]?["voted"]?.bool == true, "\(page ?? [])")
    withExtendedLifetime(again) {}
  }

  @Test func oppositesCancelAndUndoTakesOut() throws {
    let id = try #require(posts().first)
    _ = try queued(["fav", id])
    let undone = try machine.howdah("unfav", id, "--later", "--json")
    #expect(undone.code == 0 && undone.output.contains(#""withdrawn":true"#), "\(undone.everything)")
    #expect(try outbox().isEmpty)
    let run = try machine.howdah("-c", "boost \(id) --later; undo; outbox --json")
    #expect(run.code == 0 && run.output.contains(#""items":[]"#), "\(run.everything)")
  }

  @Test func whatNeedsAnAnswerIsRefusedInOneSentence() throws {
    let id = try #require(posts().first)
    let own = try #require(own(1).first?["id"]?.string)
    for (words, code) in [
      (["home"], Int32(2)), (["list", "create", "Friends"], 2), (["set", "theme", "day"], 2),
      (["post", "x", "--at", "2h"], 2), (["redraft", own], 2),
    ] {
      let run = try machine.howdah(words + ["--later"])
      #expect(
        run.code == code && run.error.hasPrefix("! ") && run.error.contains("Leave out --later."),
        "\(words): \(run.everything)")
    }
    let both = try machine.howdah("fav", id, "--later", "--no-keep")
    #expect(both.code == 2 && both.error.contains("--later and --no-keep"), "\(both.everything)")
    #expect(try outbox().isEmpty)
  }

  @Test(arguments: [(true, "does not exist"), (false, "was changed after the post was written")])
  func vanishedOrChangedFileLeavesADraftWithTheReason(isGone: Bool, reason: String) throws {
    let path = machine.folder.file("gone.png")
    try Files.write(bytes: GatewayErrorTests.png, to: path)
    _ = try queued(["post", "with a picture", "--attach", path, "--alt", "A dot"])
    _ = try queued(["post", "after it"])
    if isGone { #expect(unlink(path) == 0) } else { try Files.write(bytes: GatewayErrorTests.png, to: path) }
    let sent = try machine.howdah("outbox", "send", "--json")
    let answer = try JSON(sent.output)
    #expect(answer["sent"]?.int == 1 && answer["refused"]?.array?.count == 1, "\(sent.everything)")
    #expect(sent.code == 8)
    #expect(sent.everything.contains("gone.png \(reason)"), "\(sent.everything)")
    #expect(try outbox().isEmpty)
    #expect(try drafts().map { $0["text"]?.string } == ["with a picture"])
  }

  @Test func refusedActNamesItselfAndTheReason() throws {
    let id = try #require(JSON(machine.howdah("post", "short-lived", "--json").output)["id"]?.string)
    _ = try queued(["pin", id])
    #expect(try machine.howdah("api", "DELETE", "/api/v1/statuses/\(id)", "--yes").code == 0)
    let sent = try machine.howdah("outbox", "send")
    #expect(sent.error.contains("From the outbox: could not pin the post. "), "\(sent.everything)")
    #expect(sent.code == 7 && sent.output.contains("Sent 0 items."), "\(sent.everything)")
    #expect(try outbox().isEmpty)
  }

  /// A page about maintenance refuses everything, and gives no reason.
  @Test(arguments: ["404 html", "422 empty", "408", "423"]) func anAnswerThatIsNotTheServersDropsNothing(
    _ status: String
  )
    throws
  {
    let machine = try Machine()
    _ = try machine.signIn(faults: [
      "POST /api/** status \(status)", "/api/v1/accounts/verify_credentials status \(status) after 1",
    ])
    let id = try #require(posts().first)
    #expect(try machine.howdah("fav", id, "--later").code == 0)
    let sent = try machine.howdah("outbox", "send")
    #expect(sent.code != 0, "\(sent.everything)")
    let outbox = try JSON(machine.howdah("outbox", "--json").output)["items"]
    #expect(outbox?.array?.count == 1, "\(sent.everything)")
  }

  @Test func outboxIsDiscardedAsAWhole() throws {
    let id = try #require(posts().first)
    for words in [["fav", id], ["post", "kept as a draft"]] { _ = try queued(words) }
    #expect(try machine.howdah("outbox", "discard", "--all").code == 2)
    #expect(try machine.howdah("outbox", "discard", "--all", "--yes").output == "Discarded 2 items.\n")
    #expect(try outbox().isEmpty && drafts().count == 1)
    #expect(try machine.howdah("outbox", "--all").code == 2)
    let nothing = try JSON(machine.howdah("outbox", "send", "--json").output)
    #expect(nothing["sent"]?.int == 0 && nothing["waiting"]?.int == 0 && nothing["refused"]?.array?.isEmpty == true)
  }

  @Test func syncSendsAndReads() throws {
    _ = try queued(["post", "from the timer"])
    let sync = try machine.howdah("sync", "--json")
    let answer = try JSON(sync.output)
    #expect(sync.code == 0 && answer["sent"]?.int == 1, "\(sync.everything)")
    #expect(
      (answer["read"]?["home"]?.int ?? 0) > 0 && answer["read"]?["notifications"]?.int != nil, "\(sync.everything)")
    #expect(try machine.howdah("sync").output.split(separator: "\n").count == 1)
    #expect(try own(1).first?["text"]?.string == "from the timer")
    _ = try queued(["post", "still waiting"])
    _ = try server.stop()
    #expect(try machine.howdah("sync").code == 6)
    #expect(try outbox().count == 1)
    _ = try machine.howdah("outbox", "discard", "--all", "--yes")
    let alone = try machine.howdah("sync", "--json")
    #expect(alone.code == 6 && alone.output.isEmpty, "nothing was done in part: \(alone.everything)")
    let refused = try machine.howdah("post", "later", "--at", "2h", "--later")
    #expect(!refused.error.contains("switch @"), "there is one account: \(refused.everything)")
    for screen in ["home", "notifications", "conversations"] {
      let run = try machine.howdah(screen, "--json")
      #expect(run.code == 0 && run.output.contains(#""cached":true"#), "\(screen): \(run.everything)")
    }
  }
}
