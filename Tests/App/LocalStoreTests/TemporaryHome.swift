import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import LocalStore

/// A home directory of its own for one test, with a clock that stands still; it goes with the object.
final class TemporaryHome: Sendable {
  let path: String
  let locations: FileLocations
  let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_000_000) }
  private let heard = Mutex<[StoreNotice]>([])

  init() throws {
    var template = Array("/tmp/howdah-tests-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
    locations = try FileLocations(environment: ["HOME": path])
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
  }

  var notices: [StoreNotice] { heard.withLock { $0 } }
  var report: @Sendable (StoreNotice) -> Void { { [self] notice in heard.withLock { $0.append(notice) } } }

  var accounts: AccountsFile { AccountsFile(locations: locations, now: now, report: report) }
  var secrets: Secrets { secrets(in: .file) }

  func secrets(in vault: VaultName?, programs: Programs = .none, timeout: Int = 280_000) -> Secrets {
    SecretsFile(
      locations: locations, now: now, programs: programs,
      timeouts: VaultTimeouts(toProbe: timeout, toAnswer: timeout), chosen: { vault }, report: report
    ).secrets
  }
  var preferences: PreferencesFile { PreferencesFile(locations: locations) }
  var database: Database { Database(locations: locations, now: now, report: report) }

  func screen(
    _ account: String, _ terminal: String = "7-34816-9", now: @escaping @Sendable () -> Date = { Date() }
  ) -> ScreenFile {
    ScreenFile(locations: locations, account: account, terminal: terminal, now: now)
  }

  /// Puts a file where another program may have left it.
  func put(_ text: String, at path: String, mode: mode_t = 0o600) throws {
    try FileLocations.make(StoredFile.parent(of: path))
    try writeProgram(text, to: path, mode: mode)
  }

  func text(at path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  func mode(of path: String) throws -> String {
    var information = stat()
    try #require(lstat(path, &information) == 0, "\(path) is not there")
    return String(information.st_mode & 0o7777, radix: 8)
  }
}
