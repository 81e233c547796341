public import FoundationEssentials

/// Reads and writes the JSON of servers.
///
/// The entities bring their own keys and dates, and any `Decoder` will do for them; the one here reads them without Foundation's
/// containers, and so several times faster, above all the first time in a process.
public enum MastodonJSON {
  /// How many lists and objects may be inside one another; no answer of a server comes near.
  public static let depthLimit = 128

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

  /// Makes Foundation's decoder, which reads the same entities more slowly.
  public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

  /// Makes an encoder that writes the JSON that a Mastodon server would.
  public static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }
}
