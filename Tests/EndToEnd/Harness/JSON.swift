import Foundation

/// A parsed answer, to ask for what matters in it.
struct JSON {
  private let value: Any

  /// Parses one object; throws for what is not JSON.
  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }

  private init(value: Any) { self.value = value }

  subscript(_ key: String) -> JSON? { (value as? [String: Any])?[key].map(JSON.init(value:)) }

  var array: [JSON]? { (value as? [Any])?.map(JSON.init(value:)) }
  var string: String? { value as? String }
  var int: Int? { value as? Int }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var bool: Bool? { value as? Bool }
  var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
