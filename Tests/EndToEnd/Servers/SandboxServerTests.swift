import Glibc
import Testing

/// `howdah sandbox` as other programs start it.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct SandboxServerTests {
  /// A server that prints its ready line, stopped at the end.
  private final class Server {
    let ready: JSON
    let process: ChildProcess

    init(_ machine: Machine, _ name: String, _ options: [String]) throws {
      let (output, error) = (machine.folder.file("\(name).out"), machine.folder.file("\(name).err"))
      let process = try ChildProcess(
        Machine.program(), ["sandbox", "--json"] + options, environment: machine.environment, output: output,
        error: error)
      self.process = process
      let line = try Deadline.first("the ready line") { () -> String? in
        if process.exitCode != nil { throw Problem("the sandbox ended: \(try Files.text(error))") }
        let text = try Files.text(output)
        return text.hasSuffix("\n") ? text : nil
      }
      ready = try JSON(line)
    }

    func get(_ target: String, as user: String = "you") throws -> String {
      let port = ready["address"]?.string?.split(separator: ":").last.flatMap { UInt16($0) }
      let token = ready["tokens"]?[user]?.string ?? ""
      return try Browser(port: port ?? 0).send("GET", "\(target)?access_token=\(token)").body
    }

    func stop() throws -> Int32 {
      process.signal(SIGTERM)
      return try process.wait()
    }
  }

  @Test func runsFromOneTimeAndSeedAreTheSame() throws {
    let machine = try Machine()
    let options = ["--at", "2026-06-01T12:00:00Z", "--speed", "0", "--seed", "3", "--users", "alice,bob"]
    let servers = try ["first", "second"].map { try Server(machine, $0, options) }
    for server in servers {
      #expect(server.ready["tokens"]?.keys == ["you", "alice", "bob"])
      #expect(server.ready["token"]?.string == server.ready["tokens"]?["you"]?.string)
      #expect(server.ready["pid"]?.int == Int(server.process.id))
    }
    let (first, second) = (servers[0].ready, servers[1].ready)
    #expect(first["tokens"]?["alice"]?.string == second["tokens"]?["alice"]?.string)
    #expect(first["password"]?.string == second["password"]?.string)
    for target in ["/api/v1/timelines/public", "/api/v1/notifications"] {
      let home = try servers[0].get(target)
      #expect(home.count > 1000)
      // Files have the server's own address.
      let ports = servers.map { $0.ready["address"]?.string ?? "" }
      #expect(try servers[1].get(target).replacing(ports[1], with: ports[0]) == home)
    }
    for server in servers { #expect(try server.stop() == 0) }
  }

  @Test func requestsAreLoggedIntoAFile() throws {
    let machine = try Machine()
    let log = machine.folder.file("requests.jsonl")
    let server = try Server(machine, "logged", ["--empty", "--token", "for-tests", "--log", log])
    #expect(server.ready["token"]?.string == "for-tests")
    #expect(try server.get("/api/v1/timelines/public") == "[]")
    #expect(try server.stop() == 0)
    let lines = try Files.text(log).split(separator: "\n")
    #expect(lines.count == 1 && !lines[0].contains("for-tests"))
    #expect(try JSON(String(lines[0]))["status"]?.int == 200)
  }

  /// A client that trusts the file signs in; one that does not is told how to.
  @Test func clientSignsInByHTTPSAndIsRecorded() throws {
    let machine = try Machine()
    let (authority, record) = (machine.folder.file("ca.pem"), machine.folder.file("record.har"))
    let server = try Server(machine, "encrypted", ["--token", "for-tests", "--tls", authority, "--record", record])
    #expect(server.ready["authority"]?.string == authority)
    let address = (server.ready["address"]?.string ?? "").replacing("127.0.0.1", with: "localhost")
    #expect(address.hasPrefix("https://localhost:"))
    let untrusted = try machine.howdah("login", address, "--with-token", input: "for-tests")
    #expect(untrusted.code != 0 && untrusted.error.contains("SSL_CERT_FILE"), "\(untrusted.everything)")
    let trust = ["SSL_CERT_FILE": authority]
    let login = try machine.howdah("login", address, "--with-token", input: "for-tests", environment: trust)
    #expect(login.code == 0, "\(login.everything)")
    let home = try machine.howdah("home", "--json", environment: trust)
    #expect(home.code == 0 && home.output.contains("wren"), "\(home.everything)")
    #expect(try server.stop() == 0)
    let text = try Files.text(record)
    let entries = try JSON(text)["log"]?["entries"]?.array ?? []
    #expect(entries.contains { $0["request"]?["url"]?.string?.hasPrefix("\(address)/api/v1/timelines/home") == true })
    #expect(!text.contains("for-tests"))
  }

  @Test func certificateOfSomebodyElseIsKept() throws {
    let machine = try Machine()
    let file = machine.folder.file("mine.pem")
    let other = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    try Files.write(other, to: file)
    let refused = try machine.howdah("sandbox", "--tls", file)
    #expect(refused.code == 2 && refused.error.contains("mine.pem exists"), "\(refused.everything)")
    #expect(try Files.text(file) == other)
    // A sandbox's own is replaced.
    let authority = machine.folder.file("ca.pem")
    for name in ["first", "second"] { #expect(try Server(machine, name, ["--tls", authority]).stop() == 0) }
  }

  @Test func residentsDoWhatAFileSays() throws {
    let machine = try Machine()
    let script = machine.folder.file("residents")
    try Files.write("# A test\n0s moss posts Hello, @you\n", to: script)
    let server = try Server(machine, "scripted", ["--residents", script])
    _ = try Deadline.first("the post") { try server.get("/api/v1/notifications").contains("Hello, ") ? true : nil }
    #expect(try server.stop() == 0)
    try Files.write("0s moss posts Hello\n0s mos follows you\n", to: script)
    let refused = try machine.howdah("sandbox", "--residents", script)
    #expect(refused.code == 2 && refused.error.contains("residents, line 2: There is no account mos"))
  }

  @Test(arguments: [
    (["--at", "noon"], "--at takes a time"), (["--speed=-1"], "--speed takes"), (["--speed", "x"], "--speed"),
    (["--users", "a b"], "--users takes names"), (["--connections", "0"], "--connections takes"),
    (["--token", "a b"], "--token takes"), (["--empty", "--busy", "3"], "--busy needs residents"),
    (["--log", "/nowhere/log"], "/nowhere/log"), (["--record", "/nowhere/har"], "/nowhere/har"),
    (["--tls", "/nowhere/ca.pem"], "/nowhere/ca.pem"), (["--residents", "/nowhere/script"], "/nowhere/script"),
    (["--residents", "x", "--busy", "3"], "--residents already"), (["--strict", "--quirks", "snac"], "--strict is"),
  ]) func mistakeInAnOptionIsRefused(_ options: [String], _ message: String) throws {
    let run = try Machine().howdah(["sandbox"] + options)
    #expect(run.code != 0 && run.output.isEmpty, "\(run.everything)")
    #expect(run.error.contains(message), "\(run.everything)")
  }
}
