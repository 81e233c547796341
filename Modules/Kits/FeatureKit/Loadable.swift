public import TerminalKit

/// A value that is fetched: not yet asked for, on its way, here, or missing for a reason.
///
/// A failed refresh does not discard a value that is already loaded; ``fail(_:)`` keeps it and returns the error.
public enum Loadable<Value> {
  /// Nothing was requested yet.
  case idle
  /// The first request is running.
  case loading
  /// The value is here.
  case loaded(Value)
  /// The first request failed for this reason.
  case failed(AppError)
}

extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}
extension Loadable: Sendable where Value: Sendable {}

extension Loadable {
  /// The value, if it is loaded.
  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }

  public var isLoaded: Bool { if case .loaded = self { true } else { false } }

  /// Why there is no value, if the request failed.
  public var error: AppError? { if case .failed(let error) = self { error } else { nil } }

  /// Marks the start of a request; a value that is loaded stays.
  public mutating func begin() { if !isLoaded { self = .loading } }

  /// Records that a request failed and returns the error to throw; a value that is loaded stays.
  ///
  /// After a cancelled first request the state is ``idle`` again.
  @discardableResult
  public mutating func fail(_ error: any Error) -> AppError {
    let error = AppError(error)
    if !isLoaded { self = error == .cancelled ? .idle : .failed(error) }
    return error
  }

  /// Changes the value in place and returns what the closure returns; does nothing unless the value is loaded.
  @discardableResult
  public mutating func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result? {
    guard case .loaded(var value) = self else { return nil }
    // Releases the stored value first, so that the change happens in place instead of on a copy.
    self = .loading
    defer { self = .loaded(value) }
    return try change(&value)
  }

  /// The blocks of a screen that shows the value: its own once loaded, otherwise what is happening or went wrong.
  public func blocks(_ loaded: (Value) -> [Block]) -> [Block] {
    switch self {
    case .idle, .loading: .loading
    case .failed(let error): error.blocks
    case .loaded(let value): loaded(value)
    }
  }
}

extension [Block] {
  /// The content of a screen while it loads.
  public static var loading: [Block] { [.paragraph(StyledText("Loading…", .secondary))] }
}
