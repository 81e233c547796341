public import Observation

extension Usage {
  /// Reads what was written down each time it is asked.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let read: @MainActor () throws -> State

    /// Takes the way to read it.
    public init(read: @escaping @MainActor () throws -> State) { self.read = read }

    /// What was written down, as it is now.
    ///
    /// - throws: `AppError` if the file cannot be read.
    public func state() throws -> State { try read() }
  }
}
