import Glibc
import PushNotifications
import Testing
import TranscriptKit

/// Whatever is in a file that the program reads, it is understood or refused in a sentence: examples with changed bytes.
///
/// The bytes are those of a seed, which is printed with each problem. `HOWDAH_FUZZ_SEED` sets it, `HOWDAH_FUZZ_FILES` how many
/// files of each kind are tried.
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
