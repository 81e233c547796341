import Foundation
import Glibc
import Testing

/// No answer of a server may end the program: recorded answers are changed in one place each, and shown and acted on.
///
/// Runs for a minute, and longer on a slow machine until it has tried 300 mutants; prints how many it tried. Each run has a new seed,
/// which it prints. `HOWDAH_FUZZ_MUTANTS` asks for a fixed number of mutants instead. `HOWDAH_FUZZ_SEED` sets the seed and
/// `HOWDAH_FUZZ_FROM` the first mutant: with a seed, a mutant's number and one mutant, exactly that one is run again.
/// `HOWDAH_FUZZ_LARGE` puts a text or list of megabytes into every mutant, instead of one in sixty.
@Suite(.timeLimit(.minutes(120))) struct FuzzTests {
  private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
    getenv(variable).flatMap { Number(String(cString: $0)) }
  }

  @Test func noAnswerEndsTheProgram() async throws {
    let seed: UInt64 = Self.number("HOWDAH_FUZZ_SEED") ?? .random(in: 0 ... .max)
    let first: Int = Self.number("HOWDAH_FUZZ_FROM") ?? 0
    let count: Int? = Self.number("HOWDAH_FUZZ_MUTANTS")
    let plan = FuzzRun.Plan(
      seed: seed, first: first, end: count.map { first + $0 } ?? .max, step: 2, least: first + 300,
      deadline: count == nil ? FuzzRun.now(CLOCK_MONOTONIC) + 60 : .greatestFiniteMagnitude, journal: "")
    FuzzRun.say("fuzzing: HOWDAH_FUZZ_SEED=\(seed)")
    let folder = try TemporaryFolder()
    async let even = Self.fuzz(plan, offset: 0, journal: folder.file("even"))
    async let odd = Self.fuzz(plan, offset: 1, journal: folder.file("odd"))
    let runs = await [even, odd]
    FuzzRun.say("fuzzing: \(runs.reduce(0) { $0 + $1.mutants }) mutants")
    for problem in runs.flatMap(\.problems) { Issue.record("HOWDAH_FUZZ_SEED=\(seed), \(problem)") }
  }

  /// The number of mutants in one process.
  ///
  /// The program runs once in a process: what the allocator keeps of thousands of runs says nothing of what one answer takes.
  private static let mutantsPerProcess = 2500

  /// Runs every second mutant of a plan in processes of their own, another one after each that ends too soon, and lists what went wrong.
  private static func fuzz(
    _ whole: FuzzRun.Plan, offset: Int, journal: String
  ) async -> (mutants: Int, problems: [String]) {
    var problems: [String] = []
    var ends: [String] = []
    var shown = 0
    var mutants = 0
    var plan = whole
    plan.journal = journal
    plan.first += offset
    while plan.first < whole.end, plan.hasTime(for: plan.first), ends.count < 20 {
      plan.end = min(whole.end, plan.first + mutantsPerProcess * plan.step)
      let result = await #expect(processExitsWith: .success) { [plan = plan as FuzzRun.Plan] in
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        let run = try await FuzzRun(plan)
        try await run.run()
      }
      var lines: [String] = []
      do {
        lines = try Files.text(journal).split(separator: "\n").map(String.init)
      } catch {
        return (mutants, ["\(error)"])
      }
      for line in lines.dropFirst(shown) where !line.hasPrefix("mutant") { FuzzRun.say("  \(line)") }
      shown = lines.count
      mutants = lines.count { $0.hasPrefix("mutant ") }
      problems = lines.filter { $0.hasPrefix("problem") }
      guard result == nil else {
        plan.first = plan.end
        continue
      }
      guard let last = lines.last(where: { $0.hasPrefix("mutant ") }),
        let index = last.dropFirst("mutant ".count).split(separator: ":").first.flatMap({ Int($0) })
      else { break }
      ends.append("the program ended: \(last)")
      plan.first = index + plan.step
    }
    return (mutants, problems + ends)
  }
}
