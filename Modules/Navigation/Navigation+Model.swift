public import Observation

extension Navigation {
  /// Looks at the tabs each time it is asked; it is the root that changes them.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let look: @MainActor () -> State

    /// Takes the way to look.
    public init(look: @escaping @MainActor () -> State) { self.look = look }

    /// Where one is now.
    public var state: State { look() }
  }
}
