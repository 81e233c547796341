/// Runs work that may block, such as waiting for a locked keyring, off the caller's actor.
///
/// The prompt stays responsive meanwhile, so that Ctrl-C is noticed.
@concurrent
public func offMainActor<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
  try work()
}
