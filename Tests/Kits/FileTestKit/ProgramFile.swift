public import Glibc

/// Writes a program that a test runs.
///
/// What Foundation writes is inherited by every program that another test starts meanwhile, and a file that somebody has open for
/// writing cannot be run.
public func writeProgram(_ text: String, to path: String, mode: mode_t = 0o700) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard descriptor >= 0 else { throw FileProblem(path) }
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  guard write(descriptor, bytes, bytes.count) == bytes.count, fchmod(descriptor, mode) == 0 else {
    throw FileProblem(path)
  }
}

/// A file that a test cannot use.
public struct FileProblem: Error, CustomStringConvertible {
  public let description: String

  init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
}
