public import FeatureKit
import MastodonKit
import StatusKit

/// Where the reader stopped, here or on another device.
extension Home.Model {
  /// How many posts above the place where the reader stopped are read at most.
  static let unreadLimit = 200
  /// How many posts `fill` reads at most.
  static let fillLimit = 400

  /// Shows the oldest posts above the one where the reader stopped; false if there are none.
  ///
  /// - Throws: ``AppError``
  public func unread() async throws -> Bool {
    try await showSinceStopped { ListRange(after: $0.rawValue, limit: Self.unreadLimit) }
  }

  /// Shows all posts since the reader stopped, the newest first; false if there are none.
  ///
  /// - Throws: ``AppError``
  public func fill(_ progress: ListProgress = .none) async throws -> Bool {
    try await showSinceStopped {
      var range = ListRange(since: .id($0.rawValue), limit: Self.fillLimit)
      range.progress = progress
      return range
    }
  }

  private func showSinceStopped(_ range: (Status.ID) -> ListRange) async throws -> Bool {
    await findStop()
    guard let stop = stoppedAt else {
      // Where nothing is known to have been read, the newest page is the place to begin.
      try await show(.home)
      return true
    }
    let range = range(stop)
    do {
      let part = try await read(.home, TimelineOptions(range: range), at: nil)
      guard !part.page.elements.isEmpty else { return false }
      showNews(part, above: stop, isWhole: part.page.elements.count < range.limit ?? 0)
      return true
    } catch {
      throw AppError(error)
    }
  }

  /// Shows posts since a place, with the number of those that are news.
  private func showNews(_ part: ListPart<Status>, above stop: Status.ID, isWhole: Bool) {
    var part = part
    // What was read before goes on below.
    if part.page.older == nil { part.page.older = part.page.elements.last.map { Cursor($0.id.rawValue) } }
    var next = Home.State(timeline: .home, limit: state.limit, me: state.me)
    let (isHidden, isUnwanted, now) = (isHidden, isUnwanted, now())
    let news = part.page.elements.filter { !isUnwanted($0) && $0.account.id != state.me }
    var posts = PagedStatuses(unreadIDs: Set(news.map(\.id)), hasMoreUnread: !isWhole)
    posts.seenUpTo = stop
    _ = posts.show(part, options: next.options, at: now, isHidden: isHidden)
    let count = CountText.of(news.count, "newer post")
    posts.stopText = "You stopped here: \(isWhole ? count : "\(count) and more")."
    next.posts = .loaded(posts)
    _ = nextNumber()
    (state, isReadingUnread) = (next, true)
  }

  /// Finds where the reader stopped, if this visit did not begin with it: here, or on another device.
  private func findStop() async {
    guard stoppedAt == nil else { return }
    if serverMarker == nil { await readMarker() }
    let local: Status.ID?
    // A position that cannot be read is none.
    do { local = try positions.position(Home.Timeline.home.rawValue) } catch { local = nil }
    stoppedAt = [local, serverMarker ?? nil].compactMap(\.self).max()
  }

  /// Reads the server's marker before the first visit of a run, together with the page.
  func followMarker(of timeline: Home.Timeline) async {
    guard timeline == .home, marker.isFollowed, serverMarker == nil else { return }
    await readMarker()
  }

  private func readMarker() async {
    do { serverMarker = .some(try await marker.read()) } catch {
      // Not every server has markers, and the position on this machine remains.
    }
  }
}
