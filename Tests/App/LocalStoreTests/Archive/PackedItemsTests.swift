import FeatureKit
import FileTestKit
import Foundation
import Testing

@testable import LocalStore

/// Files with the archive of an account are read as a stream, whatever is in them.
@Suite(.timeLimit(.minutes(5))) struct PackedItemsTests {
  private let folder: TemporaryHome

  init() throws { folder = try TemporaryHome() }

  private func path(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func items(_ path: String) throws -> [String] {
    let items = try #require(try PackedItems(path, names: ["outbox.json", "likes.json", "bookmarks.json"]))
    var all: [String] = []
    while let some = try items.next() { all += some.map { "\($0.file) \(String(decoding: $0.json, as: UTF8.self))" } }
    return all
  }

  private static let outbox = #"""
    {"@context": "x", "id": "outbox.json", "type": "OrderedCollection", "totalItems": 2, "orderedItems": [{"type": "Create", "n": 1, "text": "a \"b\" ] }"}, {"type": "Announce", "n": [2]}]}
    """#

  private static let elements = [
    #"{"type": "Create", "n": 1, "text": "a \"b\" ] }"}"#, #"{"type": "Announce", "n": [2]}"#,
  ]

  private static let packed = ["tar.gz": tarball, "zip": zip]

  @Test(arguments: packed.keys) func theElementsOfTheWantedFilesAreRead(_ name: String) throws {
    let bytes = try #require(Self.packed[name])
    let found = try items(try path(name, bytes))
    #expect(found == Self.elements.map { "outbox.json \($0)" } + [#"likes.json "https://shore.example/1""#])
    // Nothing is written, wherever the names lead.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test func aTextIsReadByItself() throws {
    #expect(try items(try path("mine.json", Array(Self.outbox.utf8))) == Self.elements.map { "mine.json \($0)" })
    let lines = Self.elements.joined(separator: "\n")
    #expect(try items(try path("posts.jsonl", Array(lines.utf8))) == Self.elements.map { "posts.jsonl \($0)" })
    #expect(try items(try path("empty", [])) == [])
    #expect(try items(try path("words", Array("no JSON".utf8))) == ["words no", "words JSON"])
  }

  @Test func anElementThatIsTooLongIsEmpty() throws {
    let long = String(repeating: "a", count: JSONItems.longest)
    #expect(
      try items(try path("long.jsonl", Array("[1]\n\"\(long)\"\n[2]".utf8))) == [
        "long.jsonl [1]", "long.jsonl ", "long.jsonl [2]",
      ])
  }

  @Test(arguments: packed.keys) func whereverAFileEndsOrIsDamagedThatIsSaid(_ name: String) throws {
    let bytes = try #require(Self.packed[name])
    for end in stride(from: 0, to: bytes.count - 1, by: 17) {
      // What is whole comes first, and nothing else.
      let found = try? items(try path(name, Array(bytes[..<end])))
      #expect(found.map { $0.count <= 3 } ?? true, "\(end)")
    }
    for place in stride(from: 0, to: bytes.count, by: 17) {
      var damaged = bytes
      damaged[place] ^= 0xFF
      _ = try? items(try path(name, damaged))
    }
  }

  @Test func aFileThatIsCutOffSaysSo() throws {
    for (name, bytes) in Self.packed {
      let error = #expect(throws: StoreError.self) { _ = try items(try path(name, Array(bytes[..<(bytes.count / 2)]))) }
      #expect(error == .failed(path: folder.path + "/" + name, reason: "it ends too early"))
    }
    let half = Array(Self.outbox.utf8.dropLast(30))
    let reading = try #require(try PackedItems(try path("half.json", half), names: []))
    #expect(try reading.next()?.count == 1)
    #expect(throws: StoreError.failed(path: folder.path + "/half.json", reason: "it ends too early")) {
      try reading.next()
    }
  }

  @Test func whatUnpacksToFarTooMuchIsRefused() throws {
    let file = try #require(try PackedBytes.File(try path("bomb.gz", Self.bomb)))
    let bytes = PackedBytes(file, .gzip, suspiciousFrom: 100_000)
    #expect(throws: PackedBytes.Failure.bomb) { while try !bytes.read(1 << 16).isEmpty {} }
  }

  @Test func whatIsNoFileIsRefused() throws {
    #expect(try PackedItems(folder.path + "/none", names: []) == nil)
    #expect(throws: StoreError.self) { _ = try PackedItems(folder.path, names: []) }
    #expect(throws: StoreError.self) { _ = try PackedItems("/dev/zero", names: []) }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

  // Two with "../../outbox.json", "/etc/likes.json", media, and in the first one a link to /etc/passwd.

  private static let tarball = bytes(
    #"""
    H4sIAAAAAAACA+2YQW+CMBSA+SlNz4a2iJB42uJpp/0A5VDhZTKBElo3FsN/X1GnmzOZyYRl4X2XlkdfeukH79V1mesytTFLVbvPWhXO7eGWwP\#
    d3o+V85Fx4p3kbF3wShg7hTg9stJGV3d4ZJlsKL2lGp6JxkAGSQ5JKJtyyeOpsjx/8F17of/Wfh0EYoP8IgiBdwsDELEvXoLuq/q6o//iF+k/g\#
    978P5hE6MGS67v2u8d+zsp/5PxYT9L+f/u8uVoWB2tApoTUdEZom7fTTsWiD5q2ENvxYJVBBMlNZBrFJDy+VkdmDgVzbJZ4NqP2qj9B8e8yfVS\#
    ANtEmFfRRt8mFvSRZ0uaAkIg1tRuSUcl8UalPEx6S5FzURtqu3oeNf/1X+Cy7O+79wjPc/Pfm/1/10DugFf+nKmFJPGdMrVYELtczLDJig6OE/\#
    R8ZGVX/s/7f63/rvc/S/F/9R4EGzVGqdy2rdZQ3ws/9nc+EFoe8Qb3c5UUqtXxP0H0EQBEEQBEEQ5He8A4QOYYEAKAAA
    """#)

  private static let zip = bytes(
    #"""
    UEsDBBQAAAAIAPSrel3sPoDuDAAAAAoAAAARAAAALi4vLi4vb3V0Ym94Lmpzb26rVkoty8xRsjKsBQBQSwMEFAAAAAgA9Kt6XWV4rkoJAAAAvA\#
    IAAAsAAABtZWRpYS8xLnBuZ2NgGAWjYGgCAFBLAwQUAAAACAD0q3pdKbtMDQQAAAACAAAADwAAAC9ldGMvbGlrZXMuanNvbouOBQBQSwMEFAAA\#
    AAgA9Kt6XQbL/k9/AAAAuQAAAA0AAAAuL291dGJveC5qc29uRY0xDsIwDEWvYnmukOjIBOrExAHaDGnioSjYKHWlVFXuTiJK2b6f/9Pf8OqElZ\#
    LiBTBhAzj5GmXRUdLpOQtXqOubKn5ET5F8JyGQ02l/itpwV3rNpdIWIN/WD/Xb4XeRrFKVuJznKu/bFgYcBwQDGXMDf+XGLAu7Q+pbk03+AFBL\#
    AwQUAAAACAD0q3pdWKoGWEIAAABBAAAACgAAAGxpa2VzLmpzb26rVspMUbJSUMrJzE4t1ssqzs9T0lFQyi9KSS1KTfEsSc0tBspGK2WUlBQUW+\#
    nrF2fkF6XqpVYk5hbkpOobKsXWAgBQSwMEFAAAAAgA9Kt6XUO/pqMEAAAAAgAAAAoAAABhY3Rvci5qc29uq64FAFBLAQIUAxQAAAAIAPSrel3s\#
    PoDuDAAAAAoAAAARAAAAAAAAAAAAAACAAQAAAAAuLi8uLi9vdXRib3guanNvblBLAQIUAxQAAAAIAPSrel1leK5KCQAAALwCAAALAAAAAAAAAA\#
    AAAACAATsAAABtZWRpYS8xLnBuZ1BLAQIUAxQAAAAIAPSrel0pu0wNBAAAAAIAAAAPAAAAAAAAAAAAAACAAW0AAAAvZXRjL2xpa2VzLmpzb25Q\#
    SwECFAMUAAAACAD0q3pdBsv+T38AAAC5AAAADQAAAAAAAAAAAAAAgAGeAAAALi9vdXRib3guanNvblBLAQIUAxQAAAAIAPSrel1YqgZYQgAAAE\#
    EAAAAKAAAAAAAAAAAAAACAAUgBAABsaWtlcy5qc29uUEsBAhQDFAAAAAgA9Kt6XUO/pqMEAAAAAgAAAAoAAAAAAAAAAAAAAIABsgEAAGFjdG9y\#
    Lmpzb25QSwUGAAAAAAYABgBgAQAA3gEAAAAA
    """#)

  /// Two million zeros.
  private static let bomb = bytes(
    #"""
    H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\#
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAG8Gy7/u3oCEHgA=
    """#)
}
