import FeatureKit
public import MastodonKit

/// Acts on statuses: shows the outcome at once, puts it right when the server answers, and puts it back when it fails.
///
/// A value over a service and four closures, which a screen's model makes and lends to its ``StatusAction``. Every error
/// comes out as an ``AppError``.
@MainActor
public struct OptimisticActs {
  private let service: StatusService
  let known: (Status.ID) -> Status?
  private let revealed: (Status.ID) -> Void
  private let changed: (Status) -> Void
  private let removed: (Status.ID) -> Void

  /// Makes the acts of one screen.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - known: Finds a status on the screen.
  ///   - revealed: Opens a status's warnings on the screen.
  ///   - changed: Shows a status's new form, here and on every other screen.
  ///   - removed: Shows that a status is gone, here and on every other screen.
  public init(
    service: StatusService, known: @escaping (Status.ID) -> Status?, revealed: @escaping (Status.ID) -> Void,
    changed: @escaping (Status) -> Void, removed: @escaping (Status.ID) -> Void
  ) {
    self.service = service
    self.known = known
    self.revealed = revealed
    self.changed = changed
    self.removed = removed
  }

  /// Makes the acts of the screen that a model is shown on.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - container: The screen's model, which is not retained.
  ///   - reveal: Opens a status's warnings on the screen.
  ///   - statusChanged: Shows a status's new form on the other screens.
  ///   - statusRemoved: Shows on the other screens that a status is gone.
  public init(
    service: StatusService, container: some StatusContainer, reveal: @escaping (Status.ID) -> Void,
    statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
  ) {
    self.init(
      service: service, known: { [weak container] in container?.shownStatus($0) }, revealed: reveal,
      changed: { [weak container] in
        container?.replace($0)
        statusChanged($0)
      },
      removed: { [weak container] in
        container?.remove($0)
        statusRemoved($0)
      })
  }

  /// Finds the status on the screen or else on the server.
  public func status(_ id: Status.ID) async throws -> Status {
    if let status = known(id) { return status }
    do {
      return try await service.status(id)
    } catch {
      throw AppError(error)
    }
  }

  /// Opens a status's warnings and filters on the screen.
  public func reveal(_ id: Status.ID) { revealed(id) }

  /// Favourites the status or takes that back.
  public func setFavourited(_ id: Status.ID, _ isOn: Bool) async throws -> Status {
    try await act(on: id, set: { $0.setFavourited(isOn) }, undo: { $0.setFavourited(!isOn) }) {
      try await service.setFavourited(id, isOn)
    }
  }

  /// Boosts the status or takes that back.
  public func setReblogged(_ id: Status.ID, _ isOn: Bool) async throws -> Status {
    try await act(on: id, set: { $0.setReblogged(isOn) }, undo: { $0.setReblogged(!isOn) }) {
      try await service.setReblogged(id, isOn).displayed
    }
  }

  /// Bookmarks the status or takes that back.
  public func setBookmarked(_ id: Status.ID, _ isOn: Bool) async throws -> Status {
    try await act(on: id, set: { $0.bookmarked = isOn }, undo: { $0.bookmarked = !isOn }) {
      try await service.setBookmarked(id, isOn)
    }
  }

  /// Votes in the status's poll; what the others chose is only known afterwards, so nothing is shown before.
  public func vote(_ id: Status.ID, _ choices: [Int]) async throws -> Status {
    var status = try await status(id)
    guard let poll = status.poll else {
      throw AppError.validation("That post has no poll.", suggestion: "Choose another number.")
    }
    do {
      status.poll = try await service.vote(poll.id, choices)
    } catch {
      throw AppError(error)
    }
    changed(status)
    return status
  }

  /// Deletes the status for good; it stays on the screen until the server has agreed.
  public func delete(_ id: Status.ID) async throws {
    do {
      _ = try await service.delete(id)
    } catch {
      throw AppError(error)
    }
    removed(id)
  }

  private func act(
    on id: Status.ID, set: (inout Status) -> Void, undo: (inout Status) -> Void,
    server: () async throws -> Status
  ) async throws -> Status {
    let before = known(id)
    if var status = before {
      set(&status)
      changed(status)
    }
    do {
      let status = try await server()
      changed(status)
      return status
    } catch {
      // Only this act is taken back: other changes may have come in meanwhile. If it was so before, nothing is undone.
      if let before, var status = known(id) {
        var expected = before
        set(&expected)
        if expected != before {
          undo(&status)
          changed(status)
        }
      }
      throw AppError(error)
    }
  }
}

extension Status {
  fileprivate mutating func setFavourited(_ isOn: Bool) {
    guard favourited != isOn else { return }
    favourited = isOn
    favouritesCount = max(favouritesCount + (isOn ? 1 : -1), 0)
  }

  fileprivate mutating func setReblogged(_ isOn: Bool) {
    guard reblogged != isOn else { return }
    reblogged = isOn
    reblogsCount = max(reblogsCount + (isOn ? 1 : -1), 0)
  }
}
