/// What another program hands to this one on standard input.
public struct PipedInput: Sendable {
  /// All of it, or the first so many bytes; `nil` where nobody hands anything over, since it is a keyboard or the script.
  ///
  /// Throws `CancellationError` when the task is cancelled while nothing comes.
  public var read: @Sendable (_ limit: Int) async throws -> [UInt8]?

  /// Makes an input.
  public init(read: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]?) { self.read = read }

  /// Nobody hands anything over.
  public static let none = PipedInput { _ in nil }
}
