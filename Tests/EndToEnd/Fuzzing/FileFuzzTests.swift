import FeatureKit
import Glibc
import PushNotifications
import TerminalKit
import Testing
import TranscriptKit

@testable import AppCoordinator
@testable import AppEnvironment
@testable import REPL
@testable import howdah

/// Whatever is in a file that the program reads, it is understood or refused in a sentence: examples with changed bytes.
///
/// The bytes are those of a seed, which is printed with each problem. `HOWDAH_FUZZ_SEED` sets it, `HOWDAH_FUZZ_FILES` how many
/// files of each kind are tried.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct FileFuzzTests {
  private let seed = Self.number("HOWDAH_FUZZ_SEED") ?? UInt64.random(in: 0 ... .max)
  private let count = Self.number("HOWDAH_FUZZ_FILES").map { Int($0) } ?? 40

  private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

  /// An example with some bytes changed, left out, doubled or put in.
  private func changed(_ example: [UInt8], _ index: Int) -> [UInt8] {
    var random = Random(seed: seed, index: index)
    var bytes = example
    let pieces: [[UInt8]] = [
      [0], [0xFF], [0xEF, 0xBB, 0xBF], [0x1B, 0x5B], Array("\r\n\n,,\"".utf8), Array("9999999999".utf8),
    ]
    for _ in 0...random.next(below: 4) {
      let place = random.next(below: bytes.count + 1)
      let end = min(bytes.count, place + 1 + random.next(below: 12))
      switch random.next(below: 5) {
      case 0: bytes.insert(contentsOf: pieces[random.next(below: pieces.count)], at: place)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: random.next(below: bytes.count + 1))
      case 3: bytes.removeLast(bytes.count - place)
      default: for place in place..<end { bytes[place] = UInt8(random.next(below: 256)) }
      }
    }
    return bytes
  }

  /// What the program writes itself is changed, and read back without changing anything.
  @Test func noImportedFileEndsTheProgram() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    let interpreter = Interpreter(host: Host(app), output: output, assumesYes: true)
    let folder = try TemporaryFolder()
    let file = folder.file("file")
    #expect(await interpreter.run(line: "group create Boats #canal @heron; alias gm = home").failure == nil)
    for kind in ["follows", "lists", "mutes", "blocks", "bookmarks", "groups", "servers", "settings"] {
      let (before, after) = kind == "settings" ? ("settings ", "") : ("", " \(kind)")
      #expect(await interpreter.run(line: "\(before)export\(after) \(file)").failure == nil, "\(kind)")
      let example = try Files.read(file)
      for index in 0..<count {
        try Files.write(bytes: changed(example, index), to: file)
        guard let failure = await interpreter.run(line: "\(before)import\(after) \(file) --dry-run").failure else {
          continue
        }
        if case .unknown = failure { Issue.record("HOWDAH_FUZZ_SEED=\(seed), \(kind) \(index): \(failure.message)") }
        #expect(!failure.message.isEmpty && !failure.suggestion.isEmpty, "HOWDAH_FUZZ_SEED=\(seed), \(kind) \(index)")
      }
    }
    withExtendedLifetime(folder) {}
    await app.shutdown()
  }

  @Test func everySessionAndPushIsRead() throws {
    let session = Array(try #require(SessionFixture.all.first { $0.name == "replying" }).transcript.text.utf8)
    let push = Array(
      #"{"access_token":"","preferred_locale":"en","notification_id":9,"notification_type":"mention","title":"Rook","body":"x"}"#
        .utf8)
    for index in 0..<count {
      let bytes = changed(session, index)
      let transcript = Transcript(String(decoding: bytes, as: UTF8.self))
      #expect(transcript.typed.count <= transcript.lines.count, "HOWDAH_FUZZ_SEED=\(seed), session \(index)")
      let same = TranscriptComparison(of: transcript, with: transcript)
      #expect(same.isEqual, "HOWDAH_FUZZ_SEED=\(seed), session \(index) differs from itself")
      do throws(PushFailure) {
        let payload = try PushPayload(reading: changed(push, index))
        #expect(!payload.title.isEmpty, "HOWDAH_FUZZ_SEED=\(seed), push \(index)")
      } catch {
        #expect(error == .noNotification, "HOWDAH_FUZZ_SEED=\(seed), push \(index)")
      }
    }
  }
}
