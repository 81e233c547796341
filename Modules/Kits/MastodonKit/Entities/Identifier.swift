/// The id of an entity on one server: opaque text, even if it looks like a number.
///
/// The entity's type is part of it, so that an account's id cannot be used as a status's.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  /// Takes the id as the server wrote it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes the id as the server wrote it.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension Identifier: Comparable {
  /// Orders ids by age as far as possible: shorter ones first, then alphabetically.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    let lengths = (left.rawValue.utf8.count, right.rawValue.utf8.count)
    return lengths.0 == lengths.1 ? left.rawValue < right.rawValue : lengths.0 < lengths.1
  }
}

extension Identifier: ExpressibleByStringLiteral {
  /// Takes the id from a literal, for fixtures and tests.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Identifier: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Identifier: Codable {
  /// Reads a JSON string or number.
  public init(from decoder: any Decoder) throws {
    if let value = decoder as? ParsedValue {
      let text = value.kind == .integer ? value.text : value.string
      let isShort = (text?.utf8.count ?? 0) <= MastodonJSON.identifierLimit
      self.init(rawValue: try value.unwrap(isShort ? text : nil, String.self))
      return
    }
    self.init(rawValue: try decoder.string())
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
