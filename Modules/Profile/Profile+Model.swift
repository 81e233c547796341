public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit
import TerminalKit

extension Profile {
  /// Owns one profile's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State

    @ObservationIgnored private let accounts: AccountService
    @ObservationIgnored private let people: PeopleService
    @ObservationIgnored private let statuses: StatusService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let statusChanged: (Status) -> Void
    @ObservationIgnored private let statusRemoved: (Status.ID) -> Void

    /// Makes a model of an account's profile.
    ///
    /// - Parameters:
    ///   - state: What it starts with: at least the account's id, and who is signed in.
    ///   - accounts: Reads the account and its posts, and follows it.
    ///   - people: Reads parts of the profile.
    ///   - statuses: Acts on posts.
    ///   - now: The clock.
    ///   - statusChanged: Tells the other screens of a post's new form.
    ///   - statusRemoved: Tells the other screens that a post is gone.
    public init(
      state: State, accounts: AccountService, people: PeopleService, statuses: StatusService,
      now: @escaping @Sendable () -> Date,
      statusChanged: @escaping (Status) -> Void, statusRemoved: @escaping (Status.ID) -> Void
    ) {
      self.state = state
      self.accounts = accounts
      self.people = people
      self.statuses = statuses
      self.now = now
      self.statusChanged = statusChanged
      self.statusRemoved = statusRemoved
    }
  }
}

// MARK: - Reading

extension Profile.Model {
  /// Fetches the account and its posts if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard !state.posts.isLoaded else { return }
    do {
      try await begin()
    } catch {
      // `begin` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Fetches the account and its newest posts again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    state.options = state.options.refreshed
    try await begin()
  }

  private func begin() async throws {
    state.posts.begin()
    let (id, isMe, section) = (state.id, state.isMe, state.section)
    let hasPinned = section.showsPinned && state.options.range.beginsAtTop
    do {
      async let account = accounts.account(id)
      async let part = read(nil)
      async let relationship = isMe ? nil : relationship(id)
      // Without these the profile is readable all the same.
      async let pinned = hasPinned ? try? people.statuses(id, AccountPostsFilter(pinned: true), PageRequest()) : nil
      // Nor does the page need its hashtags.
      async let tags = section == .about ? try? people.featuredTags(id) : nil
      // Nor the followers that the reader knows.
      async let familiar = section == .about && !isMe ? try? people.accounts(.familiar(id), PageRequest()) : nil
      let answers = try await (account: account, part: part, relationship: relationship)
      let besides = await (pinned: pinned, tags: tags, familiar: familiar)
      state.pinned = StatusList(besides.pinned?.elements ?? [])
      state.featuredTags = besides.tags ?? []
      state.familiar = besides.familiar?.elements ?? []
      state.account = answers.account
      state.relationship = answers.relationship
      if !state.posts.isLoaded { state.posts = .loaded(PagedStatuses()) }
      show(answers.part, isAskedFor: !state.options.range.isNewestPage)
    } catch {
      throw state.posts.fail(error)
    }
  }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    if state.posts.modify({ $0.showOlder() }) == true { return true }
    return try await show(state.posts.value?.olderPosition)
  }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool {
    if state.posts.modify({ $0.showNewer() }) == true { return true }
    return try await show(state.posts.value?.newerPosition)
  }

  /// Shows only so many posts as fit the terminal.
  public func fit(_ layout: Layout) {
    let isCounted = state.options.range.isCounted
    var state = state
    self.state.posts.modify { posts in
      posts.fit { posts, fromEnd in
        guard !isCounted, layout.isPaged else { return posts.list.statuses.count }
        state.posts = .loaded(posts)
        return Profile.view(state, layout: layout).itemsOnPage(layout, fromEnd: fromEnd)
          - state.shownPinned.statuses.count
      }
    }
  }

  private func show(_ position: PageRequest.Position?) async throws -> Bool {
    guard let position else { return false }
    do {
      return show(try await read(position))
    } catch {
      throw AppError(error)
    }
  }

  private func read(_ position: PageRequest.Position?) async throws -> ListPart<Status> {
    let (id, section, accounts, people) = (state.id, state.section, accounts, people)
    let reader = ListReader<Status> { request in
      switch section {
      case .about: Page([])
      case .all, .replies: try await accounts.statuses(id, request)
      case .posts, .media: try await people.statuses(id, section.filter, request)
      }
    }
    return try await reader.read(state.options, at: position, pageSize: state.limit, isHidden: isHidden)
  }

  /// Whether the reader's filters hide a post here.
  private var isHidden: (Status) -> Bool {
    let now = now()
    return { $0.filterVerdict(in: .account, at: now) == .hide }
  }

  @discardableResult
  private func show(_ part: ListPart<Status>, isAskedFor: Bool = false) -> Bool {
    let (now, isHidden, options) = (now(), isHidden, state.options)
    return state.posts.modify { posts in
      posts.show(part, options: options, isAskedFor: isAskedFor, at: now, isHidden: isHidden)
    } ?? false
  }

  /// The reader's relationship to the account; `nil` without an account of their own.
  private func relationship(_ id: Account.ID) async throws -> Relationship? {
    do {
      return try await accounts.relationship(id)
    } catch let error as MastodonError {
      switch error {
      case .signedOut: return nil
      // The account and its posts can be read all the same.
      case .invalidResponse, .lacks, .notFound, .rejected, .forbidden, .unsupported, .serverFailed: return nil
      default: throw error
      }
    }
  }
}

// MARK: - Changes

extension Profile.Model {
  /// Follows or unfollows the account: shown at once, corrected by the response, undone if the server refuses.
  ///
  /// - Throws: `AppError`.
  public func setFollowing(_ id: Account.ID, _ isOn: Bool) async throws -> Relationship {
    guard id != state.me else {
      throw AppError.validation("You cannot follow your own account.", suggestion: "Choose another account.")
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
}

extension Profile.Model: TimelineModel {
  /// Makes the next load show what the options ask for of the posts.
  public func prepare(_ options: TimelineOptions) { prepare(options, state.section) }

  /// Makes the next load show a part of the profile.
  public func prepare(_ options: TimelineOptions, _ section: Profile.Section) {
    state.options = options
    state.section = section
    state.posts = .idle
  }
}

extension Profile.Model: RelationshipContainer {
  /// Shows a relationship that changed.
  public func replace(_ relationship: Relationship) {
    if relationship.id == state.id { state.relationship = relationship }
  }
}

extension Profile.Model: StatusContainer {
  /// What can be done with a post from this screen, for a ``StatusAction``.
  public var statusActions: OptimisticStatusActions {
    OptimisticStatusActions(
      service: statuses, container: self, reveal: { [weak self] id in self?.reveal(id) },
      statusChanged: statusChanged, statusRemoved: statusRemoved)
  }

  private func reveal(_ id: Status.ID) {
    state.pinned.reveal(id)
    state.posts.modify { $0.reveal(id) }
  }

  /// The post of this id, if it is on the page.
  public func shownStatus(_ id: Status.ID) -> Status? { state.list.status(id) ?? state.shownPinned.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) {
    state.pinned.replace(status)
    state.posts.modify { $0.replace(status) }
  }

  /// Shows that a post is gone.
  public func remove(_ id: Status.ID) {
    state.pinned.remove(id)
    state.posts.modify { $0.remove(id) }
  }
}
