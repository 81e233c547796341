import FoundationEssentials
import MastodonKit
import Testing

/// A server's answer kept in a file, and what must be made of it.
struct Payload: Sendable, CustomTestStringConvertible {
  let path: String
  let verify: @Sendable () throws -> Void

  var testDescription: String { path }

  /// Reads the file as `Entity`, checks it, and checks that writing and reading it again loses nothing, and that another
  /// decoder than the project's own reads the same.
  init<Entity: Codable & SendableMetatype>(
    _ path: String, as type: Entity.Type, check: @escaping @Sendable (Entity) throws -> Void
  ) {
    self.path = path
    verify = {
      let data = try Payload.data(path)
      let entity = try MastodonJSON.decode(type, from: data)
      try check(entity)
      let written = try Payload.canonical(entity)
      #expect(written == (try Payload.canonical(try MastodonJSON.decode(type, from: written))))
      #expect(written == (try Payload.canonical(try JSONDecoder().decode(type, from: data))))
    }
  }

  /// Reads the file as a list of statuses, each by its id.
  static func statuses(_ path: String, check: @escaping @Sendable (LossyList<Status>) throws -> Void) -> Payload {
    Payload("statuses/\(path)", as: LossyList<Status>.self, check: check)
  }

  static let folder: String = {
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return tests.joined(separator: "/") + "/Fixtures/payloads"
  }()

  private static func data(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: "\(folder)/\(path).json"), "no payload \(path)")
  }

  private static func canonical(_ entity: some Encodable) throws -> String {
    let encoder = MastodonJSON.makeEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(entity), as: UTF8.self)
  }
}

@Suite struct PayloadTests {
  static let all = Payload.statuses + Payload.others

  @Test(arguments: all) func anAnswerIsReadForWhatItSays(_ payload: Payload) throws {
    try payload.verify()
  }

  @Test func everyPayloadIsClaimedByACase() throws {
    let claimed = Set(Self.all.map { "\($0.path).json" })
    let folders = Set(claimed.map { $0.prefix { $0 != "/" } })
    var found: Set<String> = []
    for folder in folders {
      for file in try FileManager.default.contentsOfDirectory(atPath: "\(Payload.folder)/\(folder)") {
        found.insert("\(folder)/\(file)")
      }
    }
    #expect(found.subtracting(claimed).sorted() == [])
  }
}
