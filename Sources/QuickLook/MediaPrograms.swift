public import Subprocesses
import TerminalKit

/// The programs that draw pictures and read video and audio, as far as they are installed.
public struct MediaPrograms: Sendable {
  private let programs: Programs
  /// The time limit of one, in milliseconds.
  private let timeout: Int

  public init(_ programs: Programs, timeout: Int = 10_000) {
    self.programs = programs
    self.timeout = timeout
  }

  /// Whether pictures can be drawn.
  public var drawsPictures: Bool { find("chafa") != nil }

  func find(_ name: String) -> String? { programs.find(name) }

  /// Runs the program at a path on an untrusted file, within limits of time and size, and returns its output.
  ///
  /// - Throws: `.cannotStart` also for an exit code, most often because it cannot read the file.
  func run(
    _ path: String, _ arguments: [String], outputLimit: Int = Picture.maximumBytes
  ) async throws(Programs.Failure) -> [UInt8] {
    let answer = try await programs.answer(
      of: path, Programs.Call(arguments, limit: timeout, outputLimit: outputLimit))
    guard answer.code == 0 else { throw .cannotStart }
    return answer.output
  }
}
