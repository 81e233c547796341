import Glibc
public import LocalStore
public import QuickLook
public import TerminalKit

/// What showing media takes of the machine.
public struct MediaMeans: Sendable {
  /// How the terminal shows pictures, as far as it says.
  public var terminal: @Sendable () -> PictureWay
  /// The program that draws them.
  public var program: PictureProgram
  /// The way to show a file outside of the terminal.
  public var viewer: BrowserOpener
  /// The person's own folder, for `~` in the name of another.
  public var home: String?

  /// Makes means from their parts.
  public init(
    terminal: @escaping @Sendable () -> PictureWay, program: PictureProgram, viewer: BrowserOpener, home: String?
  ) {
    self.terminal = terminal
    self.program = program
    self.viewer = viewer
    self.home = home
  }

  /// A machine with a plain terminal and nothing else.
  public static let none = MediaMeans(terminal: { .blocks }, program: .none, viewer: .none, home: nil)

  /// How many milliseconds a picture may take to be drawn.
  static let patience = 10_000

  /// The means that an environment speaks of.
  static func live(environment: [String: String]) -> MediaMeans {
    MediaMeans(
      terminal: { PictureWay.detect { environment[$0] } },
      program: .chafa(.live(environment: surroundings(environment)), limit: patience),
      viewer: .viewer(environment: environment), home: environment["HOME"])
  }

  /// The environment of the program that draws: what it needs to run, and nothing by which it would guess or could tell.
  private static func surroundings(_ environment: [String: String]) -> [String: String] {
    var kept = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { kept[name] = environment[name] }
    return kept
  }

  /// What Linux says of its memory; `nil` elsewhere.
  @Sendable static func memoryPressure() -> String? {
    let descriptor = open("/proc/pressure/memory", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}

extension PictureProgram {
  /// The program chafa among the programs of a machine.
  static func chafa(_ programs: Programs, limit: Int) -> PictureProgram {
    PictureProgram(
      find: { programs.find("chafa") },
      run: { path, arguments throws(Failure) in
        let answer: Programs.Answer
        do throws(Programs.Failure) {
          answer = try programs.run(
            path, Programs.Call(arguments, limit: limit, outputLimit: Picture.maximumBytes))
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
