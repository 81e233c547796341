public import FeatureKit
public import MastodonKit
public import Observation
public import StatusKit

extension Notifications {
  /// Owns the notifications of the signed-in account and is the only one to change them.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State
    @ObservationIgnored private let service: NotificationService
    @ObservationIgnored private let reader: @MainActor () -> Reader
    /// Whether the next visit marks what it shows, whoever reads.
    @ObservationIgnored private var marksNext = false
    /// The newest that the server knows to be read.
    @ObservationIgnored private var told: MastodonKit.Notification.ID?
    /// The newest that was there when the list had not been shown; an empty word for none.
    @ObservationIgnored private var known: MastodonKit.Notification.ID?
    /// Whether the list must be asked for again, since some that were held back are in it now.
    @ObservationIgnored private var isStale = false
    /// The notification above which something was missed that could not be asked for yet.
    @ObservationIgnored private var hole: MastodonKit.Notification.ID?

    /// How many are fetched at once unless a number is given.
    public static let pageSize = 20

    /// How many pages of forty are counted where the server does not count.
    static let countedPages = 25

    /// Makes a model; `state` names the reader's own account, `reader` is asked at each visit.
    public init(state: State, service: NotificationService, reader: @escaping @MainActor () -> Reader) {
      self.state = state
      self.service = service
      self.reader = reader
    }

    /// Lets the next visit mark what it shows as read, whoever reads.
    public func markNext() { marksNext = true }

    /// Fetches the list if that has not been done, and takes note that it is shown.
    ///
    /// Each print of the screen is a visit: what the last one showed is read now. The server is told what is being shown;
    /// if it does not hear, it is told at the next visit. A visit that nobody sees marks nothing.
    public func load() async {
      if let shown = state.lastShown { state.lastRead = state.lastRead.map { max($0, shown) } ?? shown }
      switch state.phase {
      case .loading: break
      case .loaded where !isStale: break
      case .idle, .failed, .loaded:
        do {
          try await refresh()
        } catch {
          // `refresh` has put the error into the state.
          return
        }
      }
      let reader = reader()
      if reader.counts { await countUnread() }
      guard reader.marks || marksNext else { return }
      marksNext = false
      guard let newest = state.page.first?.id else { return }
      state.lastShown = state.lastShown.map { max($0, newest) } ?? newest
      do {
        try await tell(newest)
      } catch {
        // Reading does not fail because a marker did: `told` stays behind, and the next visit tries again.
      }
    }

    /// Asks the server for the newest notifications and turns to their page.
    ///
    /// - throws: ``AppError``
    public func refresh(limit: Int? = nil) async throws {
      let known = Set(state.notifications.map(\.id))
      state.phase = .loading
      isStale = false
      do {
        async let lastRead = lastRead()
        let page = try await service.list(PageRequest(.newest, limit: limit ?? Self.pageSize))
        let fetched = Set(page.elements.map(\.id))
        // What came in by the stream meanwhile is newer than the answer.
        let arrived = state.notifications.filter { !known.contains($0.id) && !fetched.contains($0.id) }
        state.notifications = arrived + page.elements
        state.older = page.older
        state.pageStart = nil
        let read = await lastRead ?? page.elements.first?.id
        if let read { state.lastRead = state.lastRead.map { max($0, read) } ?? read }
        state.phase = .loaded
      } catch {
        let error = AppError(error)
        state.phase = .failed(error)
        throw error
      }
    }

    /// How far the server says that was read: an empty word for nothing, `nil` if it does not say.
    private func lastRead() async -> MastodonKit.Notification.ID? {
      do {
        let id = try await service.lastRead()
        told = id
        return id ?? ""
      } catch {
        // Not every server has markers. Then nothing is marked as new, which is better than everything.
        return state.lastRead
      }
    }

    /// Counts what is unread, also beyond the page: asks the server, or else walks down to what was read.
    private func countUnread() async {
      do {
        // Never fewer than are at hand: some servers answer with something else.
        state.unreadTotal = max(try await service.unreadCount(), state.unreadCount)
        return
      } catch {
        // Not every server counts.
      }
      var total = state.unreadCount
      defer { state.unreadTotal = total }
      guard total == state.notifications.count else { return }
      var (known, cursor) = (Set(state.notifications.map(\.id)), state.older)
      for _ in 0..<Self.countedPages {
        guard let place = cursor else { return }
        let page: Page<MastodonKit.Notification>
        // What was counted so far is the best that can be said.
        do { page = try await service.list(PageRequest(.older(than: place), limit: 40)) } catch { return }
        let unread = page.elements.filter { state.isUnread($0) && known.insert($0.id).inserted }
        total += unread.count
        guard !unread.isEmpty, unread.count == page.elements.count else { return }
        cursor = page.older
      }
    }

    private func tell(_ id: MastodonKit.Notification.ID) async throws {
      if let told, told >= id { return }
      try await service.markRead(id)
      told = id
    }

    /// Turns to the next older page that has something new; `false` if there is none.
    ///
    /// After several pages without anything new it is `true` though the page stays: the next call goes on from there.
    ///
    /// - throws: ``AppError``
    public func older() async throws -> Bool {
      var followed: Set<Cursor> = []
      do {
        for _ in 0..<Self.repeatedPages {
          guard let cursor = state.older else { return false }
          followed.insert(cursor)
          let page = try await service.list(PageRequest(.older(than: cursor), limit: Self.pageSize))
          let known = Set(state.notifications.map(\.id))
          let new = page.elements.filter { !known.contains($0.id) }
          state.notifications += new
          state.older = page.older
          if let first = new.first {
            state.pageStart = first.id
            return true
          }
          // A cursor that leads back leads nowhere else the next time.
          if let older = page.older, followed.contains(older) { state.older = nil }
        }
        return state.older != nil
      } catch {
        throw AppError(error)
      }
    }

    /// How many older pages in a row may hold nothing new.
    private static let repeatedPages = 5

    /// Takes notifications away for good, each with the older ones of its group, and answers how many went.
    ///
    /// They go from the list at once; one that the server keeps comes back, and those behind it are left alone.
    ///
    /// - throws: ``AppError``
    public func dismiss(_ ids: [MastodonKit.Notification.ID]) async throws -> Int {
      var count = 0
      for notification in state.meant(by: ids) {
        guard let index = state.notifications.firstIndex(where: { $0.id == notification.id }) else { continue }
        state.notifications.remove(at: index)
        do {
          try await service.dismiss(notification.id)
          count += 1
        } catch {
          insert(notification)
          guard count > 0 else { throw AppError(error) }
          throw PartialFailure(done: Notifications.dismissed(count), error: error)
        }
      }
      return count
    }

    /// Puts a notification in its place, which is that of its id.
    private func insert(_ notification: MastodonKit.Notification) {
      guard !state.notifications.contains(where: { $0.id == notification.id }) else { return }
      let index = state.notifications.firstIndex { $0.id < notification.id } ?? state.notifications.endIndex
      state.notifications.insert(notification, at: index)
    }

    /// Takes all of them away for good.
    ///
    /// - throws: ``AppError``
    public func clear() async throws {
      do {
        try await service.clear()
      } catch {
        throw AppError(error)
      }
      state.notifications = []
      state.older = nil
      state.pageStart = nil
    }

    /// Marks everything as read and answers how much was new.
    ///
    /// - throws: ``AppError``
    public func read() async throws -> Int {
      guard let newest = state.notifications.first?.id else { return 0 }
      do {
        try await tell(newest)
      } catch {
        throw AppError(error)
      }
      let count = state.unreadCount
      state.lastRead = newest
      state.lastShown = newest
      return count
    }

    /// Takes the reader's own account, which may be known later than the list.
    public func setMe(_ id: Account.ID?) { state.me = id }

    /// Shows a status's new form.
    public func replace(_ status: Status) {
      let status = status.displayed
      for index in state.notifications.indices {
        guard let known = state.notifications[index].status, known.id == status.id else { continue }
        state.notifications[index].status = status.keepingViewerState(of: known)
      }
    }

    /// Takes away what is about a status that is gone, as servers do.
    public func remove(_ id: Status.ID) {
      state.notifications.removeAll { $0.status?.id == id }
    }

    /// Takes in what the stream tells.
    public func apply(_ event: StreamEvent) {
      switch event {
      case .notification(let notification): insert(notification)
      case .statusUpdate(let status): replace(status)
      case .delete(let id): remove(id)
      // Where they are to stand only the server knows: the next visit asks.
      case .notificationsMerged: isStale = true
      default: break
      }
    }

    /// Records the newest notification before anything is shown: what arrives above it later can then be caught up with.
    public func recordPosition() async {
      guard known == nil, state.notifications.isEmpty else { return }
      do {
        known = try await service.list(PageRequest(.newest, limit: 1)).elements.first?.id ?? ""
      } catch {
        // Catching up tries again.
        known = nil
      }
    }

    /// Puts what came in while the stream was away in its place, and gives it back.
    ///
    /// A stream repeats nothing, so it walks up from the newest that is known. Above a limit it turns to the newest page, from
    /// which `older` leads to the rest.
    public func catchUp() async -> Gap<MastodonKit.Notification> {
      guard let known = hole ?? [known, state.notifications.first?.id].compactMap(\.self).max() else {
        // The first look failed: nothing can be said of what came so far, but of what comes from here on.
        await recordPosition()
        return Gap()
      }
      do {
        let shown = Set(state.notifications.map(\.id))
        var gap = try await Gap(above: known, pages: Self.catchUpPages, read: service.list)
        gap.elements.removeAll { shown.contains($0.id) }
        if gap.isWhole {
          for notification in gap.elements { insert(notification) }
        } else if state.phase == .loaded {
          try await refresh()
        }
        if let last = gap.elements.last { self.known = last.id }
        hole = nil
        return gap
      } catch {
        // Nothing was asked by the person, so nothing is said; the next time begins at the same place.
        hole = known
        return Gap()
      }
    }

    /// How many pages of forty are read to catch up.
    static let catchUpPages = 5
  }
}

extension Notifications.Action {
  /// Wires the screen to its model; what is left to the root is where one goes.
  ///
  /// - Parameters:
  ///   - model: The notifications' owner.
  ///   - select: Show the tab, from its beginning where that is asked for; answers whether it is shown there.
  ///   - open: Show a status's thread.
  ///   - profile: Show an account's profile.
  ///   - reply: Answer a status, at once with a text, or else in the composer.
  public init(
    model: Notifications.Model, select: @escaping @MainActor (_ fromItsBeginning: Bool) -> Bool,
    open: @escaping @MainActor (Status.ID) async throws -> Void,
    profile: @escaping @MainActor (Account.ID) async throws -> Void,
    reply: @escaping @MainActor (Status.ID, _ text: String?, PostOptions) async throws -> Response
  ) {
    self.init(
      show: { limit, marks in
        if marks { model.markNext() }
        guard select(limit != nil) || limit != nil else { return }
        try await model.refresh(limit: limit)
      },
      open: open, profile: profile, reply: reply, refresh: { try await model.refresh() }, older: model.older,
      dismiss: model.dismiss, clear: model.clear, read: model.read)
  }
}

extension Notifications.Model: StatusContainer {
  /// The post of this id, if a notification on the page is about it.
  public func shownStatus(_ id: Status.ID) -> Status? {
    state.notifications.lazy.compactMap(\.status).first { $0.id == id }
  }
}
