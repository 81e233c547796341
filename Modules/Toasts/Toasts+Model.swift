public import FeatureKit
public import Observation

extension Toasts {
  /// Looks at what was said each time it is asked.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let entries: @MainActor (Int) -> [ToastCenter.Entry]

    /// Takes the way to the last so many, the last first.
    public init(entries: @escaping @MainActor (Int) -> [ToastCenter.Entry]) { self.entries = entries }

    /// The last so many.
    public func state(limit: Int) -> State { State(entries: entries(limit)) }
  }
}
