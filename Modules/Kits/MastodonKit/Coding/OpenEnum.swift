/// An enumeration that servers may extend: an unknown value is kept instead of making the page unreadable.
public protocol OpenEnum: Codable, Hashable, Sendable, CustomStringConvertible {
  var rawValue: String { get }

  /// The cases that this version knows.
  static var known: [Self] { get }

  /// An unknown value, as the server sent it.
  static func unknown(_ rawValue: String) -> Self
}

extension OpenEnum {
  /// Creates a known or unknown case.
  public init(rawValue: String) {
    self = Self.known.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
  }

  /// Decodes the value from a JSON string.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.string())
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { rawValue }
}
