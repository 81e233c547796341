public import LocalStore
public import MastodonKit
public import Observation

/// The account's preferences on its server, which apply where nothing was set on this machine.
///
/// The last known values are kept on disk, so that a command need not ask the server before it prints.
@MainActor
@Observable
public final class ServerPreferences {
  public struct Storage {
    /// Reads them; `nil` if there are none.
    public var load: () throws -> Preferences?
    public var save: (Preferences) throws -> Void

    /// Stores nothing, for the embedded instance, which can always be asked.
    public static var none: Storage { Storage(load: { nil }, save: { _ in }) }

    /// Stores the values in a file of the account.
    public static func file(_ file: ServerPreferencesFile) -> Storage {
      Storage(load: { try file.load() }, save: { try file.save($0) })
    }
  }

  private var known: Preferences?
  @ObservationIgnored private var isLoaded = false
  @ObservationIgnored private let storage: Storage
  @ObservationIgnored private let service: ProfileService

  public init(storage: Storage, service: ProfileService) {
    self.storage = storage
    self.service = service
  }

  /// The last known values; makes no request.
  public var values: Preferences? {
    if !isLoaded {
      isLoaded = true
      // The server has the values, so an unreadable file is not a loss.
      do { known = try storage.load() } catch { known = nil }
    }
    return known
  }

  /// Requests the values from the server; the known ones stay if that fails.
  public func refresh() async {
    // The known values stay, and the next session requests them again.
    if let preferences = try? await service.preferences() { take(preferences) }
  }

  /// Requests the values unless some are known.
  public func loadIfNeeded() async {
    if values == nil { await refresh() }
  }

  public func take(_ preferences: Preferences) {
    isLoaded = true
    guard preferences != known else { return }
    known = preferences
    // If this fails, the next run requests them again.
    try? storage.save(preferences)
  }
}
