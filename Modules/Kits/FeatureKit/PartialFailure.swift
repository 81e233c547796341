/// The failure of a command that succeeded for some of its arguments.
///
/// The response for what was done is printed first, then the error, as ``AppError/partial(_:left:)``.
public struct PartialFailure: AppErrorConvertible {
  public let done: Response
  /// Why the rest was not done.
  public let appError: AppError
  /// The parts that were not done, beginning with the failed one: ids or names that can be typed.
  public let left: [String]
  /// Whether something was done; false for a report about a failure, whose exit code is that of the error.
  public let isPartial: Bool

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - left: The parts that were not done, beginning with the failed one.
  ///   - isPartial: False for a response that is only a report about the failure.
  public init(done: Response, error: any Error, left: [String] = [], isPartial: Bool = true) {
    self.done = done
    self.left = left
    self.isPartial = isPartial
    appError = AppError(error)
  }
}
