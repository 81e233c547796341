import FileTestKit
import FoundationEssentials
import GRDB
import Glibc
import MastodonKit
import Subprocesses
import Testing

@testable import LocalStore

/// Files that outlive the process that writes them, however that ends.
@Suite(.serialized) struct KilledTests {
  /// The probe's report of what it kept.
  private struct Kept {
    var drafts: Set<String> = []
    /// By `account`, `secret` or `setting` and the name: the last number.
    var last: [String: Int] = [:]

    mutating func take(_ line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      if words.first == "draft", words.count == 2 { drafts.insert(words[1]) }
      if words.count == 3, let number = Int(words[2]) { last[words[0] + " " + words[1]] = number }
      #expect(words.first != "notice", "\(line)")
    }
  }

  @Test(.timeLimit(.minutes(10))) func twoHundredProcessesKilledWhileTheyWriteLoseNothing() throws {
    let home = try TemporaryHome()
    var kept = Kept()
    var random = SystemRandomNumberGenerator()
    for round in 0..<100 {
      // Two at once, so that one is killed while it holds what the other one waits for.
      let probes = try ["a", "b"].map { try Probe(home: home, name: "\($0)\(round)") }
      let enough = Int.random(in: 0...5, using: &random)
      for probe in probes { try probe.readUntil { $0.contains("draft \(probe.name)-\(enough)\n") } }
      poll(nil, 0, Int32.random(in: 0...20, using: &random))
      for probe in probes { for line in probe.killed() { kept.take(line) } }
    }
    #expect(kept.drafts.count >= 200)

    let locations = Probe.locations(in: home)
    let database = Database(locations: locations, now: home.now, report: home.report)
    #expect(try database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    let found = try database.draftService(account: "wren@shore.example").all()
    #expect(kept.drafts.subtracting(found.map(\.id)) == [])
    for draft in found { #expect(draft.content.text == String(repeating: "\(draft.id) ", count: 200)) }

    let accounts = try AccountsFile(locations: locations, now: home.now, report: home.report).load()
    let secrets = SecretsFile(
      locations: locations, now: home.now, programs: .none, chosen: { .file }, report: home.report
    ).secrets
    let settings = try PreferencesFile(locations: locations).load()
    for (what, number) in kept.last {
      let name = String(what.split(separator: " ")[1])
      let present: Int? =
        switch what.split(separator: " ")[0] {
        case "account": accounts[name].flatMap { Int($0.accountID.rawValue) }
        case "secret": try secrets.load(name).flatMap { Int($0.token.accessToken.dropFirst("token ".count)) }
        default: settings[name].flatMap { Int($0) }
        }
      // The last thing that it did may be kept before it was said.
      #expect((present ?? -1) >= number, "\(what)")
    }
    #expect(home.notices == [])
    for directory in [locations.data, locations.data + "/secrets"] {
      #expect(try home.names(in: directory).filter { $0.contains("damaged") } == [])
    }
  }

  @Test(.timeLimit(.minutes(10))) func twoProcessesWriteOneDatabaseAtOnce() throws {
    let home = try TemporaryHome()
    let probes = try ["a", "b"].map { try Probe(home: home, name: $0) }
    for probe in probes { try probe.readUntil { $0.contains("draft \(probe.name)-40\n") } }
    var kept = Kept()
    for probe in probes { for line in probe.killed() { kept.take(line) } }
    let database = Database(locations: Probe.locations(in: home), now: home.now, report: home.report)
    let found = try Set(database.draftService(account: "wren@shore.example").all().map(\.id))
    #expect(kept.drafts.count > 80 && kept.drafts.isSubset(of: found))
  }
}

/// A process that writes until it is killed.
final class Probe {
  let name: String
  private let child: pid_t
  private let output: Int32
  private var text = ""

  static func locations(in home: TemporaryHome) -> FileLocations {
    FileLocations(
      config: home.path + "/config", data: home.path + "/data", state: home.path + "/state", cache: home.path + "/cache"
    )
  }

  init(home: TemporaryHome, name: String) throws {
    self.name = name
    // Beside the test bundle, where the same build puts both.
    let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Self.executable)
    let path = StoredFile.parent(of: bundle) + "/LocalStoreProbe"
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words: [String] = [path, home.path, name]
    let arguments = words.map { strdup($0) }
    defer { for text in arguments { free(text) } }
    var child = pid_t()
    let code = posix_spawn(&child, path, &actions, nil, arguments + [nil], [nil])
    close(ends[1])
    try #require(code == 0, "\(path) is not there")
    self.child = child
    output = ends[0]
  }

  deinit { close(output) }

  private static var executable: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  func readUntil(_ isEnough: (String) -> Bool) throws {
    while !isEnough(text) { try #require(readSome(), "the probe ended: \(text.suffix(300))") }
  }

  /// Ends it as the power would, and answers what it had said, whole lines alone.
  func killed() -> [Substring] {
    kill(child, SIGKILL)
    while readSome() {}
    waitpid(child, nil, 0)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private func readSome() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(output, &chunk, chunk.count)
    guard count > 0 else { return false }
    text += String(decoding: chunk[..<count], as: UTF8.self)
    return true
  }
}
