import Glibc
import Testing
import TranscriptKit

/// One of the project's sessions, `Fixtures/sessions/NAME.session`.
struct SessionFixture: Sendable {
  let name: String
  let transcript: Transcript

  /// All sessions in the folder; nobody keeps a list.
  static let all: [SessionFixture] = Files.names(in: folder).filter { $0.hasSuffix(suffix) }.map { file in
    // One that cannot be read is empty, which no session is.
    SessionFixture(
      name: String(file.dropLast(suffix.count)), transcript: Transcript((try? Files.text("\(folder)/\(file)")) ?? ""))
  }

  /// The files in the folder that are not sessions.
  static let strays = Files.names(in: folder).filter { !$0.hasSuffix(suffix) }

  /// The path of the file.
  var path: String { "\(Self.folder)/\(name)\(Self.suffix)" }

  private static let suffix = ".session"

  /// The project's fixtures.
  static let fixtures = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures"

  private static let folder = "\(fixtures)/sessions"
}

extension SessionFixture: CustomTestStringConvertible {
  var testDescription: String { name }
}
