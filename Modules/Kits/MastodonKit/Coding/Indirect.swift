/// Holds a value of the type that it is part of, such as a boost inside a status.
///
/// Nothing is allocated while it holds nothing, and a copy is a value of its own.
@propertyWrapper
public enum Indirect<Value> {
  /// Holds nothing.
  case none
  /// Holds one value, kept outside the enclosing struct.
  indirect case some(Value)

  /// The value, if there is one.
  public var wrappedValue: Value? {
    get {
      if case .some(let value) = self { value } else { nil }
    }
    set { self = Indirect(wrappedValue: newValue) }
  }

  /// Wraps a value or its absence.
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
