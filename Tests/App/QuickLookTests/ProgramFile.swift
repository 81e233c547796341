import Glibc
import Testing

/// Writes a program that a test runs.
///
/// What Foundation writes is inherited by every program that another test starts meanwhile, and a file that somebody has open for
/// writing cannot be run.
func writeProgram(_ text: String, to path: String, mode: mode_t = 0o700) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  try #require(descriptor >= 0, "\(path) cannot be written")
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  try #require(fchmod(descriptor, mode) == 0)
}
