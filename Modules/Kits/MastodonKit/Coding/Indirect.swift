/// Stores a value of the enclosing type, such as a boost inside a status.
///
/// `nil` needs no allocation, and a copy is an independent value.
@propertyWrapper
public enum Indirect<Value> {
  case none
  /// A value, stored outside the enclosing struct.
  indirect case some(Value)

  public var wrappedValue: Value? {
    get {
      if case .some(let value) = self { value } else { nil }
    }
    set { self = Indirect(wrappedValue: newValue) }
  }

  /// Wraps a value or `nil`.
  public init(wrappedValue: Value?) {
    if let wrappedValue {
      self = .some(wrappedValue)
    } else {
      self = .none
    }
  }
}

extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}
