/// An object that is made when it is needed, dropped when memory is short, and made again at its next use.
@MainActor
final class Cached<Value> {
  private var value: Value?
  private let make: @MainActor () -> Value

  /// Takes the way to make it; nothing is made yet.
  init(_ make: @escaping @MainActor () -> Value) { self.make = make }

  /// The object, made now if there is none.
  func callAsFunction() -> Value {
    if let value { return value }
    let value = make()
    self.value = value
    return value
  }

  /// The object, if there is one now.
  var current: Value? { value }

  /// Drops the object; `false` if there was none.
  func relieve() -> Bool {
    defer { value = nil }
    return value != nil
  }
}
