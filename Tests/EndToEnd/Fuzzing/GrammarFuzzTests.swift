import Foundation
import Glibc
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import AppEnvironment
@testable import FeatureKit
@testable import REPL
@testable import howdah

/// Whatever is typed is understood or refused in a sentence, and quickly: random lines, and examples that are changed.
///
/// The lines are those of a seed, which is printed. `HOWDAH_FUZZ_SEED` sets it, and `HOWDAH_FUZZ_LINES` how many lines are tried.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct GrammarFuzzTests {
  private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
    getenv(variable).flatMap { Number(String(cString: $0)) }
  }

  @Test func everyLineIsUnderstoodOrRefused() async throws {
    let seed: UInt64 = Self.number("HOWDAH_FUZZ_SEED") ?? .random(in: 0 ... .max)
    let count: Int = Self.number("HOWDAH_FUZZ_LINES") ?? 10_000
    let app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    let reading = LineReading(Interpreter(host: app, output: output))
    var lines = LineMutator(seed: seed, verbs: reading.verbs)
    var tally = Tally()
    for _ in 0..<count {
      let line = lines.next()
      let began = Self.processorTime()
      let outcome = await reading.read(line)
      tally.add(outcome, line, milliseconds: Self.processorTime() - began)
      for problem in outcome.problems {
        Issue.record("HOWDAH_FUZZ_SEED=\(seed), \(problem): \(Sanitizer.clean(String(line.prefix(300))))")
      }
    }
    FuzzRun.say("grammar: HOWDAH_FUZZ_SEED=\(seed), \(tally)")
    #expect(tally.understood > count / 20 && tally.refused > count / 20)
    // A debug build on a busy machine; what grows with the square of a line's length takes longer.
    #expect(tally.slowest.milliseconds < 1000, "\(Sanitizer.clean(String(tally.slowest.line.prefix(300))))")
    await app.shutdown()
  }

  /// The time for which this thread has run, in milliseconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// The results of the lines.
private struct Tally: CustomStringConvertible {
  private(set) var understood = 0
  private(set) var refused = 0
  private(set) var slowest: (milliseconds: Double, line: String) = (0, "")
  private var times: [Double] = []

  mutating func add(_ outcome: LineReading.Outcome, _ line: String, milliseconds: Double) {
    if outcome.isUnderstood { understood += 1 } else { refused += 1 }
    times.append(milliseconds)
    if milliseconds > slowest.milliseconds { slowest = (milliseconds, line) }
  }

  var description: String {
    let sorted = times.sorted()
    func percentile(_ share: Double) -> String {
      String(format: "%.2f", sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
    return "\(times.count) lines: \(understood) understood, \(refused) refused; "
      + "median \(percentile(0.5)) ms, 99th percentile \(percentile(0.99)), 99.9th \(percentile(0.999)), "
      + "slowest \(percentile(1)) ms with \(slowest.line.utf8.count) bytes"
  }
}

/// Reads lines as the prompt does and runs nothing.
@MainActor
private struct LineReading {
  struct Outcome {
    var isUnderstood = false
    var problems: [String] = []
  }

  let verbs: [Verb]
  private let checker: LineChecker
  private let highlighter: CommandHighlighter

  init(_ interpreter: Interpreter) {
    checker = LineChecker(interpreter)
    verbs = (interpreter.line.catalog.layers + interpreter.host.layersElsewhere).flatMap(\.verbs)
    highlighter = interpreter.line.highlighter
  }

  func read(_ line: String) async -> Outcome {
    var outcome = Outcome()
    checkParts(of: line, &outcome)
    do {
      _ = try await checker.check(line: line)
      outcome.isUnderstood = true
    } catch {
      check(AppError(error), &outcome)
    }
    return outcome
  }

  /// The passages that are coloured are in order and within the line.
  private func checkParts(of line: String, _ outcome: inout Outcome) {
    let length = line.unicodeScalars.count
    var end = 0
    for part in highlighter.parts(of: line) {
      if part.range.lowerBound < end || part.range.upperBound > length {
        outcome.problems.append("\(part.kind) at \(part.range) of \(length)")
      }
      end = part.range.upperBound
    }
  }

  /// A refusal is a sentence that says what to do next, and safe to print.
  private func check(_ error: AppError, _ outcome: inout Outcome) {
    if case .unknown = error { outcome.problems.append("no words for the error “\(error.message)”") }
    if error.message.isEmpty || error.suggestion.isEmpty { outcome.problems.append("an empty message or suggestion") }
    let printed = error.message + error.suggestion
    if printed.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) }) {
      outcome.problems.append("a control character in “\(error.message.debugDescription)”")
    }
  }
}

/// Creates lines: from the examples of the manual, from the commands with their options, and from nothing.
private struct LineMutator {
  private var random: Random
  private let seeds: [String]
  private let words: [String]

  @MainActor
  init(seed: UInt64, verbs: [Verb]) {
    random = Random(state: seed)
    let usages = verbs.flatMap { verb in
      [verb.name, "\(verb.name) 1", "\(verb.name) public 3", verb.usage.filter { !"[]…".contains($0) }]
        + verb.parameters.filter(\.isFlag).map { "\(verb.name) 1 --\($0.name)\($0.takesValue ? " 1" : "")" }
    }
    seeds = Manual.language.sections.flatMap(\.lines) + usages
    words = Array(Set(seeds.flatMap { $0.split(separator: " ").map(String.init) })).sorted()
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// The pieces that make lines hard to read.
  private static let pieces = [
    "\"", "'", "\\", ";", " ; ", "--", "-", "---", "=", "--=", "--cw", "--json", "> ", ">>", " > file", " | less", "| ",
    "#", "@", "!", "/", "//", ".", "-", "$1", "$@", "$$", "1-3", "3-1", "1,2,3", "1-99999999999999999999",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "0", "00", "1-", "-1", "1--2", "a1", "n2",
    "zz99999",
    "@rook", "@rook@shore.example", "@@", "#canal", "##", "https://shore.example/@rook/1", "https://", "http://[::1",
    "\u{0}",
    "\u{1B}[31m", "\u{202E}", "\u{301}", "e\u{301}\u{301}\u{301}", "👩🏽‍🔧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "日本語", "\u{FEFF}", "\u{2028}", "\u{A0}",
    "\t", "\n", "\r\n", "\u{85}", "ǅ", "İ", "ß", "٣", "½", "１", "2026-13-45", "99:99", "1e999", "NaN", "25h", "-5m",
    "∞",
    "en-XX-too-long-for-a-language", "violation", "public", "none", "off", "*", "?", "~", "&", "&&", "`date`",
    "$(date)",
  ]

  mutating func next() -> String {
    var line: String
    switch Int.random(in: 0..<20, using: &random) {
    case 0: line = text(.random(in: 0...40, using: &random))
    case 1...4: line = (0..<Int.random(in: 1...8, using: &random)).map { _ in pick(words) }.joined(separator: " ")
    default: line = pick(seeds)
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) { line = changed(line) }
    // Seldom a pasted page.
    if Int.random(in: 0..<2000, using: &random) == 0, !line.isEmpty {
      line = String(repeating: line + pick(Self.pieces), count: 20_000 / max(line.utf8.count, 20))
    }
    return line
  }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

  private mutating func text(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text += pick(Self.pieces)
      case 1: text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)) ?? "�")
      default: text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
      }
    }
    return text
  }

  private mutating func changed(_ line: String) -> String {
    var characters = Array(line)
    let place = Int.random(in: 0...characters.count, using: &random)
    let end = min(characters.count, place + Int.random(in: 1...6, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: characters.insert(contentsOf: pick(Self.pieces), at: place)
    case 1: characters.insert(contentsOf: " " + pick(words) + " ", at: place)
    case 2: characters.removeSubrange(place..<end)
    case 3: characters.insert(contentsOf: characters[place..<end], at: place)
    case 4: characters[place..<end].reverse()
    case 5: return line + pick(["; ", " ", ""]) + pick(seeds)
    default: return line + " " + pick(Self.pieces)
    }
    return String(characters)
  }
}
