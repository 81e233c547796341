import Glibc
import Testing

/// Commands in a shell that cannot be sent, which wait in the outbox where the user wants that, as at the prompt.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct ShellOutboxTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn(state: machine.folder.file("server.sqlite"))
    guard try machine.howdah("set", "outbox", "on").code == 0 else { throw Problem("set outbox on fails") }
  }

  private func outbox() throws -> [JSON] { try JSON(machine.howdah("outbox", "--json").output)["items"]?.array ?? [] }

  private func drafts() throws -> [JSON] { try JSON(machine.howdah("drafts", "--json").output)["items"]?.array ?? [] }

  private func restart() throws -> SandboxProcess {
    try SandboxProcess(port: server.port, state: machine.folder.file("server.sqlite"))
  }

  /// A script runs again and again.
  @Test(arguments: [
    ("post same --attach nofile", 1), ("post same --poll a", 1), ("post --key k --editor", 0),
  ]) func whatFailsEachTimeLeavesOneDraftAtMost(_ line: String, _ count: Int) throws {
    for _ in 1...3 { _ = try machine.shell("howdah \(line) </dev/null") }
    #expect(try drafts().count == count)
  }

  @Test func unsentItemsWaitAndAreSentInOrder() throws {
    let home = try JSON(machine.howdah("home", "--json").output)
    let post = try #require(home["items"]?.array?.first)
    let (id, url) = (try #require(post["id"]?.string), try #require(post["url"]?.string))
    _ = try server.stop()
    for words in [
      ["fav", id], ["bookmark", url], ["unfollow", "@rook"], ["post", "written offline"], ["reply", id, "an answer"],
    ] {
      let run = try machine.howdah(words + ["--json"])
      let error = try JSON(run.error)["error"]
      #expect(run.code == 6 && error?["queued"]?.bool == true, "\(words): \(run.everything)")
    }
    #expect(try outbox().count == 5)
    let again = try restart()
    let sent = try machine.howdah("outbox", "send")
    #expect(sent.code == 0 && sent.output.contains("5 items"), "\(sent.everything)")
    #expect(try outbox().isEmpty && drafts().isEmpty)
    let read = try JSON(machine.howdah("open", id, "--json").output)["items"]?.array?.first { $0["id"]?.string == id }
    #expect(read?["favourited"]?.bool == true && read?["bookmarked"]?.bool == true)
    let rook = try JSON(machine.howdah("profile", "@rook", "--limit", "1", "--json").output)
    #expect(rook["account"]?["relationship"]?["following"]?.bool == false, "\(rook)")
    withExtendedLifetime(again) {}
  }

  @Test func aServerThatComesAndGoesGetsEverythingOnceFromTwoAtOnce() throws {
    var present = server
    let texts = (1...4).map { "round \($0)" }
    for text in texts {
      _ = try present.stop()
      #expect(try machine.howdah("post", text).code == 6)
      present = try restart()
      let senders = try (1...2).map { number in
        try ChildProcess(
          Machine.program(), ["sync"], environment: machine.environment,
          output: machine.folder.file("sync \(number)"), error: machine.folder.file("errors \(number)"))
      }
      // It goes while they send, or before, or after.
      usleep(UInt32.random(in: 0...800_000))
      _ = try present.stop()
      for sender in senders { #expect(try [0, 6, 8].contains(sender.wait())) }
      present = try restart()
    }
    let last = try machine.howdah("sync")
    #expect(try last.code == 0 && outbox().isEmpty && drafts().isEmpty, "\(last.everything)")
    let page = try JSON(machine.howdah("profile", "me", "posts", "--limit", "20", "--json").output)["items"]?.array
    #expect((page ?? []).compactMap { $0["text"]?.string }.filter { $0.hasPrefix("round ") }.reversed() == texts)
    withExtendedLifetime(present) {}
  }

  @Test func nextChangeSendsWhatWaitsFirst() throws {
    _ = try server.stop()
    #expect(try machine.howdah("post", "the first").code == 6)
    let again = try restart()
    #expect(try machine.howdah("post", "the second").code == 0)
    let own = try JSON(machine.howdah("profile", "me", "posts", "--limit", "2", "--json").output)
    let texts = own["items"]?.array?.compactMap { $0["text"]?.string } ?? []
    #expect(texts.prefix(2).elementsEqual(["the second", "the first"]), "\(own)")
    withExtendedLifetime(again) {}
  }

  @Test func equalPostsAtTheSameMomentAreAllSent() throws {
    let run = try machine.shell(
      """
      for n in 1 2 3; do howdah post 'the same words' & all="$all $!"; done
      for one in $all; do wait $one || exit 1; done
      """)
    #expect(run.code == 0, "\(run.everything)")
    let own = try JSON(machine.howdah("profile", "me", "posts", "--limit", "3", "--json").output)
    #expect(own["items"]?.array?.compactMap { $0["text"]?.string } == Array(repeating: "the same words", count: 3))
    #expect(try drafts().isEmpty)
  }

  @Test func noKeepLeavesNeitherAnItemNorADraft() throws {
    _ = try server.stop()
    for words in [["post", "a text"], ["fav", "id:1"], ["follow", "@rook"]] {
      let run = try machine.howdah(words + ["--no-keep", "--json"])
      let error = try JSON(run.error)["error"]
      #expect(run.code == 6 && error?["queued"] == nil, "\(words): \(run.everything)")
    }
    #expect(try outbox().isEmpty && drafts().isEmpty)
  }

  @Test func draftsOfFailedScriptsAreDeletedAtOnce() throws {
    for text in ["one", "two"] {
      let long = text + String(repeating: "x", count: 600)
      #expect(try machine.howdah("post", long).code == 7)
    }
    #expect(try drafts().count == 2)
    let asked = try machine.howdah("discard", "--all")
    #expect(asked.code == 2 && asked.error.contains("Delete all 2 drafts?"), "\(asked.everything)")
    #expect(try machine.howdah("discard", "--all", "--yes").output.contains("Deleted 2 drafts."))
    #expect(try drafts().isEmpty)
  }

  @Test func postWithAKeyGoesOutOnce() throws {
    let first = try JSON(machine.howdah("post", "--key", "day/1", "the lock is open", "--json").output)
    let again = try JSON(machine.howdah("post", "--key", "day/1", "the lock is open", "--json").output)
    #expect(first["id"]?.string != nil && again["id"]?.string == first["id"]?.string)
    #expect(again["sent_before"]?.bool == true && first["sent_before"] == nil)
    let different = try machine.howdah("post", "--key", "day/1", "the lock is shut")
    #expect(different.error.contains("Nothing was sent: this key has a post."), "\(different.everything)")
    let other = try JSON(machine.howdah("post", "--key", "day/2", "the lock is open", "--json").output)
    #expect(other["id"]?.string != nil && other["id"]?.string != first["id"]?.string)
    #expect(try machine.howdah("post", "--key", "a b", "x").code == 2)
  }

  @Test func waitingPostHasItsKeyToo() throws {
    let first = try JSON(machine.howdah("post", "--key", "day/3", "the gate is open", "--later", "--json").output)
    let again = try JSON(machine.howdah("post", "--key", "day/3", "the gate is shut", "--later", "--json").output)
    #expect(again["sent_before"]?.bool == true && again["draft"]?.string == first["draft"]?.string)
    #expect(try outbox().count == 1 && drafts().count == 1)
    #expect(try JSON(machine.howdah("outbox", "send", "--json").output)["sent"]?.int == 1)
    let last = try JSON(machine.howdah("post", "--key", "day/3", "the gate is shut", "--json").output)
    #expect(last["id"]?.string != nil && last["sent_before"]?.bool == true)
  }
}

/// A server that ignores the keys of posts.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct ForgottenKeyTests {
  @Test func scheduledPostWithAKeyIsScheduledOnce() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "snac")
    let words = ["post", "--key", "day/1", "the lock is open", "--at", "3d", "--json"]
    let first = try JSON(machine.howdah(words).output)
    let again = try JSON(machine.howdah(words).output)
    #expect(first["scheduled_id"]?.string != nil && first["sent_before"] == nil, "\(first)")
    #expect(again["scheduled_id"]?.string == first["scheduled_id"]?.string && again["sent_before"]?.bool == true)
    withExtendedLifetime(server) {}
  }
}

/// A server that does not answer within `--timeout`, which counts as not reached.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct TimeoutOutboxTests {
  @Test func whatATimeoutStopsWaitsWhereTheUserWantsThat() throws {
    let machine = try Machine()
    let server = try machine.signIn(faults: ["POST /api/** hang", "GET /api/v1/statuses/* hang"])
    let home = try JSON(machine.howdah("home", "--json").output)
    let id = try #require(home["items"]?.array?.first?["id"]?.string)
    let draft = try machine.howdah("post", "without an outbox", "--timeout", "1", "--json")
    #expect(try draft.code == 6 && JSON(draft.error)["error"]?["queued"] == nil, "\(draft.everything)")
    #expect(try machine.howdah("set", "outbox", "on").code == 0)
    for words in [["fav", id], ["post", "slow words"], ["post", "without an outbox"]] {
      let run = try machine.howdah(words + ["--timeout", "1", "--json"])
      let error = try JSON(run.error)["error"]
      #expect(run.code == 6 && error?["queued"]?.bool == true, "\(words): \(run.everything)")
      #expect(error?["code"]?.string == "timed_out", "\(run.everything)")
    }
    let waiting = try JSON(machine.howdah("outbox", "--json").output)["items"]?.array ?? []
    #expect(waiting.count == 3, "\(waiting)")
    #expect(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array?.count == 2)
    withExtendedLifetime(server) {}
  }

  @Test func postThatWaitedForTheDiskIsNotSentAfterItsTime() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    // The command whose wait is tried waits at its first change, for five seconds at most.
    let run = try machine.shell(
      """
      howdah post first > /dev/null
      python3 - "$XDG_DATA_HOME/howdah/howdah.sqlite" <<'END' 2>&1
      import sqlite3, subprocess, sys
      lock = sqlite3.connect(sys.argv[1], isolation_level=None)
      lock.execute("BEGIN IMMEDIATE")
      subprocess.run(["howdah", "post", "second", "--timeout", "1"])
      END
      """)
    #expect(run.output.contains("The command was not done after 1 second."), "\(run.everything)")
    let own = try JSON(machine.howdah("profile", "me", "posts", "--limit", "2", "--json").output)
    #expect(own["items"]?.array?.first?["text"]?.string == "first", "\(own)")
    withExtendedLifetime(server) {}
  }
}

/// A proxy's answers for a server that it does not reach, which counts as not reached.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct GatewayErrorTests {
  @Test func requestRefusedByAProxyWaits() throws {
    let machine = try Machine()
    let server = try machine.signIn(faults: ["POST /api/** status 502"])
    #expect(try machine.howdah("set", "outbox", "on").code == 0)
    let picture = machine.folder.file("a.png")
    try Files.write(bytes: Self.png, to: picture)
    let home = try JSON(machine.howdah("home", "--json").output)
    let id = try #require(home["items"]?.array?.first?["id"]?.string)
    for words in [
      ["fav", id], ["boost", id], ["follow", "@rook"],
      ["post", "with a picture", "--attach", picture, "--alt", "A dot"],
    ] {
      let run = try machine.howdah(words + ["--json"])
      #expect(try JSON(run.error)["error"]?["queued"]?.bool == true, "\(words): \(run.everything)")
    }
    withExtendedLifetime(server) {}
  }

  /// One pixel.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
    0, 0, 0,
    0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x62, 0, 1, 0, 0, 5, 0, 1, 0x0D, 0x0A,
    0x2D, 0xB4,
    0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
