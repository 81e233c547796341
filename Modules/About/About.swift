public import FeatureKit

/// What this program is, and a word of thanks to those who support it.
public enum About {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The version.
    public var version: String
    /// Who supports it on this machine.
    public var support: Support

    /// Makes a state.
    public init(version: String, support: Support) {
      self.version = version
      self.support = support
    }
  }

  /// Whether somebody supports the program here; nothing depends on it but a sentence.
  public enum Support: Hashable, Sendable {
    /// There is nothing to buy, so nobody is asked to.
    case notOffered
    /// Nobody does; a licence would be looked for there.
    case nobody(file: String)
    /// This person does, since that month.
    case supporter(name: String, since: String)
    /// There is a file that cannot be taken for one.
    case unreadable(AppError)
  }
}
