/// An enumeration that servers may extend: a word it does not know is kept instead of failing the page.
public protocol OpenEnum: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The server's word.
  var rawValue: String { get }

  /// The cases with a name of their own.
  static var known: [Self] { get }

  /// A word this version does not know, as the server sent it.
  static func unknown(_ rawValue: String) -> Self
}

extension OpenEnum {
  /// Takes the server's word, known or not.
  public init(rawValue: String) {
    self = Self.known.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
  }

  /// Reads the word from a JSON string.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.string())
  }

  /// Writes the server's word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The server's word.
  public var description: String { rawValue }
}
