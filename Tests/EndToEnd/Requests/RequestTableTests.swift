import Foundation
import Testing

/// Which requests each command sends in a run of its own, as docs/requests.md lists them.
@Suite(.serialized, .ownThread)
struct RequestTableTests {
  /// The objects that the commands name, as a server has them.
  private struct Names {
    var post = ""
    var own = ""
    var poll = ""
    var link = ""
  }

  /// The commands, with placeholders for what they name.
  private static let commands = [
    "home", "local", "federated", "notifications", "notifications --json", "open POST", "open LINK", "open @rook",
    "open #night", "profile @rook", "post TEXT", "reply POST TEXT", "fav POST", "unfav POST", "boost POST",
    "unboost POST", "bookmark POST", "unbookmark POST", "vote POLL 1", "edit OWN TEXT", "history OWN", "pin OWN",
    "unpin OWN", "mute-thread OWN", "quote-policy OWN nobody", "quotes OWN", "quote POST TEXT", "scheduled",
    "redraft OWN", "delete OWN", "link POST", "show POST", "media POST", "report POST", "report @rook", "bookmarks",
    "favourites", "mentions", "unread", "tag night --any canal", "home --limit 80 --no-boosts", "lists", "filters",
    "intent unread", "conversations", "conversation open @rook", "filtered", "policy", "accounts", "drafts", "groups",
    "servers", "export follows", "export blocks", "get visibility", "annual-report 2026", "collections",
    "collections @rook", "collection id:710001", "followers", "mutes", "boosters POST", "mute @rook",
    "search canal", "search canal --posts", "trends", "trends posts", "trends links", "suggestions", "directory",
    "followed-tags", "server", "server activity", "announcements", "translate POST --to ja", "status", "gallery",
    "gallery @rook",
    "raw POST", "copy POST", "api /api/v1/preferences",
  ]

  private static var page: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/requests.md")
  }

  @Test(.timeLimit(.minutes(10))) func everyCommandSendsWhatTheTableSays() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    var names = try names(server)
    names.link = "http://\(proxy.host)\(names.link)"
    var rows = ["| command | later | after the cache was deleted |", "| --- | --- | --- |"]
    for command in Self.commands {
      let first = try requests(of: command, names, machine, proxy, server, deletesCache: true)
      let later = try requests(of: command, names, machine, proxy, server, deletesCache: false)
      let additional = Self.difference(first, later)
      rows.append(
        "| `\(command)` | \(Self.cell(later)) | \(additional.isEmpty ? "the same" : "also \(Self.cell(additional))") |")
    }
    let table = rows.joined(separator: "\n") + "\n"
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      let preamble = text.components(separatedBy: "| command |")[0]
      try (preamble + table).write(to: Self.page, atomically: true, encoding: .utf8)
      Issue.record("docs/requests.md was recorded: read it before you commit it")
      return
    }
    let listed = text.components(separatedBy: "\n").filter { $0.hasPrefix("|") }
    for row in rows where !listed.contains(row) { Issue.record("docs/requests.md lacks this row:\n\(row)") }
    #expect(listed.count { $0.hasPrefix("| `") } == Self.commands.count, "a row of a command that is gone")
  }

  /// On standard input, after `-c` and with semicolons; what a command reads in parallel may take a second connection.
  @Test func aBatchOfCommandsReusesItsConnection() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    let names = try names(server)
    let commands = (0..<5).flatMap { _ in
      ["home --limit 1", "fav \(names.post)", "show \(names.post)", "unfav \(names.post)"]
    }
    let lines = commands.joined(separator: "\n")
    for (way, run) in [
      ("a script", { try machine.howdah(input: lines) }),
      ("semicolons", { try machine.howdah("-c", commands.joined(separator: "; ")) }),
      ("JSON", { try machine.howdah("--json", input: lines) }),
    ] as [(String, () throws -> Machine.Run)] {
      (_, _) = (proxy.take(), proxy.takeConnections())
      let batch = try run()
      #expect(batch.code == 0, "\(way): \(batch.everything)")
      #expect(proxy.take().count >= 15, "\(way)")
      #expect(proxy.takeConnections() == 1, "\(way)")
      // One value on each line.
      if way == "JSON" {
        #expect(batch.lines.count == commands.count)
        for line in batch.lines { #expect(try JSON(String(line))["schema"]?.int == 1) }
      }
    }
  }

  @Test func aServerThatIsKnownToGroupNotificationsIsAskedForItsGroups() throws {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    _ = proxy.take()
    #expect(try machine.howdah("notifications").code == 0)
    #expect(Set(proxy.take()) == ["GET /api/v1/markers", "GET /api/v2/notifications"])
  }

  /// The first run asks what the server is and has, the next one knows.
  @Test(arguments: OtherServerTests.servers) func missingEndpointsOfOtherServersAreNotRequestedAgain(_ name: String)
    throws
  {
    let (server, machine) = (try SandboxProcess(quirks: name), try Machine())
    let proxy = try LoggingProxy(to: server.port)
    #expect(try machine.howdah("login", proxy.host, "--with-token", input: server.token).code == 0)
    _ = proxy.take()
    #expect(try machine.howdah("post", "the first").code == 0)
    #expect(proxy.take() == ["POST /api/v1/statuses"], "signing in has found out the rest")
    let markers = "GET /api/v1/markers"
    _ = try machine.howdah("notifications", "--mark-read")
    let first = proxy.take()
    #expect(first.contains(markers))
    _ = try machine.howdah("notifications", "--mark-read")
    let lacksMarkers = name != "gotosocial"
    #expect(proxy.take().contains { $0.hasSuffix("/api/v1/markers") } != lacksMarkers)
    _ = try machine.howdah("notifications", "--json")
    _ = proxy.take()
    _ = try machine.howdah("notifications", "--json")
    let later = proxy.take()
    #expect(!later.contains("GET /api/v1/notifications/unread_count"), "none of them counts")
    #expect(later.contains(markers) != lacksMarkers)
  }

  /// A default that was changed elsewhere a moment ago counts, although nobody asks for it.
  @Test func privateDefaultSetElsewhereApplies() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    #expect(try machine.howdah("post", "for everyone").code == 0)
    let change = try Browser(port: server.port).send(
      "PATCH", "/api/v1/accounts/update_credentials", body: "access_token=\(server.token)&source%5Bprivacy%5D=private")
    #expect(change.status == 200)
    #expect(try machine.howdah("post", "for followers").code == 0)
    #expect(try machine.howdah("post", "--visibility", "public", "for everyone again").code == 0)
    let own = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let posts = try server.get("/api/v1/accounts/\(own)/statuses?limit=3").array ?? []
    #expect(posts.map { $0["visibility"]?.string } == ["public", "private", "public"])
  }

  /// Each account has what its own server said, and nothing is left of one that was signed out.
  @Test func everyAccountKnowsItsOwnServer() throws {
    let machine = try Machine()
    let (first, second) = (try machine.signIn(), try machine.signIn())
    let folder = machine.folder.file("cache/howdah/servers")
    #expect(Files.names(in: folder).count { !$0.hasSuffix(".lock") } == 2)
    #expect(try machine.kept().allSatisfy { $0.isFolder || !$0.path.hasPrefix(folder) || $0.mode == 0o600 })
    for host in [first.host, second.host] {
      #expect(try machine.howdah("--account", "you@\(host)", "post", "to \(host)").code == 0)
    }
    _ = try machine.howdah("logout")
    #expect(Files.names(in: folder).count { !$0.hasSuffix(".lock") } == 1)
    // A damaged file counts as none.
    for name in Files.names(in: folder) { try Files.write("{\"version\":1,\"conte", to: "\(folder)/\(name)") }
    let post = try machine.howdah("post", "all the same")
    #expect(post.code == 0 && post.error.isEmpty, "\(post.everything)")
  }

  private func names(_ server: SandboxProcess) throws -> Names {
    var names = Names()
    let home = try server.get("/api/v1/timelines/home?limit=40").array ?? []
    let post = try #require(home.first { $0["reblog"]?["id"] == nil && $0["account"]?["username"]?.string != "you" })
    names.post = try #require(post["id"]?.string)
    names.link = "/@\(try #require(post["account"]?["acct"]?.string))/\(names.post)"
    names.poll = try #require(
      home.first { $0["poll"]?["expired"]?.bool == false && $0["poll"]?["voted"]?.bool != true }?["id"]?.string)
    return names
  }

  private func requests(
    of command: String, _ names: Names, _ machine: Machine, _ proxy: LoggingProxy, _ server: SandboxProcess,
    deletesCache: Bool
  ) throws -> [String] {
    if deletesCache {
      _ = try machine.shell("rm -rf '\(machine.folder.file("cache"))'")
      // A vote cannot be repeated, and a post is deleted only once.
      if command.hasPrefix("vote") { return [] }
    }
    let own = try command.contains("OWN") ? ownPost(server) : ""
    let words = command.split(separator: " ").map { word in
      switch word {
      case "POST": names.post
      case "LINK": names.link
      case "POLL": names.poll
      case "OWN": own
      case "TEXT": "Text \(UInt32.random(in: 0 ... .max))"
      default: String(word)
      }
    }
    _ = proxy.take()
    _ = try machine.shell("howdah --yes \(words.map { "'\($0)'" }.joined(separator: " "))")
    return proxy.take().map(Self.template).sorted()
  }

  private func ownPost(_ server: SandboxProcess) throws -> String {
    let answer = try Browser(port: server.port).send(
      "POST", "/api/v1/statuses", body: "access_token=\(server.token)&status=Own+\(UInt32.random(in: 0 ... .max))")
    return try #require(JSON(answer.body)["id"]?.string)
  }

  /// A request line with `:id` in place of numbers.
  private static func template(_ line: String) -> String {
    line.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.count > 2 && part.allSatisfy(\.isNumber) ? ":id" : String(part)
    }.joined(separator: "/")
  }

  private static func difference(_ all: [String], _ known: [String]) -> [String] {
    var rest = known
    return all.filter { line in
      guard let index = rest.firstIndex(of: line) else { return true }
      rest.remove(at: index)
      return false
    }
  }

  private static func cell(_ lines: [String]) -> String {
    lines.isEmpty ? "none" : "\(lines.count): \(lines.map { "`\($0)`" }.joined(separator: ", "))"
  }
}
