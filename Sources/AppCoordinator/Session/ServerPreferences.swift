import LocalStore
import MastodonKit
import Observation

/// What the account's server says of how it posts and reads; what was never set on this machine follows it.
///
/// What it said last is kept on disk and read at the first look, so that a command need not ask before it prints.
@MainActor
@Observable
final class ServerPreferences {
  /// Where what the server said last is kept.
  struct Storage {
    /// Reads it; `nil` where nothing is kept.
    var load: () throws -> Preferences?
    /// Keeps it.
    var save: (Preferences) throws -> Void

    /// Keeps nothing: the embedded instance is there to be asked.
    static var none: Storage { Storage(load: { nil }, save: { _ in }) }

    /// Keeps it in a file of the account's.
    static func file(_ file: ServerPreferencesFile) -> Storage {
      Storage(load: { try file.load() }, save: { try file.save($0) })
    }
  }

  private var known: Preferences?
  @ObservationIgnored private var isLoaded = false
  @ObservationIgnored private let storage: Storage
  @ObservationIgnored private let service: ProfileService

  init(storage: Storage, service: ProfileService) {
    self.storage = storage
    self.service = service
  }

  /// What the server says, as far as it is known; nothing is asked.
  var values: Preferences? {
    if !isLoaded {
      isLoaded = true
      // What can be fetched again is no loss, and nobody asked for it here.
      do { known = try storage.load() } catch { known = nil }
    }
    return known
  }

  /// Asks the server; what it does not say stays as it was known.
  func refresh() async {
    do { take(try await service.preferences()) } catch { return }
  }

  /// Takes what the server says now.
  func take(_ preferences: Preferences) {
    isLoaded = true
    guard preferences != known else { return }
    known = preferences
    // The next run asks again if this could not be kept.
    do { try storage.save(preferences) } catch { return }
  }
}
