import FeatureKit
public import FoundationEssentials
import TerminalKit

extension About {
  /// Reads what an address on the web has; nothing is sent but the request.
  public typealias Fetch = @MainActor (_ address: String) async throws -> Data

  /// A version as semver.org writes it; what a build adds after `+` does not count.
  struct Version: Comparable {
    let numbers: [Int]
    /// `rc.1` of `1.0.0-rc.1`; empty for a release.
    let preview: String

    /// Reads a version, with or without the `v` of a tag; `nil` for anything else.
    init?(_ text: String) {
      let parts = (text.hasPrefix("v") ? text.dropFirst() : text[...]).prefix { $0 != "+" }
      let words = parts.prefix { $0 != "-" }.split(separator: ".", omittingEmptySubsequences: false)
      numbers = words.compactMap { Int($0) }
      preview = String(parts.drop { $0 != "-" }.dropFirst())
      guard numbers.count == words.count, (1...4).contains(numbers.count) else { return nil }
    }

    static func < (left: Version, right: Version) -> Bool {
      if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
      // A preview is before its release.
      if left.preview.isEmpty || right.preview.isEmpty { return !left.preview.isEmpty && right.preview.isEmpty }
      return left.order.lexicographicallyPrecedes(right.order)
    }

    /// The parts of the preview, in which 10 follows 9.
    private var order: [String] {
      preview.split(separator: ".").map { part in
        Int(part) == nil ? String(part) : String(repeating: "0", count: max(0, 20 - part.count)) + part
      }
    }
  }

  /// The answers of Forgejo and GitHub (`tag_name`), and of the package index of Python (`info`).
  private struct Newest: Decodable {
    struct Info: Decodable { var version: String }

    var tag: String?
    var info: Info?

    enum CodingKeys: String, CodingKey {
      case tag = "tag_name"
      case info
    }
  }

  /// Compares this version with the newest at an address.
  @MainActor
  static func check(_ own: String, at address: String, _ fetch: Fetch) async throws -> Response {
    let data = try await fetch(address)
    // What is not understood has no version.
    let found = try? JSONDecoder().decode(Newest.self, from: data)
    guard let text = found?.tag ?? found?.info?.version, let newest = Version(text) else {
      throw AppError.validation(
        "\(Sanitizer.clean(address)) names no version.",
        suggestion: "Give the address of a release as JSON, such as https://pypi.org/pypi/howdah/json.")
    }
    let shown = Sanitizer.clean(text.hasPrefix("v") ? String(text.dropFirst()) : text)
    let isNewer = Version(own).map { $0 < newest } ?? true
    return .information(
      isNewer ? "Howdah \(shown) is available; this is \(own)." : "This is the newest version, \(own).",
      data: [.init("version", .string(own)), .init("newest", .string(shown)), .init("is_newer", .bool(isNewer))])
  }
}
