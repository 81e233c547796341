public import LocalStore
public import TerminalKit

/// How this machine can show media: its terminal, the program chafa, and a viewer.
public struct MediaDisplay: Sendable {
  /// The terminal's way of showing pictures.
  public var terminal: @Sendable () -> PictureWay
  /// The program that draws pictures.
  public var program: PictureProgram
  /// Opens a file in another program.
  public var viewer: BrowserOpener
  /// The user's home directory, which replaces `~` in paths.
  public var home: String?

  /// Creates a display from its parts.
  public init(
    terminal: @escaping @Sendable () -> PictureWay, program: PictureProgram, viewer: BrowserOpener, home: String?
  ) {
    self.terminal = terminal
    self.program = program
    self.viewer = viewer
    self.home = home
  }

  /// A plain terminal on a machine without other programs.
  public static let none = MediaDisplay(terminal: { .blocks }, program: .none, viewer: .none, home: nil)

  /// How many milliseconds drawing a picture may take.
  static let timeout = 10_000

  /// The display that an environment describes.
  public static func live(environment: [String: String]) -> MediaDisplay {
    MediaDisplay(
      terminal: { PictureWay.detect { environment[$0] } },
      program: .chafa(.live(environment: drawingEnvironment(environment)), timeout: timeout),
      viewer: .viewer(environment: environment), home: environment["HOME"])
  }

  /// The environment of chafa: only what it needs to run, so that it neither guesses the terminal nor sees secrets.
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

extension PictureProgram {
  /// Chafa, if it is installed.
  ///
  /// - Parameter timeout: How many milliseconds it may run.
  public static func chafa(_ programs: Programs, timeout: Int) -> PictureProgram {
    PictureProgram(
      find: { programs.find("chafa") },
      run: { path, arguments throws(Failure) in
        let answer: Programs.Answer
        do throws(Programs.Failure) {
          answer = try programs.run(
            path, Programs.Call(arguments, limit: timeout, outputLimit: Picture.maximumBytes))
        } catch {
          switch error {
          case .cannotStart: throw .failed
          case .timedOut: throw .timedOut
          case .interrupted: throw .interrupted
          case .tooMuch: throw .tooMuch
          }
        }
        guard answer.code == 0 else { throw .failed }
        return answer.output
      })
  }
}
