import Foundation
import Glibc
import Testing

/// No answer of a server may end the program: recorded answers are changed in one place each, and shown and acted on.
///
/// Each run has a new seed, which it prints. `HOWDAH_FUZZ_SEED` sets it, `HOWDAH_FUZZ_MUTANTS` how many mutants are tried, and
/// `HOWDAH_FUZZ_FROM` the first of them: with a seed, a mutant's number and one mutant, exactly that one is run again.
/// `HOWDAH_FUZZ_LARGE` puts a text or list of megabytes into every mutant, instead of one in sixty.
@Suite(.timeLimit(.minutes(120))) struct FuzzTests {
  private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
    getenv(variable).flatMap { Number(String(cString: $0)) }
  }

  @Test func noAnswerEndsTheProgram() async throws {
    let seed: UInt64 = Self.number("HOWDAH_FUZZ_SEED") ?? .random(in: 0 ... .max)
    let first: Int = Self.number("HOWDAH_FUZZ_FROM") ?? 0
    let end = first + (Self.number("HOWDAH_FUZZ_MUTANTS") ?? 20_000)
    FuzzRun.say("fuzzing: HOWDAH_FUZZ_SEED=\(seed)")
    let folder = try TemporaryFolder()
    async let even = Self.fuzz(seed: seed, from: first, to: end, step: 2, journal: folder.file("even"))
    async let odd = Self.fuzz(seed: seed, from: first + 1, to: end, step: 2, journal: folder.file("odd"))
    for problem in await even + odd { Issue.record("HOWDAH_FUZZ_SEED=\(seed), \(problem)") }
  }

  /// How many mutants one process runs.
  ///
  /// The program runs once in a process: what the allocator keeps of thousands of runs says nothing of what one answer takes.
  private static let mutantsPerProcess = 2500

  /// Runs mutants in processes of their own, another one after each that ends too soon, and lists what went wrong.
  private static func fuzz(seed: UInt64, from first: Int, to end: Int, step: Int, journal: String) async -> [String] {
    var problems: [String] = []
    var ends: [String] = []
    var shown = 0
    var next = first
    while next < end, ends.count < 20 {
      let stop = min(end, next + mutantsPerProcess * step)
      let plan = FuzzRun.Plan(seed: seed, first: next, end: stop, step: step, journal: journal)
      let result = await #expect(processExitsWith: .success) { [plan = plan as FuzzRun.Plan] in
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        let run = try await FuzzRun(plan)
        try await run.run()
      }
      var lines: [String] = []
      do { lines = try Files.text(journal).split(separator: "\n").map(String.init) } catch { return ["\(error)"] }
      for line in lines.dropFirst(shown) where !line.hasPrefix("mutant") { FuzzRun.say("  \(line)") }
      shown = lines.count
      problems = lines.filter { $0.hasPrefix("problem") }
      guard result == nil else {
        next = stop
        continue
      }
      guard let last = lines.last(where: { $0.hasPrefix("mutant ") }),
        let index = last.dropFirst("mutant ".count).split(separator: ":").first.flatMap({ Int($0) })
      else { break }
      ends.append("the program ended: \(last)")
      next = index + step
    }
    return problems + ends
  }
}
