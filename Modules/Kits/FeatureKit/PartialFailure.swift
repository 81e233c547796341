/// The failure of a command over several things that had been done for some of them.
///
/// What was done is said first, then what went wrong; the exit code is that of the failure.
public struct PartialFailure: AppErrorConvertible {
  /// What a success would answer, about what was done.
  public let done: Response
  /// Why the rest was not done.
  public let appError: AppError

  /// Makes a failure.
  public init(done: Response, error: any Error) {
    self.done = done
    appError = AppError(error)
  }
}
