public import FeatureKit
public import MastodonKit
public import Observation
import StatusKit

extension Notifications {
  /// Owns the notifications of the signed-in account and is the only one to change them.
  @MainActor @Observable
  public final class Model {
    /// The screen's state.
    public internal(set) var state: State
    @ObservationIgnored private let service: NotificationService
    @ObservationIgnored let kept: KeptReads?
    /// The options of a visit, requested at each visit.
    @ObservationIgnored public let visitOptions: @MainActor () -> VisitOptions
    /// Whether the next visit marks what it shows as read, even in a script.
    @ObservationIgnored private var marksNextVisit = false
    /// Whether the unread ones were counted for the next visit.
    @ObservationIgnored private var isCounted = false
    /// The marker that the server has: the newest notification that was read.
    @ObservationIgnored private var serverMarker: MastodonKit.Notification.ID?
    /// The newest notification before the list was shown; empty if there was none.
    @ObservationIgnored private var position: MastodonKit.Notification.ID?
    /// Whether the list has to be fetched again, since filtered notifications were merged into it.
    @ObservationIgnored var isStale = false
    /// The notification above which some were missed and could not be fetched yet.
    @ObservationIgnored private var gapStart: MastodonKit.Notification.ID?

    /// The number of unread notifications when they were counted, and of new ones since; until the list is shown.
    @ObservationIgnored private var uncounted: (base: Int, arrived: Int) = (0, 0)

    public static let pageSize = 20

    /// The number of pages of forty that are counted if the server does not count.
    static let countedPages = 25

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - state: The initial state: at least the signed-in account.
    ///   - kept: Lets the newest page be read from the archive.
    ///   - visitOptions: The options of a visit; requested at each visit.
    public init(
      state: State, service: NotificationService, kept: KeptReads? = nil,
      visitOptions: @escaping @MainActor () -> VisitOptions
    ) {
      self.state = state
      self.service = service
      self.kept = kept
      self.visitOptions = visitOptions
    }

    /// Reads a page of what is chosen, grouped by the server where it is known to do so.
    func page(_ request: PageRequest) async throws -> Page<MastodonKit.Notification> {
      let isGrouped = visitOptions().isGrouped && state.choice.account == nil
      return try await (isGrouped ? service.groups : service.list)(request, state.choice.query)
    }

    /// Reads a part of what is chosen.
    func read(_ range: ListRange) async throws -> Page<MastodonKit.Notification> {
      let isGrouped = visitOptions().isGrouped && state.choice.account == nil
      let (page, query) = (isGrouped ? service.groups : service.list, state.choice.query)
      let reader = ListReader(
        order: .chronological, most: 80, id: { $0.id.rawValue }, date: { $0.createdAt },
        page: { try await page($0, query) })
      return try await reader.read(range, pageSize: Self.pageSize).page
    }

    /// Marks what the next visit shows as read, even in a script, but not in a dry run.
    public func markNextVisit() { marksNextVisit = !visitOptions().isTried }

    /// Fetches the list if there is none yet, and records that it is shown.
    ///
    /// Each print of the screen is a visit: what the last visit showed is read now. The marker is sent to the server; if
    /// that fails, the next visit sends it. A visit by a script marks nothing.
    public func load() async { _ = await load(keptFirst: false) }

    /// The same for ``Screen/loadKept``.
    public func loadKept() async -> Screen.Update? { await load(keptFirst: true) }

    private func load(keptFirst: Bool) async -> Screen.Update? {
      if let shown = state.lastShown { state.lastRead = state.lastRead.map { max($0, shown) } ?? shown }
      switch state.phase {
      case .loading: break
      case .loaded where !isStale: break
      case .idle, .failed, .loaded:
        if keptFirst, state.phase == .idle, !marksNextVisit, let update = await showKept() { return update }
        do {
          try await refresh()
        } catch {
          // `refresh` has put the error into the state.
          return nil
        }
      }
      await finishVisit()
      return nil
    }

    /// Records what the user sees as read, if the visit does that.
    func finishVisit() async {
      let options = visitOptions()
      if !isCounted { await countUnreadIfWanted() }
      isCounted = false
      guard options.marksRead || marksNextVisit, !state.choice.isPartial else { return }
      marksNextVisit = false
      guard let newest = state.newestShown else { return }
      state.lastShown = state.lastShown.map { max($0, newest) } ?? newest
      await sendMarker()
    }

    /// Marks what is listed as read, as the next visit would, which then shows how much was unread before.
    func markShown() async {
      await countUnreadIfWanted()
      isCounted = true
      await sendMarker()
    }

    private func countUnreadIfWanted() async {
      if visitOptions().countsUnread, !state.choice.isPartial { await countUnread() }
    }

    /// Tells the server how far the list was read; if that fails, the next visit does.
    private func sendMarker() async {
      // A part of the list says nothing about the rest, which may be older.
      guard !state.choice.isPartial, let newest = state.newestShown else { return }
      do { try await sendMarker(newest) } catch {
        // Reading does not fail because a marker did.
      }
    }

    /// Fetches a part of the notifications, of another choice if one is given, and shows it; by default the newest.
    ///
    /// - Throws: ``AppError``
    public func refresh(_ choice: Choice? = nil, range: ListRange = ListRange()) async throws {
      let known = Set(state.notifications.map(\.id))
      if let choice { (state.choice, state.unreadTotal) = (choice, nil) }
      state.choice.hidden = visitOptions().hidden
      state.phase = .loading
      isStale = false
      do {
        async let lastRead = lastRead()
        let page = try await read(range)
        let fetched = Set(page.elements.map(\.id))
        // What arrived by the stream meanwhile is newer than the response.
        let arrived = state.notifications.filter { !known.contains($0.id) && !fetched.contains($0.id) }
        state.list = PagedList(
          (range.beginsAtTop ? arrived : []) + page.elements, order: .chronological, older: page.older,
          isNewest: range.beginsAtTop, skipped: page.skipped)
        state.range = range
        let read = await lastRead ?? page.elements.first?.id
        if let read { state.lastRead = state.lastRead.map { max($0, read) } ?? read }
        state.phase = .loaded
      } catch {
        let error = AppError(error)
        state.phase = .failed(error)
        throw error
      }
    }

    /// The newest notification that was read, according to the server; empty for none, `nil` if it is not known.
    func lastRead() async -> MastodonKit.Notification.ID? {
      do {
        let id = try await service.lastRead()
        serverMarker = id
        return id ?? ""
      } catch {
        // Not every server has markers. Then nothing is marked as new, rather than everything.
        return state.lastRead
      }
    }

    /// Counts the unread notifications, also beyond the page.
    private func countUnread() async {
      state.unreadTotal = await unread(
        among: Page(state.notifications, older: state.list.older), atLeast: state.unreadCount
      ) { try await self.page($0) }
    }

    /// The number of unread notifications: by the server, or else by reading pages down to the marker.
    private func unread(
      among newest: Page<MastodonKit.Notification>, atLeast listed: Int,
      _ page: (PageRequest) async throws -> Page<MastodonKit.Notification>
    ) async -> Int {
      // At least as many as are listed: some servers return another number.
      do { return max(try await service.unreadCount(), listed) } catch {
        // Not every server counts.
      }
      var total = listed
      guard total == newest.elements.count else { return total }
      var (known, cursor) = (Set(newest.elements.map(\.id)), newest.older)
      for _ in 0..<Self.countedPages {
        guard let place = cursor else { return total }
        let next: Page<MastodonKit.Notification>
        // If a page cannot be read, the count so far stays.
        do { next = try await page(PageRequest(.older(than: place), limit: 40)) } catch { return total }
        let unread = next.elements.filter { state.isUnread($0) && known.insert($0.id).inserted }
        total += unread.count
        guard !unread.isEmpty, unread.count == next.elements.count else { return total }
        cursor = next.older
      }
      return total
    }

    private func sendMarker(_ id: MastodonKit.Notification.ID) async throws {
      if let serverMarker, serverMarker >= id { return }
      try await service.markRead(id)
      serverMarker = id
    }

    /// Dismisses notifications, each with the older ones of its group, and returns how many were dismissed.
    ///
    /// They are removed from the list at once. If a request fails, its notification is put back and the rest is not
    /// requested.
    ///
    /// - Throws: ``AppError``
    public func dismiss(_ ids: [MastodonKit.Notification.ID]) async throws -> Int {
      var count = 0
      // What is not on the page has no row to be dismissed with.
      for id in ids where !state.notifications.contains(where: { $0.id == id }) {
        try await service.dismiss(id)
        count += 1
      }
      for notification in state.withOlderInRow(ids) {
        guard state.notifications.contains(where: { $0.id == notification.id }) else { continue }
        state.list.edit { $0.removeAll { $0.id == notification.id } }
        do {
          if let group = notification.group {
            try await service.dismissGroup(group.key)
          } else {
            try await service.dismiss(notification.id)
          }
          count += notification.group?.count ?? 1
        } catch {
          insert(notification)
          guard count > 0 else { throw AppError(error) }
          throw PartialFailure(done: Notifications.dismissed(count), error: error)
        }
      }
      return count
    }

    /// The number of notifications that were not shown yet, for the prompt.
    public var unseen: Int { state.lastShown == nil ? uncounted.base + uncounted.arrived : state.unseenCount }

    /// Counts the unread notifications before the list is shown: by the server, or else on the newest page.
    ///
    /// If neither works, only those that arrive from now on are counted.
    public func countUnseen() async {
      guard state.lastShown == nil else { return }
      do {
        uncounted = (try await service.unreadCount(), 0)
      } catch {
        do {
          guard let read = try await service.lastRead() else { return }
          let page = try await service.list(PageRequest(.newest, limit: 40), NotificationQuery())
          uncounted = (page.elements.count { $0.id > read }, 0)
        } catch {
          // The number is only information.
        }
      }
    }

    private func insert(_ notification: MastodonKit.Notification) {
      guard !state.notifications.contains(where: { $0.id == notification.id }) else { return }
      var notification = notification
      // What the server groups with notifications that are listed joins them, as it does on the server.
      if notification.group == nil, let key = notification.groupKey,
        let index = state.notifications.firstIndex(where: { $0.group?.key == key }),
        var group = state.notifications[index].group, state.notifications[index].id < notification.id
      {
        state.list.edit { _ = $0.remove(at: index) }
        group.count += 1
        group.accounts = ([notification.account] + group.accounts).droppingRepeats(of: \.id)
        notification.group = group
      }
      state.list.edit { [notification] all in
        all.insert(notification, at: all.firstIndex { $0.id < notification.id } ?? all.endIndex)
      }
      if notification.account.id != state.me { uncounted.arrived += 1 }
    }

    /// Deletes all notifications.
    ///
    /// - Throws: ``AppError``
    public func clear() async throws {
      do {
        try await service.clear()
      } catch {
        throw AppError(error)
      }
      state.list = PagedList(order: .chronological)
    }

    /// Marks all notifications as read and returns how many were new.
    ///
    /// - Throws: ``AppError``
    public func read() async throws -> Int {
      do {
        var all = Page(state.notifications, older: state.list.older)
        // What is not listed is marked too.
        if state.choice.isPartial { all = try await service.list(PageRequest(.newest, limit: 40), NotificationQuery()) }
        guard let newest = [all.elements.first?.id, state.notifications.first?.id].compactMap(\.self).max() else {
          return 0
        }
        let listed = state.choice.isPartial ? all.elements.count(where: state.isUnread) : state.unreadCount
        let count = await unread(among: all, atLeast: listed) { [service] in
          try await service.list($0, NotificationQuery())
        }
        do { try await sendMarker(newest) } catch let error as MastodonError {
          // Those that are marked as new count as read here, as far as this session goes; of others nothing is known.
          guard case .lacks = error, count > 0 else { throw error }
        }
        state.lastRead = newest
        state.lastShown = newest
        uncounted = (0, 0)
        return count
      } catch {
        throw AppError(error)
      }
    }

    /// Sets the signed-in account, which may be known later than the list.
    public func setMe(_ id: Account.ID?) { state.me = id }

    public func replace(_ status: Status) {
      let status = status.displayed
      state.list.update { notification in
        guard let known = notification.status, known.id == status.id else { return }
        notification.status = status.keepingViewerState(of: known)
      }
    }

    /// Removes the notifications about a deleted post, as servers do.
    public func remove(_ id: Status.ID) {
      state.list.edit { $0.removeAll { $0.status?.id == id } }
    }

    public func apply(_ event: StreamEvent) {
      switch event {
      case .notification(let notification): insert(notification)
      case .statusUpdate(let status): replace(status)
      case .delete(let id): remove(id)
      // Only the server knows their order, so the next visit fetches the list.
      case .notificationsMerged: isStale = true
      default: break
      }
    }

    /// Records the newest notification before the list is shown, so that later ones can be caught up with.
    public func recordPosition() async {
      guard position == nil, state.notifications.isEmpty else { return }
      do {
        let page = try await service.list(PageRequest(.newest, limit: 1), NotificationQuery())
        position = page.elements.first?.id ?? ""
      } catch {
        // Catching up tries again.
        position = nil
      }
    }

    /// Inserts the notifications that arrived while the stream was disconnected, and returns them.
    ///
    /// A stream repeats nothing, so this reads upwards from the newest known notification. Beyond a limit it shows the
    /// newest page, from which `older` leads to the rest.
    public func catchUp() async -> Gap<MastodonKit.Notification> {
      guard let start = gapStart ?? [position, state.notifications.first?.id].compactMap(\.self).max() else {
        // The position was never recorded, so what was missed is unknown; record it from here on.
        await recordPosition()
        return Gap()
      }
      do {
        let shown = Set(state.notifications.map(\.id))
        var gap = try await Gap(above: start, pages: Self.catchUpPages) { [service] in
          try await service.list($0, NotificationQuery())
        }
        gap.elements.removeAll { shown.contains($0.id) }
        if gap.isWhole {
          for notification in gap.elements { insert(notification) }
        } else if state.phase == .loaded {
          try await refresh()
        }
        if let last = gap.elements.last { position = last.id }
        gapStart = nil
        return gap
      } catch {
        // The user requested nothing, so no error is shown; the next attempt starts at the same position.
        gapStart = start
        return Gap()
      }
    }

    /// The number of pages of forty that are read to catch up.
    static let catchUpPages = 5
  }
}
