import FileTestKit
import FoundationEssentials
import Subprocesses
import Synchronization

@testable import LocalStore

/// A home directory of its own for one test, with a clock that stands still; it goes with the object.
final class TemporaryHome: TemporaryFolder, @unchecked Sendable {
  let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_000_000) }
  private let heard = Mutex<[StoreNotice]>([])

  var locations: FileLocations {
    FileLocations(
      config: "\(path)/.config/howdah", data: "\(path)/.local/share/howdah", state: "\(path)/.local/state/howdah",
      cache: "\(path)/.cache/howdah")
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
}
