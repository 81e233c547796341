public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

/// Pages of rows.
extension Notifications.Model {
  /// Shows only so many rows as fit the terminal; `older` shows the others without a request.
  public func fit(_ layout: Layout) {
    guard !state.isReadUpwards else { return fitUpwards(layout) }
    state.pageEnd = nil
    guard !state.range.isCounted, layout.isPaged else { return }
    let count = Notifications.view(state, layout: layout).itemsOnPage(layout)
    let visible = Notifications.visibleRows(state, layout: layout)
    guard count < visible.count else { return }
    state.pageEnd = visible[count - 1].notifications.last?.id
  }

  /// Shows the rows above the page that was shown before, as many as fit or as a page has.
  private func fitUpwards(_ layout: Layout) {
    state.pageStart = nil
    let visible = Notifications.visibleRows(state, layout: layout)
    var count = state.range.limit ?? Self.pageSize
    if !state.range.isCounted, layout.isPaged {
      count = Notifications.view(state, layout: layout).itemsOnPage(layout, fromEnd: true)
    }
    guard count < visible.count else { return }
    state.pageStart = visible[visible.count - max(count, 1)].first.id
  }

  /// Shows the next older page that has notifications not listed yet; `false` if there is none.
  ///
  /// After several pages of repeated notifications it returns `true` although the page stays: the next call continues.
  ///
  /// - Throws: ``AppError``
  public func older() async throws -> Bool {
    if let first = state.firstBelow {
      (state.pageStart, state.pageEnd, state.isReadUpwards) = (first, nil, false)
      return true
    }
    var followed: Set<Cursor> = []
    do {
      for _ in 0..<Self.repeatedPages {
        guard let cursor = state.older else { return false }
        followed.insert(cursor)
        let page = try await page(PageRequest(.older(than: cursor), limit: pageLimit))
        let known = Set(state.notifications.map(\.id))
        let new = page.elements.filter { !known.contains($0.id) }
        state.notifications += new
        state.older = page.older
        state.skipped += page.skipped
        if let first = new.first {
          (state.pageStart, state.pageEnd, state.isReadUpwards) = (first.id, nil, false)
          return true
        }
        // A cursor that repeats would lead in a circle.
        if let older = page.older, followed.contains(older) { state.older = nil }
      }
      return state.older != nil
    } catch {
      throw AppError(error)
    }
  }

  /// Shows the page above; `false`, and nothing changes, if there is none.
  ///
  /// - Throws: ``AppError``
  public func newer() async throws -> Bool {
    guard let first = state.page.first?.id else { return false }
    if let nearest = state.notifications.last(where: { $0.id > first }) {
      (state.pageStart, state.pageEnd, state.isReadUpwards) = (nil, nearest.id, true)
      return true
    }
    do {
      let page = try await page(PageRequest(.newer(than: Cursor(first.rawValue)), limit: pageLimit))
      let known = Set(state.notifications.map(\.id))
      let new = page.elements.filter { !known.contains($0.id) && $0.id > first }
      guard let last = new.last else { return false }
      state.notifications = new + state.notifications
      (state.pageStart, state.pageEnd, state.isReadUpwards) = (nil, last.id, true)
      return true
    } catch {
      throw AppError(error)
    }
  }

  /// How many notifications the next page has.
  private var pageLimit: Int { min(state.range.limit ?? Self.pageSize, 80) }

  /// How many older pages in a row may contain only repeated notifications.
  private static let repeatedPages = 5
}
