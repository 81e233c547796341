public import FoundationEssentials

/// Decodes and encodes the JSON of servers.
///
/// It reads entities without Foundation's containers, several times faster, most of all on first use in a process.
public enum MastodonJSON {
  /// The deepest nesting of lists and objects; no server comes near.
  public static let depthLimit = 128

  /// The largest magnitude of a number in an entity; larger ones are clamped.
  ///
  /// Sums, differences and small multiples of clamped numbers cannot overflow, so the program calculates with them
  /// unchecked. No counter, limit or duration of a server comes near. Identifiers are text and keep all their digits.
  public static let numberLimit = 1_000_000_000_000

  static func clamp(_ number: Int) -> Int { min(max(number, -numberLimit), numberLimit) }

  static func clamp(_ number: Double) -> Double { min(max(number, -Double(numberLimit)), Double(numberLimit)) }

  /// The longest text in an entity, in bytes; a longer one is cut and ends in `…`.
  public static let textLimit = 200_000

  /// The longest name or title, in bytes; a longer one is cut and ends in `…`.
  public static let nameLimit = 2_000

  /// The longest identifier, in bytes; an entity with a longer one is left out.
  public static let identifierLimit = 1_000

  /// The longest list; further elements are left out and counted as skipped.
  public static let listLimit = 10_000

  /// The largest number of values and names in one text, to limit memory.
  public static let valueLimit = 2_000_000

  /// Shortens a text to `limit` bytes, between two characters.
  static func shortened(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
    return String(text[..<end]) + "…"
  }

  public static let sizeLimit = 1 << 30

  /// Decodes a server's response.
  ///
  /// Invalid JSON is refused; valid JSON is read leniently. A byte order mark is skipped, invalid UTF-8 and unpaired
  /// surrogates become U+FFFD, and of two members with the same name the first counts.
  ///
  /// - throws: ``JSONSyntaxError`` for invalid JSON, otherwise what `Value` throws.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes JSON text, such as a stream's payload.
  ///
  /// - throws: ``JSONSyntaxError`` for invalid JSON, otherwise what `Value` throws.
  public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0)) }
  }

  /// Decodes JSON bytes, which need not outlive the call.
  ///
  /// - throws: ``JSONSyntaxError`` for invalid JSON, otherwise what `Value` throws.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer) throws -> Value {
    try JSONDocument(bytes).root.decode(type)
  }

  /// Returns an encoder that writes JSON as Mastodon does, without escaped slashes.
  public static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }
}
