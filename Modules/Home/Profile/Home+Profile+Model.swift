import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit

extension Home.Profile {
  /// Owns one profile's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let accounts: AccountService
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void

    /// Makes a model of an account's profile.
    ///
    /// - Parameters:
    ///   - state: What it starts with: at least the account's id, and who is signed in.
    ///   - accounts: Reads the account and its posts, and follows it.
    ///   - statuses: Acts on posts.
    ///   - now: The clock.
    ///   - statusChanged: Tells the other screens of a post's new form.
    ///   - statusRemoved: Tells the other screens that a post is gone.
    public init(
      state: State, accounts: AccountService, statuses: StatusService, now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.accounts = accounts
      self.statuses = statuses
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Reading

extension Home.Profile.Model {
  /// Fetches the account and its posts if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard state.phase != .loaded else { return }
    do {
      try await refresh()
    } catch {
      // The state says it: `refresh` keeps the error where there is nothing else to show.
    }
  }

  /// Fetches the account and its newest posts again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    let isFirst = state.phase != .loaded
    if isFirst { state.phase = .loading }
    let (id, isMe) = (state.id, state.isMe)
    do {
      async let account = accounts.account(id)
      async let page = accounts.statuses(id, PageRequest(.newest, limit: state.limit))
      async let relationship = isMe ? nil : relationship(id)
      let answers = try await (account: account, page: page, relationship: relationship)
      state.account = answers.account
      state.relationship = answers.relationship
      state.phase = .loaded
      put(answers.page, isNewest: true)
    } catch {
      let error = AppError(error)
      if isFirst { state.phase = error == .cancelled ? .idle : .failed(error) }
      throw error
    }
  }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    guard let cursor = state.older else { return false }
    return try await turn(to: .older(than: cursor))
  }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    guard let cursor = state.newer else { return false }
    return try await turn(to: .newer(than: cursor))
  }

  private func turn(to position: PageRequest.Position) async throws -> Bool {
    do {
      let page = try await accounts.statuses(state.id, PageRequest(position, limit: state.limit))
      guard !page.elements.isEmpty else {
        if case .older = position { state.older = page.older }
        return false
      }
      put(page, isNewest: false)
      return true
    } catch {
      throw AppError(error)
    }
  }

  private func put(_ page: Page<Status>, isNewest: Bool) {
    let now = now()
    let shown = page.elements.filter { $0.filterVerdict(in: .account, at: now) != .hide }
    state.list = StatusList(shown, revealed: state.list.revealed)
    state.older = page.older
    state.newer = page.newer ?? page.elements.first.map { Cursor($0.id.rawValue) }
    state.isNewest = isNewest
  }

  /// How the reader stands to the account; without an account of their own there is no answer, and none is needed.
  private func relationship(_ id: Account.ID) async throws -> Relationship? {
    do {
      return try await accounts.relationship(id)
    } catch let error as MastodonError {
      switch error {
      case .signedOut: return nil
      // The account and its posts can be read all the same.
      case .invalidAnswer, .lacks, .notFound, .rejected, .forbidden, .unsupported, .serverFailed: return nil
      default: throw error
      }
    }
  }
}

// MARK: - Acts and live

extension Home.Profile.Model {
  /// Follows the account or takes that back: at once here, put right by the server, put back if it refuses.
  ///
  /// - Throws: `AppError`.
  public func setFollowing(_ id: Account.ID, _ isOn: Bool) async throws -> Relationship {
    guard id != state.me else {
      throw AppError.validation("That is your own account.", suggestion: "Choose another one.")
    }
    let before = state.relationship
    if id == state.id, var relationship = before {
      relationship.following = isOn && state.account?.locked != true
      relationship.requested = isOn && state.account?.locked == true
      state.relationship = relationship
    }
    do {
      let relationship = try await accounts.setFollowing(id, isOn)
      if id == state.id { state.relationship = relationship }
      return relationship
    } catch {
      if id == state.id { state.relationship = before }
      throw AppError(error)
    }
  }

  /// What can be done with a post from this screen, for a ``StatusAction``.
  public var acts: OptimisticActs {
    OptimisticActs(
      service: statuses, known: { [weak self] in self?.state.list.status($0) },
      revealed: { [weak self] in self?.state.list.reveal($0) },
      changed: { [weak self] in
        self?.replace($0)
        self?.statusChanged($0)
      },
      removed: { [weak self] in
        self?.remove($0)
        self?.statusRemoved($0)
      })
  }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) { state.list.replace(status) }

  /// Shows that a post is gone.
  public func remove(_ id: Status.ID) { state.list.remove(id) }

  /// Takes in what the stream says of the posts shown.
  public func apply(_ event: StreamEvent) {
    switch event {
    case .statusUpdate(let status): replace(status)
    case .delete(let id): remove(id)
    default: break
    }
  }
}

extension Home.Profile.Model: StatusContainer {
  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) }
}
