/// Data that another program pipes to standard input.
public struct PipedInput: Sendable {
  /// Reads all of it, up to `limit` bytes; `nil` if standard input is a keyboard or the script that is being run.
  ///
  /// Throws `CancellationError` if the task is cancelled while waiting for data.
  public var read: @Sendable (_ limit: Int) async throws -> [UInt8]?

  public init(read: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]?) { self.read = read }

  public static let none = PipedInput { _ in nil }
}
