public import Observation

extension Usage {
  /// Reads the usage log each time the screen is shown.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let read: @MainActor () throws -> State

    /// Creates a model from a closure that reads the log.
    public init(read: @escaping @MainActor () throws -> State) { self.read = read }

    /// The present content of the log.
    ///
    /// - throws: `AppError` if the file cannot be read.
    public func state() throws -> State { try read() }
  }
}
