/// The version of the program and how to support it.
public enum About {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The version.
    public var version: String
    /// Whether this user supports the program, which changes nothing but a sentence.
    public var isSupporter: Bool

    /// Makes a state.
    public init(version: String, isSupporter: Bool) {
      self.version = version
      self.isSupporter = isSupporter
    }
  }
}
