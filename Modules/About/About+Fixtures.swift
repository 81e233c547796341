extension About.State {
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// As most users see it.
    public let plain = About.State(version: "0.1.0", isSupporter: false)
    /// As a supporter sees it.
    public let supporter = About.State(version: "0.1.0", isSupporter: true)
  }
}
