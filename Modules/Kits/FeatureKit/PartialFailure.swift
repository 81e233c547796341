/// The failure of a command that succeeded for some of its arguments.
///
/// The response for what was done is printed first, then the error; the exit code is that of the error.
public struct PartialFailure: AppErrorConvertible {
  /// The response for what was done.
  public let done: Response
  /// Why the rest was not done.
  public let appError: AppError

  /// Makes a failure.
  public init(done: Response, error: any Error) {
    self.done = done
    appError = AppError(error)
  }
}
