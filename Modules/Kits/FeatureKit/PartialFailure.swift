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

extension Response {
  /// Does something to each object of a command, one after the other, and returns what to say about it.
  ///
  /// One that waits in the outbox does not keep the others from being done.
  ///
  /// - Parameters:
  ///   - typed: Returns an object as it can be typed.
  ///   - done: Returns what to say about what was done so far; `nil` if nothing was.
  /// - Throws: ``PartialFailure`` if one failed after others.
  @MainActor
  public static func each<Object>(
    _ objects: [Object], typed: (Object) -> String, _ progress: ListProgress = .none, done: () -> Response?,
    _ work: (Object) async throws -> Void
  ) async throws -> Response {
    var waiting: (any Error)?
    for (index, object) in objects.enumerated() {
      if index > 0 { progress(index, of: objects.count) }
      do { try await work(object) } catch {
        if AppError(error).isQueued || AppError(error).isWithdrawn {
          waiting = error
          continue
        }
        guard let done = done() else { throw error }
        throw PartialFailure(done: done, error: error, left: objects[index...].map(typed))
      }
    }
    guard let waiting else { return done() ?? .nothing }
    throw done().map { PartialFailure(done: $0, error: waiting) } ?? waiting
  }
}
