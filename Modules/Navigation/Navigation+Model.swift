public import Observation

extension Navigation {
  /// Reads the tabs each time a screen is shown; the root changes them.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let current: @MainActor () -> State

    /// Creates a model from a closure that returns the present state.
    public init(state: @escaping @MainActor () -> State) { current = state }

    public var state: State { current() }
  }
}
