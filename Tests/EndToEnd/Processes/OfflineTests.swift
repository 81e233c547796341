import Foundation
import Testing

/// Commands whose server cannot be reached show what was read before.
@Suite(.timeLimit(.minutes(10))) struct OfflineTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn()
  }

  @Test(arguments: [
    ["home", "--limit", "5"], ["notifications"], ["open", "@heron"], ["bookmarks"], ["lists"], ["conversations"],
    ["tag", "canal"], ["favourites"],
  ])
  func whatWasReadIsShown(_ words: [String]) throws {
    let before = try machine.howdah(words)
    #expect(before.code == 0 && before.error.isEmpty, "\(before.everything)")
    _ = try server.stop()
    let after = try machine.howdah(words)
    #expect(after.code == 0, "\(after.everything)")
    #expect(
      after.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == "\(server.host) cannot be reached: it does not answer. From the archive, less than a minute old.")
    // What is new is not counted without the server.
    let title = { (text: String) in text.split(separator: "\n").dropFirst() }
    #expect(title(after.output).count == title(before.output).count)
    let data = try machine.howdah(words + ["--json"])
    #expect(try JSON(data.output)["cached"]?.bool == true && data.error.isEmpty, "\(data.everything)")
    let fresh = try machine.howdah(words + ["--fresh"])
    #expect(fresh.code == 6 && fresh.output.isEmpty, "\(fresh.everything)")
  }

  @Test func theArchiveIsReadWithoutAskingTheServer() throws {
    #expect(try machine.howdah("home", "--all", "--cached").code != 0)
    #expect(try machine.howdah("home", "--limit", "30").code == 0)
    let cached = try machine.howdah("home", "--all", "--cached", "--json")
    #expect(try JSON(cached.output)["items"]?.array?.isEmpty == false, "\(cached.everything)")
    // What is not kept is not found, and what can't do without the server is wrong use.
    for (words, code) in [
      (["local", "--cached"], 4), (["profile", "@zoe", "--cached"], 4), (["fav", "id:1", "--cached"], 2),
      (["post", "x", "--cached"], 2), (["watch", "home", "--cached"], 2), (["home", "--cached", "--fresh"], 2),
      (["server-timeline", "127.0.0.1:9", "--cached"], 4),
    ] {
      let run = try machine.howdah(words)
      #expect(run.code == code && run.output.isEmpty, "\(words): \(run.everything)")
    }
    #expect(try !machine.howdah("home", "--limit", "1", "--json").output.contains("cached"))
  }

  @Test(arguments: ["bookmarks", "lists", "followed-tags"])
  func exportIsNeverFromTheArchive(_ kind: String) throws {
    let file = machine.folder.file("whole.csv")
    #expect(try machine.howdah("export", kind, file).code == 0)
    let whole = try Files.text(file)
    #expect(try machine.howdah(kind == "lists" ? [kind] : [kind, "--limit", "1"]).code == 0)
    _ = try server.stop()
    let run = try machine.howdah("export", kind, file, "--yes", "--json")
    #expect(run.code == 6 && run.output.isEmpty, "\(run.everything)")
    #expect(try Files.text(file) == whole)
    #expect(try machine.howdah("export", kind, file, "--yes", "--cached").code == 4)
  }

  @Test func nothingIsShownWhereNothingIsKept() throws {
    #expect(try machine.howdah("set", "archive", "off").code != 0, "it asks before it deletes")
    #expect(try machine.howdah("set", "archive", "off", "--yes").code == 0)
    #expect(try machine.howdah("home").code == 0)
    _ = try server.stop()
    let run = try machine.howdah("home")
    #expect(run.code == 6 && run.output.isEmpty, "\(run.everything)")
    #expect(try machine.kept().allSatisfy { !$0.path.contains("archive-") })
  }

  @Test func aSignOutDeletesWhatWasRead() throws {
    for (command, suffix) in [("home", ".received"), ("find", ".sqlite")] {
      #expect(try machine.howdah(command).code == 0)
      #expect(try machine.kept().contains { $0.path.contains("archive-") && $0.path.hasSuffix(suffix) })
    }
    let run = try machine.howdah("logout")
    #expect(run.error.contains("Deleted what was kept of what @you@\(server.host) read."), "\(run.everything)")
    #expect(try machine.kept().allSatisfy { !$0.path.contains("archive-") })
  }

  @Test func aSignOutLeavesNoDamagedCopyAndClaimsNoRevocationWithoutAToken() throws {
    #expect(try machine.howdah("home").code == 0 && machine.howdah("find").code == 0)
    let archive = try #require(machine.kept().first { $0.path.contains("archive-") && $0.path.hasSuffix(".sqlite") })
    try Data("words".utf8).write(to: URL(filePath: archive.path + ".damaged-20261128T000000Z"))
    let secret = try #require(machine.kept().first { $0.path.contains("/secrets/you@") })
    try Data("{{".utf8).write(to: URL(filePath: secret.path))
    let run = try machine.howdah("logout", "--json")
    #expect(run.output.contains(#""revoked":false"#), "\(run.everything)")
    #expect(try machine.kept().allSatisfy { !$0.path.contains("damaged") })
  }
}
