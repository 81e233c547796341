public import FeatureKit
public import MastodonKit
public import Observation
public import TerminalKit

extension AccountList {
  /// Owns one list's state and is the only one to change it.
  @MainActor @Observable
  public final class Model: ReloadableModel {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let heading: @Sendable () async throws -> Heading?
    @ObservationIgnored private let reader: ListReader<Row>

    /// Makes a model of accounts with reasons; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - state: What it starts with.
    ///   - heading: What the list is called, requested with each first page; `nil` leaves what it is called.
    ///   - rows: Reads a page.
    public init(
      state: State, heading: @escaping @Sendable () async throws -> Heading? = { nil },
      rows: @escaping @Sendable (PageRequest) async throws -> Page<Row>
    ) {
      self.state = state
      self.heading = heading
      // Servers send at most 80 accounts at once.
      reader = ListReader(order: .server, most: 80, id: { $0.account.id.rawValue }, page: rows)
    }

    /// Makes a model of accounts; nothing is requested yet.
    public convenience init(
      state: State, heading: @escaping @Sendable () async throws -> Heading? = { nil },
      page: @escaping @Sendable (PageRequest) async throws -> Page<Account>
    ) {
      self.init(state: state, heading: heading) { request in
        let page = try await page(request)
        return Page(page.elements.map { Row($0) }, older: page.older, newer: page.newer, skipped: page.skipped)
      }
    }
  }
}

// MARK: - Reading

extension AccountList.Model {
  /// Fetches the first page if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard !state.accounts.isLoaded else { return }
    do {
      try await begin()
    } catch {
      // `begin` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Requires the next visit to fetch the list again, since it was changed elsewhere.
  public func invalidate() { if state.accounts.isLoaded { state.accounts = .idle } }

  /// Fetches the first page again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    state.range = state.range.refreshed
    try await begin()
  }

  private func begin() async throws {
    state.accounts.begin()
    do {
      async let first = read(nil)
      // First the heading: its failure says best what is wrong.
      let heading = try await heading()
      let page = try await first.page
      if let heading { state.heading = heading }
      state.accounts = .loaded(
        PagedAccounts(
          page.elements, start: state.range.before?.cursor.map { Cursor($0) }, older: page.older,
          skipped: page.skipped))
    } catch {
      throw state.accounts.fail(error)
    }
  }

  /// Shows the next page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    let limit = state.limit
    if state.accounts.modify({ $0.showOlder(limit) }) == true { return true }
    while let cursor = state.accounts.value?.older {
      do {
        let part = try await read(.older(than: cursor))
        if state.accounts.modify({ $0.append(part.page, from: cursor) }) == true { return true }
      } catch {
        throw AppError(error)
      }
      guard state.accounts.value?.older != cursor else { break }
    }
    return false
  }

  /// Shows the page before; false, and nothing changes, if there is none.
  public func newer() -> Bool {
    let limit = state.limit
    return state.accounts.modify { $0.showNewer(limit) } ?? false
  }

  /// Shows only so many accounts as fit the terminal.
  public func fit(_ layout: Layout, _ document: (AccountList.State) -> Document) {
    guard !state.range.isCounted, layout.isPaged else { return }
    var state = state
    self.state.accounts.modify { accounts in
      accounts.fit { accounts, fromEnd in
        state.accounts = .loaded(accounts)
        return document(state).itemsOnPage(layout, fromEnd: fromEnd)
      }
    }
  }

  private func read(_ position: PageRequest.Position?) async throws -> ListPart<AccountList.Row> {
    try await reader.read(state.range, at: position, pageSize: state.limit)
  }
}

// MARK: - Changes

extension AccountList.Model: TimelineModel {
  /// Makes the next load show the part of the list that the options ask for.
  public func prepare(_ options: TimelineOptions) {
    state.range = options.range
    state.accounts = .idle
  }
}

extension AccountList.Model: RelationshipContainer {
  /// Shows a relationship that changed.
  public func replace(_ relationship: Relationship) { state.accounts.modify { $0.replace(relationship) } }
}
