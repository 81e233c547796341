import FeatureKit

extension About.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// There is nothing to buy.
    public let plain = About.State(version: "0.1.0", support: .notOffered)
    /// Somebody could support it, and nobody does here.
    public let nobody = About.State(version: "0.1.0", support: .nobody(file: "/home/wren/.config/howdah/licence"))
    /// Somebody does.
    public let supporter = About.State(version: "0.1.0", support: .supporter(name: "Wren Alder", since: "2026-11"))
    /// A file that is not as it was signed.
    public let unreadable = About.State(
      version: "0.1.0",
      support: .unreadable(
        .validation(
          "The licence is not as it was signed.",
          suggestion: "Copy it anew from where you got it, or remove it; nothing else depends on it.")))
    /// A name that tries to take over the terminal.
    public let hostile = About.State(
      version: "0.1.0", support: .supporter(name: "活字\u{1B}[2J\u{202E}", since: "2026-11"))
  }
}
