public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Notifications.Model {
  /// Shows only so many rows as fit the terminal; `older` and `newer` show the others without a request.
  public func fit(_ layout: Layout) {
    let isWhole = state.range.isCounted || !layout.isPaged
    var state = state
    self.state.list.fit { list, fromEnd in
      state.list = list
      let rows = Notifications.visibleRows(state, layout: layout)
      let count = isWhole ? rows.count : Notifications.view(state, layout: layout).itemsOnPage(layout, fromEnd: fromEnd)
      guard count < rows.count else { return list.shown.count }
      let edge = fromEnd ? rows[rows.count - max(count, 1)].notifications.first : rows[count - 1].notifications.last
      let index = list.visible.firstIndex { $0.id == edge?.id } ?? 0
      return fromEnd ? list.shown.count - index : index + 1
    }
  }

  /// Shows the next older page that has notifications not listed yet; `false` if there is none.
  ///
  /// After several pages of repeated notifications it returns `true` although the page stays: the next call continues.
  ///
  /// - Throws: ``AppError``
  public func older() async throws -> Bool {
    try await begin()
    if state.list.showOlder() { return true }
    do {
      for _ in 0..<Self.repeatedPages {
        guard let position = state.list.olderPosition else { break }
        let request = PageRequest(position, limit: pageLimit)
        if state.list.show(ListPart(try await page(request), request)) { return true }
      }
      if state.list.older == nil { try state.list.requireProgress() }
      return state.list.older != nil
    } catch {
      throw AppError(error)
    }
  }

  /// Loads the newest page if the last request failed: there is no end of a list that nobody has read.
  private func begin() async throws {
    if case .failed = state.phase, state.list.visible.isEmpty { try await refresh() }
  }

  /// Shows the page above; `false`, and nothing changes, if there is none.
  ///
  /// - Throws: ``AppError``
  public func newer() async throws -> Bool {
    try await begin()
    guard let first = state.list.visible.first?.id else { return false }
    if state.list.showNewer() { return true }
    do {
      return state.list.prepend(
        try await page(PageRequest(.newer(than: Cursor(first.rawValue)), limit: pageLimit)))
    } catch {
      throw AppError(error)
    }
  }

  /// The number of notifications on the next page.
  private var pageLimit: Int { min(state.range.limit ?? Self.pageSize, 80) }

  /// The maximum number of consecutive older pages with only repeated notifications.
  private static let repeatedPages = 5
}

extension Notifications.Model: StatusContainer {
  /// The post of this id, if a notification on the page is about it.
  public func shownStatus(_ id: Status.ID) -> Status? {
    state.notifications.lazy.compactMap(\.status).first { $0.id == id }
  }
}
