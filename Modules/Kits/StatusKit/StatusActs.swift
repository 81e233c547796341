import FeatureKit
public import MastodonKit

/// Acts on posts that show their result at once, correct it by the server's response, and undo it if they fail.
///
/// Every error is an ``AppError``.
@MainActor
public struct StatusActs {
  private let service: StatusService
  /// Finds a post as the screen shows it, with the user's marks; `nil` if they are not known.
  private let known: (Status.ID) -> Status?
  /// Opens a post's warnings and filters for as long as it is listed.
  public let reveal: (Status.ID) -> Void
  private let changed: (Status) -> Void
  private let removed: (Status.ID) -> Void

  /// Creates the acts of one screen.
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
    self.reveal = revealed
    self.changed = changed
    self.removed = removed
  }

  /// Creates the acts of the screen that shows a model, which is not retained.
  public init(
    service: StatusService, container: some StatusContainer, changed: @escaping (Status) -> Void,
    removed: @escaping (Status.ID) -> Void
  ) {
    self.init(
      service: service, known: { [weak container] in container?.shownStatus($0) },
      revealed: { [weak container] in container?.reveal($0) }, changed: changed, removed: removed)
  }

  /// Finds a post on the screen, or else on the server.
  public func status(_ id: Status.ID) async throws -> Status {
    if let status = known(id) { return status }
    do { return try await service.status(id) } catch { throw AppError(error) }
  }

  /// Finds a post as it is before an act; `nil` if it can't be read, when the act itself fails or waits.
  func before(_ id: Status.ID) async throws -> Status? {
    do { return try await status(id) } catch {
      try Task.checkCancellation()
      return nil
    }
  }

  /// Sets a mark on a post, or removes it.
  public func mark(_ id: Status.ID, _ mark: StatusMark, _ isOn: Bool) async throws -> Status {
    let before = known(id)
    if var status = before {
      mark.set(isOn, on: &status)
      changed(status)
    }
    do {
      let status = try await service.mark(id, mark, isOn)
      changed(status)
      return status
    } catch MastodonError.withdrawn where before != nil {
      // What it takes back was never sent, so the server has the post as it is shown now.
      guard let status = known(id) else { throw AppError.cancelled }
      return status
    } catch {
      // Only this change is undone, since others may have arrived meanwhile; nothing if it changed nothing.
      if let before, mark.isSet(before) != isOn, var status = known(id) {
        mark.set(!isOn, on: &status)
        changed(status)
      }
      throw AppError(error)
    }
  }

  /// Votes in a post's poll; nothing is shown in advance, since the results are only known afterwards.
  public func vote(_ status: Status, _ choices: [Int]) async throws -> Status {
    var status = status
    guard let poll = status.poll else {
      throw AppError.validation("That post has no poll.", suggestion: "Choose another number.")
    }
    do { status.poll = try await service.vote(poll.id, status.id, choices) } catch { throw AppError(error) }
    changed(status)
    return status
  }

  /// Deletes a post; it stays on the screen until the server has confirmed.
  public func delete(_ id: Status.ID, withMedia: Bool = false) async throws {
    do { try await service.delete(id, withMedia) } catch { throw AppError(error) }
    removed(id)
  }
}

extension StatusMark {
  func isSet(_ status: Status) -> Bool {
    switch self {
    case .favourite: status.favourited
    case .boost: status.reblogged
    case .bookmark: status.bookmarked
    }
  }

  fileprivate func set(_ isOn: Bool, on status: inout Status) {
    guard isSet(status) != isOn else { return }
    switch self {
    case .favourite:
      status.favourited = isOn
      status.favouritesCount = max(status.favouritesCount + (isOn ? 1 : -1), 0)
    case .boost:
      status.reblogged = isOn
      status.reblogsCount = max(status.reblogsCount + (isOn ? 1 : -1), 0)
    case .bookmark: status.bookmarked = isOn
    }
  }
}
