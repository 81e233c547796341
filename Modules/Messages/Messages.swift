public import FeatureKit

/// The most recent messages with their times: results of commands, and events that were printed above the prompt.
public enum Messages {
  public struct State: Hashable, Sendable {
    /// The messages, newest first.
    public var entries: [ToastCenter.Entry]
  }
}
