public import FoundationEssentials

/// Reads and writes the JSON of servers.
///
/// The entities bring their own keys and dates, and any `Decoder` will do for them; the one here reads them without Foundation's
/// containers, and so several times faster, above all the first time in a process.
public enum MastodonJSON {
  /// How many lists and objects may be inside one another; no answer of a server comes near.
  public static let depthLimit = 128

  /// The largest magnitude of a number in an entity; larger ones are clamped to it when they are read.
  ///
  /// Sums, differences and small multiples of clamped numbers cannot overflow, so the program calculates with them unchecked.
  /// No counter, limit or duration of a server comes near. Identifiers are text and keep all their digits.
  public static let numberLimit = 1_000_000_000_000

  static func clamp(_ number: Int) -> Int { min(max(number, -numberLimit), numberLimit) }

  static func clamp(_ number: Double) -> Double { min(max(number, -Double(numberLimit)), Double(numberLimit)) }

  /// How many bytes a text in an entity may have; a longer one is cut and ends in `…`.
  public static let textLimit = 200_000

  /// How many bytes a name or a title may have; a longer one is cut and ends in `…`.
  public static let nameLimit = 2_000

  /// How many bytes an identifier may have; an entity with a longer one is left out.
  public static let identifierLimit = 1_000

  /// How many elements of one list are read; further ones are left out and counted as skipped.
  public static let listLimit = 10_000

  /// How many values and names one text may have, so that a small text cannot take much memory.
  public static let valueLimit = 2_000_000

  /// A text of at most `limit` bytes, cut between two characters.
  static func shortened(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
    return String(text[..<end]) + "…"
  }

  /// How many bytes are read at most.
  public static let sizeLimit = 1 << 30

  /// Reads a server's answer.
  ///
  /// What is not JSON is refused; what is, is taken leniently. A byte order mark is skipped, bytes that are not UTF-8 and half
  /// surrogate pairs become U+FFFD, of two members with one name the first is read.
  /// - throws: ``JSONSyntaxError`` for what is not JSON, what `Value` throws for JSON that it cannot read.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Reads JSON that came as text, such as a stream's payload.
  ///
  /// - throws: ``JSONSyntaxError`` for what is not JSON, what `Value` throws for JSON that it cannot read.
  public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0)) }
  }

  /// Reads JSON from bytes that need not live longer than the call.
  ///
  /// - throws: ``JSONSyntaxError`` for what is not JSON, what `Value` throws for JSON that it cannot read.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer) throws -> Value {
    try JSONDocument(bytes).root.decode(type)
  }

  /// Returns an encoder that writes JSON as Mastodon does: dates are up to the entities, slashes are not escaped.
  public static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }
}
