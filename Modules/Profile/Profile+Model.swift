public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import Observation
public import StatusKit
import TerminalKit

extension Profile {
  /// Owns one profile's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    public var state: State {
      var state = lookup.state
      state.posts = posts.state
      return state
    }

    @ObservationIgnored private let posts: StatusTimeline.Model
    @ObservationIgnored private let lookup: Lookup
    @ObservationIgnored private let accounts: AccountService

    /// Creates a model of an account's profile.
    ///
    /// - Parameters:
    ///   - state: The initial state: at least the account's id, and who is signed in.
    ///   - accounts: Reads the account and its posts, and follows it.
    ///   - people: Reads parts of the profile.
    ///   - collections: Reads the account's collections.
    ///   - lists: Reads which of the reader's lists hold the account.
    public init(
      state: State, accounts: AccountService, people: PeopleService,
      collections: @escaping @Sendable (Account.ID) async throws -> [Collection],
      lists: @escaping @Sendable (Account.ID) async throws -> [List], in context: ListContext
    ) {
      let (id, lookup) = (state.id, Lookup(state, collections: collections, lists: lists))
      let filter = state.section.filter(tag: state.tag, excludesDirect: state.excludesDirect)
      let hasPosts = state.section != .about
      self.accounts = accounts
      self.lookup = lookup
      posts = StatusTimeline.Model(
        state: state.posts, in: context,
        heading: { posts in
          try await lookup.update(accounts, people, hasPinned: posts.options.range.beginsAtTop)
          return nil
        }, visit: { _ in nil }
      ) { request in
        guard hasPosts else { return Page([]) }
        let page: Page<Status>
        if let filter {
          page = try await people.statuses(id, filter, request)
        } else {
          page = try await accounts.statuses(id, request)
        }
        await lookup.takeAccount(of: page)
        return page
      }
    }
  }

  /// The server's facts about the account, requested with each first page of its posts.
  @MainActor @Observable
  fileprivate final class Lookup {
    var state: State
    @ObservationIgnored let collections: @Sendable (Account.ID) async throws -> [Collection]
    @ObservationIgnored let lists: @Sendable (Account.ID) async throws -> [List]

    init(
      _ state: State, collections: @escaping @Sendable (Account.ID) async throws -> [Collection],
      lists: @escaping @Sendable (Account.ID) async throws -> [List]
    ) {
      (self.state, self.collections, self.lists) = (state, collections, lists)
    }
  }
}

// MARK: - Reading

extension Profile.Model {
  /// Fetches the account and its posts if that has not been done; a failure becomes part of the state.
  public func load() async { await posts.load() }

  /// The same for ``Screen/loadKept``.
  public func loadKept() async -> Screen.Update? { await posts.loadKept() }

  /// Fetches the account and its newest posts again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws { try await posts.refresh() }

  /// Shows the next older page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool { try await posts.older() }

  /// Shows the page above; false, and nothing changes, if there is none.
  public func newer() async throws -> Bool { try await posts.newer() }

  /// Shows only so many posts as fit the terminal.
  public func fit(_ layout: Layout) {
    posts.fit(layout) { [state] posts in
      var state = state
      state.posts = posts
      return (Profile.view(state, layout: layout), besides: state.shownPinned.statuses.count)
    }
  }
}

extension Profile.Lookup {
  func update(_ accounts: AccountService, _ people: PeopleService, hasPinned: Bool) async throws {
    let (id, isMe, section) = (state.id, state.isMe, state.section)
    let (collections, lists) = (collections, lists)
    async let account = accounts.account(id)
    async let relationship = isMe ? nil : relationship(id, accounts)
    let (isAbout, hasPinned) = (section == .about, hasPinned && state.showsPinned)
    async let pinned = part(hasPinned) {
      try await people.statuses(id, AccountPostsFilter(pinned: true), PageRequest()).elements
    }
    async let tags = part(isAbout) { try await people.featuredTags(id) }
    async let familiar = part(isAbout && !isMe) { try await people.accounts(.familiar(id), PageRequest()).elements }
    async let featured = part(isAbout) {
      try await people.accounts(.endorsed(isMe ? nil : id), PageRequest()).elements
    }
    async let recommended = part(isAbout) { try await collections(id) }
    async let holding = part(isAbout && !isMe) { try await lists(id) }
    var unread: [(part: String, error: AppError)] = []
    // Without any of these the profile is readable anyway, also on a server that lacks them.
    func take<Value>(_ name: String, _ result: Result<[Value], AppError>) -> [Value] {
      switch result {
      case .success(let values): return values
      case .failure(let error):
        if case .network = error.cause { unread.append((name, error)) }
        return []
      }
    }
    do { state.account = try await account } catch { unread.append(("account", try Self.fromServer(error))) }
    do { state.relationship = try await relationship } catch {
      unread.append(("relationship", try Self.fromServer(error)))
    }
    state.pinned = StatusList(take("pinned posts", await pinned))
    state.featuredTags = take("featured hashtags", await tags)
    state.familiar = take("familiar followers", await familiar)
    state.featured = take("featured accounts", await featured)
    state.collections = take("collections", await recommended)
    state.lists = take("lists", await holding)
    if let first = unread.first { throw AppError.unread(unread.map(\.part), because: first.error) }
  }

  /// Reads a part of the profile, if it is wanted.
  private nonisolated func part<Value: Sendable>(
    _ isWanted: Bool, _ read: @Sendable () async throws -> [Value]
  ) async -> Result<[Value], AppError> {
    guard isWanted else { return .success([]) }
    do { return .success(try await read()) } catch { return .failure(AppError(error)) }
  }

  /// The error of a server that could not answer; any other is thrown, since it is about the whole profile.
  private static func fromServer(_ error: any Error) throws -> AppError {
    let error = AppError(error)
    guard case .network = error.cause else { throw error }
    return error
  }

  /// Takes the account from its posts, where it could not be read itself.
  func takeAccount(of posts: Page<Status>) {
    guard state.account == nil else { return }
    state.account = posts.elements.lazy.map(\.account).first { $0.id == state.id }
  }

  /// The reader's relationship to the account; `nil` without an account of their own.
  private func relationship(_ id: Account.ID, _ accounts: AccountService) async throws -> Relationship? {
    do {
      return try await accounts.relationship(id)
    } catch let error as MastodonError {
      switch error {
      case .signedOut: return nil
      // The account and its posts can be read anyway.
      case .lacks, .notFound, .rejected, .forbidden, .unsupported: return nil
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
    guard id != lookup.state.posts.me else {
      throw AppError.validation("You cannot follow your own account.", suggestion: "Choose another account.")
    }
    let before = lookup.state.relationship
    if id == state.id, var relationship = before {
      relationship.following = isOn && state.account?.locked != true
      relationship.requested = isOn && state.account?.locked == true
      lookup.state.relationship = relationship
    }
    do {
      let relationship = try await accounts.setFollowing(id, isOn)
      if id == state.id { lookup.state.relationship = relationship }
      return relationship
    } catch {
      if id == state.id { lookup.state.relationship = before }
      throw AppError(error)
    }
  }
}

extension Profile.Model: RelationshipContainer {
  public func replace(_ relationship: Relationship) {
    if relationship.id == state.id { lookup.state.relationship = relationship }
  }
}

extension Profile.Model: StatusContainer {
  public func shownStatus(_ id: Status.ID) -> Status? { posts.shownStatus(id) ?? state.shownPinned.status(id) }

  /// Shows a post's new form, wherever it changed.
  public func replace(_ status: Status) {
    lookup.state.pinned.replace(status)
    posts.replace(status)
  }

  public func remove(_ id: Status.ID) {
    lookup.state.pinned.remove(id)
    posts.remove(id)
  }

  /// Opens a post's warnings and filters.
  public func reveal(_ id: Status.ID) {
    lookup.state.pinned.reveal(id)
    posts.reveal(id)
  }
}
