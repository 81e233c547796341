extension About.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let plain = About.State(version: "0.1.0", isSupporter: false)
    /// As a supporter sees it.
    public let supporter = About.State(version: "0.1.0", isSupporter: true)
  }
}
