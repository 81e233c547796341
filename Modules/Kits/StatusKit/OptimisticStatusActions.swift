import FeatureKit
public import MastodonKit

/// Actions on posts that show their result at once, correct it by the server's response, and undo it if they fail.
///
/// A screen's model makes it for its ``StatusAction``. Every error is an ``AppError``.
@MainActor
public struct OptimisticStatusActions {
  private let service: StatusService
  let known: (Status.ID) -> Status?
  private let revealed: (Status.ID) -> Void
  private let changed: (Status) -> Void
  private let removed: (Status.ID) -> Void

  /// Creates the actions of one screen.
  ///
  /// - Parameters:
  ///   - service: Sends the requests.
  ///   - known: Finds a post on the screen.
  ///   - revealed: Opens a post's warnings on the screen.
  ///   - changed: Shows a post's new form on every screen, this one among them.
  ///   - removed: Shows on every screen that a post was deleted.
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

  /// Creates the actions of the screen that shows a model, which is not retained; without closures no other one shows
  /// its posts.
  public init(
    service: StatusService, container: some StatusContainer, changed: ((Status) -> Void)? = nil,
    removed: ((Status.ID) -> Void)? = nil
  ) {
    self.init(
      service: service, known: { [weak container] in container?.shownStatus($0) },
      revealed: { [weak container] in container?.reveal($0) },
      changed: changed ?? { [weak container] in container?.replace($0) },
      removed: removed ?? { [weak container] in container?.remove($0) })
  }

  /// Finds a post on the screen, or else on the server.
  public func status(_ id: Status.ID) async throws -> Status {
    if let status = known(id) { return status }
    do {
      return try await service.status(id)
    } catch {
      throw AppError(error)
    }
  }

  /// Opens a post's warnings and filters on the screen.
  public func reveal(_ id: Status.ID) { revealed(id) }

  /// Favourites a post, or removes the favourite.
  public func setFavourited(_ id: Status.ID, _ isOn: Bool) async throws -> Status {
    try await act(on: id, set: { $0.setFavourited(isOn) }, undo: { $0.setFavourited(!isOn) }) {
      try await service.setFavourited(id, isOn)
    }
  }

  /// Boosts a post, for those who may see the boost, or removes the boost.
  public func setReblogged(_ id: Status.ID, _ isOn: Bool, _ visibility: Visibility? = nil) async throws -> Status {
    try await act(on: id, set: { $0.setReblogged(isOn) }, undo: { $0.setReblogged(!isOn) }) {
      try await service.setReblogged(id, isOn, visibility).displayed
    }
  }

  /// Bookmarks a post, or removes the bookmark.
  public func setBookmarked(_ id: Status.ID, _ isOn: Bool) async throws -> Status {
    try await act(on: id, set: { $0.bookmarked = isOn }, undo: { $0.bookmarked = !isOn }) {
      try await service.setBookmarked(id, isOn)
    }
  }

  /// Votes in a post's poll; nothing is shown in advance, since the results are only known afterwards.
  public func vote(_ status: Status, _ choices: [Int]) async throws -> Status {
    var status = status
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

  /// Deletes a post; it stays on the screen until the server has confirmed.
  public func delete(_ id: Status.ID, withMedia: Bool = false) async throws {
    do {
      _ = try await service.delete(id, withMedia)
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
    } catch MastodonError.withdrawn where before != nil {
      // What it takes back was never sent, so the server has the post as it is shown now.
      guard let status = known(id) else { throw AppError.cancelled }
      return status
    } catch {
      // Only this change is undone, since others may have arrived meanwhile; nothing if it changed nothing.
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
