import Foundation
import Glibc
import MastodonClient
import MastodonKit
import Synchronization
import TerminalKit

/// A run of the fuzzer over some of the mutants that there are.
@MainActor
struct FuzzRun {
  /// The seed, how many mutants, and of these which part this process runs.
  struct Plan: Sendable, Codable {
    var seed: UInt64
    var first: Int
    var end: Int
    var step: Int
    /// The mutant up to which the run goes on after its deadline.
    var least: Int
    /// When the run ends, in seconds of the monotonic clock.
    var deadline: Double
    /// The file that says which mutant runs.
    var journal: String

    func hasTime(for mutant: Int) -> Bool { mutant < least || FuzzRun.now(CLOCK_MONOTONIC) < deadline }
  }

  /// One answer that may be changed.
  struct Target: Sendable {
    let scenario: FuzzScenario
    let request: String
    let origin: String
    let body: [UInt8]
    let fields: [JSONField]
    /// The commands that ask for it.
    let commands: Set<String>
  }

  static let memoryLimit = 200 << 20
  nonisolated static let timeLimit = 20.0
  static let outputLimit = (lines: 21_000, bytes: 3 << 20)

  let plan: Plan
  let server: FuzzServer
  let targets: [Target]

  init(_ plan: Plan) async throws {
    self.plan = plan
    server = try await FuzzServer()
    for (request, body) in FuzzScenario.taught { server.teach(request, body) }
    try await server.prepare(.post, "/api/v1/lists", "title=Friends")
    try await server.prepare(.post, "/api/v2/filters", "title=noise&context[]=home&keywords_attributes[][keyword]=Zzz")
    try await server.prepare(
      .post, "/api/v1/statuses", "status=Mine&poll[options][]=a&poll[options][]=b&poll[expires_in]=86400")
    var targets: [Target] = []
    for scenario in FuzzScenario.all {
      let outcome = try await FuzzWalk(scenario: scenario, server: server).run()
      if getenv("HOWDAH_FUZZ_WALKS") != nil {
        FuzzRun.say("\(scenario.name): \(outcome.typed)")
        for failure in outcome.failures { FuzzRun.say("   \(failure)") }
      }
      for answer in server.takeRecorded() {
        let fields = try JSONField.all(in: answer.body)
        targets.append(
          Target(
            scenario: scenario, request: answer.request, origin: "sandbox", body: answer.body, fields: fields,
            commands: outcome.commands[answer.request] ?? []))
      }
      for (folder, request) in scenario.payloads {
        for file in try Self.payloads(in: folder) {
          var body = [UInt8](file.data)
          if request.hasPrefix("STREAM "), let first = try JSONField.all(in: body).first(where: { $0.path == "[0]" }) {
            body = Array(body[first.value])
          }
          targets.append(
            Target(
              scenario: scenario, request: request, origin: "\(folder)/\(file.name)", body: body,
              fields: try JSONField.all(in: body), commands: outcome.commands[request] ?? []))
        }
      }
    }
    self.targets = targets
  }

  /// An event as it is streamed, and one that ends the reading.
  private static func frames(_ event: Substring, _ payload: [UInt8]) -> [String] {
    var text = ""
    for scalar in String(decoding: payload, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return [
      #"{"stream":["user"],"event":"\#(event)","payload":"\#(text)"}"#,
      #"{"stream":["user"],"event":"filters_changed"}"#,
    ]
  }

  private static func payloads(in folder: String) throws -> [(name: String, data: Data)] {
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    let path = tests.joined(separator: "/") + "/Fixtures/payloads/\(folder)"
    return try Files.names(in: path).filter { $0.hasSuffix(".json") }.map { name in
      (name, Data(try Files.read("\(path)/\(name)")))
    }
  }

  /// Runs the mutants; every one is written down before it runs.
  func run() async throws {
    // What is saved goes into the folder of the journal, and is removed with it.
    guard let slash = plan.journal.lastIndex(of: "/"), chdir(String(plan.journal[..<slash])) == 0 else {
      throw Problem("\(plan.journal) is in no folder")
    }
    let journal = open(plan.journal, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard journal >= 0 else { throw Problem("\(plan.journal) cannot be written") }
    defer { close(journal) }
    let watch = Watch(journal: journal)
    func note(_ text: String) {
      let line = Array("\(text)\n".utf8)
      _ = line.withUnsafeBytes { write(journal, $0.baseAddress, $0.count) }
    }
    note(
      "baseline \(Self.peakMemory >> 20) MB, \(targets.count) answers, \(targets.reduce(0) { $0 + $1.fields.count }) fields"
    )
    var reached = 0
    for index in stride(from: plan.first, to: plan.end, by: plan.step) {
      guard plan.hasTime(for: index) else { break }
      var random = Random(seed: plan.seed, index: index)
      let target = targets[random.next(below: targets.count)]
      let field = target.fields[random.next(below: target.fields.count)]
      let isLarge = random.next(below: 60) == 0 || getenv("HOWDAH_FUZZ_LARGE") != nil
      let pool = isLarge ? Mutation.large : Mutation.small
      let mutation = pool[random.next(below: pool.count)]
      guard let body = mutation.apply(target.body, field) else { continue }
      let formats: [Renderer.Format] = [.plain, .ansi, .spoken, .json]
      var walk = FuzzWalk(scenario: target.scenario, server: server)
      walk.format = formats[random.next(below: formats.count)]
      walk.sample = (4, random.next(below: 4))
      walk.needed = target.commands
      let name =
        "\(index): \(target.scenario.name), \(walk.format), \(target.request) of \(target.origin), \(field.path): \(mutation.name)"
      note("mutant \(name)")
      if target.request.hasPrefix("STREAM ") {
        server.replay(nil, [], frames: Self.frames(target.request.dropFirst("STREAM ".count), body))
      } else {
        server.replay(target.request, body)
      }
      watch.begin(name)
      let outcome = try await walk.run()
      let seconds = watch.end()
      if seconds > 4 { note("slow \(name): \(seconds) s") }
      if server.wasAsked {
        reached += 1
      } else if getenv("HOWDAH_FUZZ_WALKS") != nil {
        Self.say("unreached \(name)")
      }
      if outcome.longest.bytes > Self.outputLimit.bytes || outcome.longest.lines > Self.outputLimit.lines {
        note(
          "problem \(name): \(outcome.longest.command) printed \(outcome.longest.lines) lines, \(outcome.longest.bytes) bytes"
        )
      }
      let memory = Self.peakMemory
      if memory > Self.memoryLimit {
        note("problem \(name): \(memory >> 20) MB of memory at most")
        Self.resetPeakMemory()
      }
    }
    note("done, \(reached) reached, \(Self.peakMemory >> 20) MB of memory at most")
  }

  /// Writes a line to standard error, which the test runner passes on.
  nonisolated static func say(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }

  /// A clock's time in seconds.
  nonisolated static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that this process has held since the last reset, from the kernel.
  static var peakMemory: Int {
    do {
      let line = try Files.text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    } catch {
      return 0
    }
  }

  static func resetPeakMemory() {
    do { try Files.write("5", to: "/proc/self/clear_refs") } catch { return }
  }
}

/// Random numbers that are the same for the same seed and mutant (splitmix64).
struct Random {
  private var state: UInt64

  init(seed: UInt64, index: Int) { state = seed &+ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03 }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(bound))
  }
}

/// Ends the process where a mutant does not end, whatever holds the threads of Swift's pool.
///
/// The time of the processor counts, since other programs may have it meanwhile; who waits for ever has ten times as long.
private final class Watch: Sendable {
  private struct Start {
    var name: String
    var busy = FuzzRun.now(CLOCK_PROCESS_CPUTIME_ID)
    var elapsed = FuzzRun.now(CLOCK_MONOTONIC)

    var seconds: (busy: Double, elapsed: Double) {
      (FuzzRun.now(CLOCK_PROCESS_CPUTIME_ID) - busy, FuzzRun.now(CLOCK_MONOTONIC) - elapsed)
    }
  }

  private let current = Mutex<Start?>(nil)

  init(journal: Int32) {
    let thread = Thread { [weak self] in
      while let self {
        if let start = self.current.withLock({ $0 }),
          start.seconds.busy > FuzzRun.timeLimit || start.seconds.elapsed > 10 * FuzzRun.timeLimit
        {
          let line = Array("problem \(start.name): it did not end in \(FuzzRun.timeLimit) s\n".utf8)
          _ = line.withUnsafeBytes { write(journal, $0.baseAddress, $0.count) }
          _exit(9)
        }
        usleep(200_000)
      }
    }
    thread.start()
  }

  func begin(_ name: String) { current.withLock { $0 = Start(name: name) } }

  /// The seconds of the processor that the mutant took.
  func end() -> Double {
    current.withLock { current in
      defer { current = nil }
      return current?.seconds.busy ?? 0
    }
  }
}
