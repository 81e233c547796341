import FoundationEssentials
import MastodonKit
import Testing

/// A server's answer kept in a file, and what must be made of it.
struct Payload: Sendable, CustomTestStringConvertible {
  /// Its place in Fixtures/payloads, without the ending of what is JSON.
  let path: String
  let verify: @Sendable () throws -> Void

  var testDescription: String { path }

  /// Reads the file as `Entity`, and checks it.
  init<Entity: Decodable & SendableMetatype>(
    _ path: String, as type: Entity.Type, check: @escaping @Sendable (Entity) throws -> Void
  ) {
    self.path = path
    verify = {
      try check(try MastodonJSON.decode(type, from: try Payload.data(path)))
    }
  }

  /// Reads the file as a list of statuses, each by its id.
  static func statuses(_ path: String, check: @escaping @Sendable (LossyList<Status>) throws -> Void) -> Payload {
    Payload("statuses/\(path)", as: LossyList<Status>.self, check: check)
  }

  /// Reads the file as a refusal, which must not be taken for an empty page or for a status.
  static func refusal(_ path: String, check: @escaping @Sendable (ValidationError) throws -> Void) -> Payload {
    Payload("errors/\(path)", as: ValidationError.self) { error in
      try check(error)
      try Payload("errors/\(path)").verify()
    }
  }

  /// A file of which nothing may be read, whatever was asked for.
  init(_ path: String) {
    self.path = path
    verify = {
      let data = try Payload.data(path)
      #expect(throws: (any Error).self) { try MastodonJSON.decode(LossyList<Status>.self, from: data) }
      #expect(throws: (any Error).self) { try MastodonJSON.decode(Status.self, from: data) }
      #expect(throws: (any Error).self) { try MastodonJSON.decode(Instance.self, from: data) }
      #expect(throws: (any Error).self) { try MastodonJSON.decode(Token.self, from: data) }
    }
  }

  /// The file's name below Fixtures/payloads.
  var file: String { path.hasSuffix(".html") ? path : "\(path).json" }

  static let folder: String = {
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return tests.joined(separator: "/") + "/Fixtures/payloads"
  }()

  private static func data(_ path: String) throws -> Data {
    let file = path.hasSuffix(".html") ? path : "\(path).json"
    return try #require(FileManager.default.contents(atPath: "\(folder)/\(file)"), "no payload \(path)")
  }
}

@Suite struct PayloadTests {
  static let all =
    Payload.statuses + Payload.others + Payload.goToSocial + Payload.pleroma + Payload.refusals + Payload.contradictions

  @Test(arguments: all) func answerIsParsed(_ payload: Payload) throws {
    try payload.verify()
  }

  @Test func everyPayloadIsClaimedByACase() throws {
    let claimed = Set(Self.all.map(\.file))
    #expect(claimed.count == Self.all.count)
    #expect(try files().subtracting(claimed).sorted() == [])
  }

  @Test func theTableNamesEveryPayloadAndNoOther() throws {
    let table = try #require(FileManager.default.contents(atPath: "\(Payload.folder)/README.md"))
    let named = String(decoding: table, as: UTF8.self).split(separator: "`", omittingEmptySubsequences: false)
      .enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.contains("/") }.map { String($0.element) }
    #expect(Set(named).symmetricDifference(Set(Self.all.map(\.path))).sorted() == [])
  }

  private func files() throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: Payload.folder)
    return Set(all.filter { $0.contains("/") && $0.contains(".") && !$0.hasSuffix("/") })
  }
}
