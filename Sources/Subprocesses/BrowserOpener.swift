/// Opens a page or a file in another program of this machine.
public struct BrowserOpener: Sendable {
  /// Whether a program started here appears on the user's screen and can connect back to this machine.
  public var isAvailable: @Sendable () -> Bool
  /// Starts the program with a page or a file; `false` if none could be started.
  public var open: @Sendable (_ url: String) -> Bool

  public init(isAvailable: @escaping @Sendable () -> Bool, open: @escaping @Sendable (_ url: String) -> Bool) {
    self.isAvailable = isAvailable
    self.open = open
  }

  /// A machine without a browser.
  public static let none = BrowserOpener(isAvailable: { false }, open: { _ in false })

  /// Opens local files with `HOWDAH_VIEWER`, else with the desktop's opener, else with `BROWSER`.
  public static func viewer(environment: [String: String]) -> BrowserOpener {
    BrowserOpener(
      isAvailable: {
        environment["HOWDAH_VIEWER"]?.isEmpty == false || BrowserProgram.isAvailable(in: environment)
      },
      open: { path in
        guard let program = BrowserProgram(viewing: path, environment: environment) else { return false }
        return program.start(environment: environment)
      })
  }

  /// Opens pages with `BROWSER`, else with the desktop's opener.
  public static func live(environment: [String: String]) -> BrowserOpener {
    BrowserOpener(
      isAvailable: { BrowserProgram.isAvailable(in: environment) },
      open: { url in
        let start = url.prefix(8).lowercased()
        // Whatever else it is, the desktop's opener might run it.
        guard start.hasPrefix("https://") || start.hasPrefix("http://"),
          let program = BrowserProgram(showing: url, environment: environment)
        else { return false }
        return program.start(environment: environment)
      })
  }
}
