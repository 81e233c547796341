/// The version of the program and how to support it.
public enum About {
  public struct State: Hashable, Sendable {
    public var version: String
    /// Whether this user supports the program, which changes nothing but a sentence.
    public var isSupporter: Bool

    public init(version: String, isSupporter: Bool) {
      self.version = version
      self.isSupporter = isSupporter
    }
  }
}
