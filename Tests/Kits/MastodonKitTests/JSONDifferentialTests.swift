import FoundationEssentials
import MastodonKit
import Testing

/// The project's reading of JSON beside Foundation's, on every payload and on seeded damage to it.
@Suite struct JSONDifferentialTests {
  static let payloads: [String] = {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: Payload.folder).filter { $0.hasSuffix(".json") }
        .sorted()
    } catch {
      return []
    }
  }()

  @Test func thereArePayloads() { #expect(Self.payloads.count > 20) }

  @Test(arguments: payloads) func bothReadTheSame(_ path: String) throws {
    let data = try #require(FileManager.default.contents(atPath: "\(Payload.folder)/\(path)"))
    #expect(
      try MastodonJSON.decode(AnyJSON.self, from: data) == (try JSONDecoder().decode(AnyJSON.self, from: data)))
  }

  @Test(arguments: payloads) func bothRefuseTheSameDamage(_ path: String) throws {
    let data = try #require(FileManager.default.contents(atPath: "\(Payload.folder)/\(path)"))
    var damage = Damage(seed: UInt64(data.count), original: Array(data))
    for step in 0..<40 {
      let bytes = damage.next()
      let ours = read(bytes) { try MastodonJSON.decode(AnyJSON.self, from: $0) }
      // Foundation refuses broken characters, which cost us only themselves.
      guard String(validating: bytes, as: UTF8.self) != nil, !hasHalfPairs(bytes) else { continue }
      let theirs = read(bytes) { try JSONDecoder().decode(AnyJSON.self, from: $0) }
      #expect(ours == theirs, "\(path), step \(step): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// The value that is read, nil where it is refused in one of the two ways that there are.
  private func read<Value>(_ bytes: [UInt8], _ decode: (Data) throws -> Value) -> Value? {
    do {
      return try decode(Data(bytes))
    } catch is JSONSyntaxError {
      return nil
    } catch is DecodingError {
      return nil
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  /// Whether the first half of a pair or the second is escaped in it, `\ud800` to `\udfff`.
  private func hasHalfPairs(_ bytes: [UInt8]) -> Bool {
    let backslash = UInt8(ascii: "\\")
    // By bytes: to look for characters in so many texts took longer than to read them all.
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + 3 < bytes.count {
        if bytes[index] == backslash, bytes[index + 1] | 0x20 == UInt8(ascii: "u"),
          bytes[index + 2] | 0x20 == UInt8(ascii: "d"), "89abcdefABCDEF".utf8.contains(bytes[index + 3])
        {
          return true
        }
        index += 1
      }
      return false
    }
  }
}

/// Seeded ways to break a text.
private struct Damage {
  private var state: UInt64
  private let original: [UInt8]

  init(seed: UInt64, original: [UInt8]) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    self.original = original
  }

  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % max(bound, 1)
  }

  mutating func next(edits: Int = 3) -> [UInt8] {
    var bytes = original
    let marks = Array(#"{}[]":,\u0-9.eE+tfn "#.utf8)
    for _ in 0..<1 + random(edits) {
      let place = random(bytes.count)
      switch random(7) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8(random(256))
      case 2: bytes[place] = marks[random(marks.count)]
      case 3: bytes.insert(marks[random(marks.count)], at: place)
      case 4: bytes.remove(at: place)
      case 5: bytes.removeSubrange(place..<min(bytes.count, place + random(40)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(40))], at: random(bytes.count))
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }
}
