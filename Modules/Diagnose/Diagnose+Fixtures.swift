extension Diagnose.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let full = Diagnose.State(facts: [
      .init("version", "0.1.0"), .init("system", "Linux 6.8.0 x86_64"), .init("terminal", "xterm-kitty, truecolor"),
      .init("language", "en_IE.UTF-8"), .init("account", "signed in"), .init("server_software", "Mastodon 4.6.0"),
      .init("api_version", "10"), .init("server_lacks", "translation"), .init("live", "connected"),
      .init("requests_left", "297 of 300"),
      .init("proxy", "http://proxy.example:3128 (HTTPS_PROXY); NO_PROXY has 2 entries"),
      .init("files", "settings 212 B, database 40 kB"),
      .init("warnings", "1 in this run"), .init("errors", "home: timed_out, fav: not_found"),
    ])
    /// Nothing is known but the program.
    public let bare = Diagnose.State(facts: [
      .init("version", "0.1.0"), .init("terminal", nil), .init("server_software", nil), .init("errors", ""),
    ])
    /// A server that names itself with control sequences.
    public let hostile = Diagnose.State(facts: [.init("server_software", "Mast\u{1B}[2Jodon\n\u{202E}0.7.4")])
  }
}
