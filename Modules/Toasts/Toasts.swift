public import FeatureKit
public import FoundationEssentials
public import TerminalKit

/// What was said lately, with its time: the answers of verbs, and what appeared above the prompt by itself.
public enum Toasts {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// What was said, the last first.
    public var entries: [Entry]

    /// Makes a state.
    public init(entries: [Entry]) { self.entries = entries }
  }

  /// One thing that was said.
  public struct Entry: Hashable, Sendable {
    /// When.
    public var time: Date
    /// How it was meant.
    public var kind: Toast.Kind
    /// The words.
    public var text: StyledText

    /// Makes an entry.
    public init(time: Date, kind: Toast.Kind, text: StyledText) {
      self.time = time
      self.kind = kind
      self.text = text
    }
  }

  /// How much of what was said is remembered.
  public static let most = 200
}
