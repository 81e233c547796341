import Glibc
import Testing

/// Whatever ends `outbox send`, `sync` or `archive fetch`, wherever it is: each item is sent once, in its order, and the archive is
/// whole.
///
/// Runs for half a minute. `HOWDAH_KILLS` asks for a number of kills instead, as `make test-long` does.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(120)))
struct KilledOutboxTests {
  /// What a server does with the key of a post.
  enum Keys: String, CaseIterable, CustomTestStringConvertible {
    case honoured, ignored
    var testDescription: String { rawValue }
  }

  private static let kills: Int? = getenv("HOWDAH_KILLS").flatMap { Int(String(cString: $0)) }

  /// What is ended; those that send come often enough to be done with it.
  private static let commands = [["outbox", "send"], ["sync"], ["outbox", "send"], ["archive", "fetch", "mine"]]

  private static func seconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  @Test(arguments: Keys.allCases) func killedWhileSendingNothingIsLostOrDoubled(_ keys: Keys) throws {
    let machine = try Machine()
    let server = try machine.signIn(
      quirks: keys == .ignored ? "gotosocial" : nil, faults: ["POST /api/v1/statuses delay 40ms"])
    var (expected, kills, rounds): ([String], Int, Int) = ([], 0, 0)
    let end = Self.seconds() + 15
    let start = try machine.startTime()
    while Self.kills.map({ kills < $0 / 2 }) ?? (Self.seconds() < end || kills < 5) {
      rounds += 1
      let texts = (1...6).map { "round \(rounds), post \($0)" }
      expected += texts
      let queued = try machine.howdah("-c", texts.map { "post --later \"\($0)\"" }.joined(separator: "; "))
      #expect(queued.code == 0, "\(queued.everything)")
      for attempt in 1...100 {
        let process = try ChildProcess(
          Machine.program(), Self.commands[attempt % Self.commands.count], environment: machine.environment,
          error: machine.folder.file("errors"))
        // Every fifth attempt may come to its end: it waits where a server ignores keys.
        let isKilled = !attempt.isMultiple(of: 5)
        if isKilled { usleep(UInt32.random(in: 0...(start + 400_000))) }
        if isKilled, process.exitCode == nil {
          process.signal([SIGKILL, SIGKILL, SIGTERM, SIGINT, SIGHUP].randomElement() ?? SIGKILL)
          kills += 1
        }
        _ = try process.wait()
        if try JSON(machine.howdah("outbox", "--json").output)["items"]?.array?.isEmpty == true { break }
      }
    }
    let page = try JSON(machine.howdah("profile", "me", "posts", "--all", "--json").output)["items"]?.array ?? []
    let sent = page.compactMap { $0["text"]?.string }.filter { $0.hasPrefix("round ") }
    #expect(Array(sent.reversed()) == expected, "after \(kills) kills")
    #expect(try JSON(machine.howdah("drafts", "--json").output)["items"]?.array?.isEmpty == true)
    _ = try machine.howdah("archive", "fetch", "mine")
    let found = try JSON(machine.howdah("find", "round", "in:mine", "--count", "--json").output)["count"]?.number
    #expect(found == Double(expected.count), "after \(kills) kills")
    let files = try machine.kept().map(\.path)
    #expect(files.contains { $0.hasSuffix(".sqlite") } && !files.contains { $0.contains("damaged") }, "\(files)")
    FuzzRun.say("kills: \(kills), keys \(keys)")
    withExtendedLifetime(server) {}
  }
}

extension Machine {
  /// How long the program takes until it sends something, in microseconds.
  fileprivate func startTime() throws -> UInt32 {
    var (before, after) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &before)
    _ = try howdah("outbox", "--json")
    clock_gettime(CLOCK_MONOTONIC, &after)
    return UInt32((after.tv_sec - before.tv_sec) * 1_000_000 + (after.tv_nsec - before.tv_nsec) / 1000)
  }
}
