/// Something that several parts of a screen need and that is requested only once.
public actor LoadedOnce<Value: Sendable> {
  private let load: @Sendable () async throws -> Value
  private var task: Task<Value, any Error>?

  /// Creates a value that is requested when it is first needed.
  public init(_ load: @escaping @Sendable () async throws -> Value) { self.load = load }

  /// Returns the value; requested again only after a failure.
  public func callAsFunction() async throws -> Value {
    let running = task ?? Task { [load] in try await load() }
    task = running
    do { return try await running.value } catch {
      task = nil
      throw error
    }
  }
}
