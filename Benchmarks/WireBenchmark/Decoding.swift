import FoundationEssentials
import MastodonKit

/// Decodes a page of 40 statuses from its bytes into entities.
enum Decoding {
  /// Prints how fast a page is decoded.
  static func measure() throws {
    let page = try page()
    let megabytes = Double(page.count) / 1e6
    let foundation = JSONDecoder()
    let read = try MastodonJSON.decode(LossyList<Status>.self, from: page)
    guard read.elements.count == 40 else { throw Failure.unreadable }
    func speed(_ name: String, _ body: () throws -> Void) rethrows {
      WireBenchmark.report(name, megabytes / (try WireBenchmark.quickest(body)), "MB/s")
    }
    WireBenchmark.report("page", Double(page.count) / 1000, "kB")
    try speed("decode") { _ = try MastodonJSON.decode(LossyList<Status>.self, from: page) }
    try speed("scan") { _ = try MastodonJSON.decode(Nothing.self, from: page) }
    try speed("scan, Foundation") { _ = try foundation.decode(Nothing.self, from: page) }
  }

  /// The fixtures as a server sends them, with its escapes.
  static func page() throws -> Data {
    let fixtures = Status.fixtures
    let statuses = (0..<40).map { (fixtures.home + fixtures.withMedia + fixtures.asking)[wrapping: $0] }
    var json = String(decoding: try MastodonJSON.makeEncoder().encode(statuses), as: UTF8.self)
    // Rails escapes these; they occur only in strings.
    for (character, escape) in [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")] {
      json = json.replacing(character, with: escape)
    }
    return Data(json.utf8)
  }

  private enum Failure: Error { case unreadable }

  /// Accepts any JSON and stores none of it.
  private struct Nothing: Decodable {
    init(from decoder: any Decoder) {}
  }
}

extension Array {
  fileprivate subscript(wrapping index: Int) -> Element { self[index % count] }
}
