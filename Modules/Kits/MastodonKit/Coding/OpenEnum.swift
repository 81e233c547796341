/// An enumeration that servers may extend: an unknown value is kept instead of making the page unreadable.
public protocol OpenEnum: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The cases that this version knows, with the server's values.
  static var names: KeyValuePairs<Self, String> { get }

  /// An unknown value, as the server sent it.
  static func unknown(_ rawValue: String) -> Self
}

extension OpenEnum {
  /// The cases that this version knows.
  public static var known: [Self] { names.map { $0.key } }

  public var rawValue: String {
    for (known, name) in Self.names where known == self { return name }
    // The case of an unknown value has nothing but that value.
    return Mirror(reflecting: self).children.first?.value as? String ?? ""
  }

  public init(rawValue: String) {
    for (known, name) in Self.names where name == rawValue {
      self = known
      return
    }
    self = .unknown(rawValue)
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
