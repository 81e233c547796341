public import FeatureKit

/// What was said lately, with its time: the answers of verbs, and what appeared above the prompt by itself.
public enum Toasts {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// What was said, the last first.
    public var entries: [ToastCenter.Entry]

    /// Makes a state.
    public init(entries: [ToastCenter.Entry]) { self.entries = entries }
  }
}
