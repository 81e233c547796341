public import Subprocesses
public import TerminalKit

/// The media features of this machine: its terminal, the programs chafa and ffmpeg, and a viewer.
public struct MediaDisplay: Sendable {
  public var terminal: @Sendable () -> PictureWay
  public var programs: MediaPrograms
  /// Opens a file in another program.
  public var viewer: BrowserOpener
  /// The user's home directory, which replaces `~` in paths.
  public var home: String?

  public init(
    terminal: @escaping @Sendable () -> PictureWay, programs: MediaPrograms, viewer: BrowserOpener, home: String?
  ) {
    self.terminal = terminal
    self.programs = programs
    self.viewer = viewer
    self.home = home
  }

  /// A plain terminal on a machine without other programs.
  public static let none = MediaDisplay(
    terminal: { .blocks }, programs: MediaPrograms(.none), viewer: .none, home: nil)

  /// The display that an environment describes.
  public static func live(environment: [String: String]) -> MediaDisplay {
    MediaDisplay(
      terminal: { PictureWay.detect { environment[$0] } },
      programs: MediaPrograms(.live(environment: drawingEnvironment(environment))),
      viewer: .viewer(environment: environment), home: environment["HOME"])
  }

  /// The environment of chafa and ffmpeg: only what they need to run, so that they neither guess the terminal nor see secrets.
  private static func drawingEnvironment(_ environment: [String: String]) -> [String: String] {
    var kept = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { kept[name] = environment[name] }
    return kept
  }

  /// Replaces a leading `~` with the home directory.
  public func expandingHome(in path: String) -> String {
    guard let home else { return path }
    if path == "~" { return home }
    return path.hasPrefix("~/") ? home + path.dropFirst(1) : path
  }
}
