public import FeatureKit
public import Observation

extension Messages {
  /// Reads the recent messages each time the screen is shown.
  @MainActor @Observable
  public final class Model {
    @ObservationIgnored private let entries: @MainActor (_ limit: Int) -> [ToastCenter.Entry]

    /// Creates a model from a closure that returns at most `limit` messages, newest first.
    public init(entries: @escaping @MainActor (_ limit: Int) -> [ToastCenter.Entry]) { self.entries = entries }

    /// The newest messages, at most `limit` of them.
    public func state(limit: Int) -> State { State(entries: entries(limit)) }
  }
}
