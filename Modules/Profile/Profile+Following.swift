import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Profile {
  /// What the commands need that follow an account or a hashtag from any screen.
  @MainActor
  public struct GlobalAction {
    /// Finds an account.
    public var account: (Account.ID) async throws -> Account
    /// Finds the relationship to an account.
    public var relationship: (Account.ID) async throws -> Relationship
    /// Follows an account, or takes that back.
    public var follow: (Account.ID, Bool) async throws -> Relationship
    /// Follows a hashtag, or takes that back.
    public var followTag: (String, Bool) async throws -> MastodonKit.Tag
    /// The signed-in account, as far as it is known.
    public var me: () -> Account.ID?

    /// Makes an action from its closures.
    public init(
      account: @escaping (Account.ID) async throws -> Account,
      relationship: @escaping (Account.ID) async throws -> Relationship,
      follow: @escaping (Account.ID, Bool) async throws -> Relationship,
      followTag: @escaping (String, Bool) async throws -> MastodonKit.Tag, me: @escaping () -> Account.ID?
    ) {
      self.account = account
      self.relationship = relationship
      self.follow = follow
      self.followTag = followTag
      self.me = me
    }
  }

  /// `follow` and `unfollow` with an account or a hashtag, on every screen.
  @MainActor
  static func globalVerbs(_ action: GlobalAction) -> [Verb] {
    let which = "N is @name, a profile's link, the number of a post, whose author is meant, or a #hashtag."
    return [
      Verb("follow", .followed, help: "Follow an account or a hashtag", discussion: which) { target in
        switch target {
        case .tag(let name): return tagged(try await change { try await action.followTag(name, true) }, isOn: true)
        case .account(let id):
          let state = try await state(of: id, action)
          return followed(
            state, try await change { try await action.follow(id, true) }, hint: object(state))
        }
      },
      Verb("unfollow", .followed, help: "Unfollow an account or a hashtag", discussion: which) { target in
        switch target {
        case .tag(let name): return tagged(try await change { try await action.followTag(name, false) }, isOn: false)
        case .account(let id):
          let state = try await state(of: id, action)
          let unfollow: @MainActor @Sendable () async throws -> Response = {
            unfollowed(state, try await change { try await action.follow(id, false) }, hint: object(state))
          }
          guard state.account?.locked == true, state.relationship?.following == true else {
            return try await unfollow()
          }
          return .confirm(
            Confirmation("Unfollow \(name(state))? Following again needs their approval.", proceed: unfollow))
        }
      },
    ]
  }

  /// The account, and the relationship as far as the server tells it, so that the answer can say what changed.
  @MainActor
  private static func state(of id: Account.ID, _ action: GlobalAction) async throws -> State {
    guard id != action.me() else {
      throw AppError.validation("You cannot follow your own account.", suggestion: "Choose another account.")
    }
    var state = State(id: id, me: action.me())
    state.account = try await change { try await action.account(id) }
    // Without it only the wording of the answer is less exact.
    state.relationship = try? await action.relationship(id)
    return state
  }

  private static func object(_ state: State) -> String { state.account.map { " @\($0.acct)" } ?? "" }

  private static func tagged(_ tag: MastodonKit.Tag, isOn: Bool) -> Response {
    let (name, isFollowed) = ("#\(ExcerptText.cut(tag.name, to: 80))", tag.following == true)
    let text =
      switch (isOn, isFollowed) {
      case (true, true): "Followed \(name)."
      case (true, false): "You do not follow \(name): the server did not confirm it."
      case (false, true): "You still follow \(name): the server did not confirm the change."
      case (false, false): "Unfollowed \(name)."
      }
    return .toast(
      Toast(
        isOn == isFollowed ? .success : .warning, StyledText(text),
        hint: "\(isFollowed ? "unfollow" : "follow") \(name)",
        data: [JSONValue.Member("following", .bool(isFollowed))]))
  }

  /// Runs a request, and translates its error.
  private static func change<Value>(_ request: () async throws -> Value) async throws -> Value {
    do { return try await request() } catch { throw AppError(error) }
  }
}

/// An account or a hashtag.
private enum Followed: Sendable {
  case account(Account.ID)
  /// A hashtag, without `#`.
  case tag(String)
}

extension Parameter where Value == Followed {
  /// An account by name, link, id or number, or a hashtag.
  @MainActor fileprivate static var followed: Parameter {
    let account = Parameter<Account.ID>.account
    return Parameter(group: account.descriptions) { reader in
      guard let word = reader.peek() else { return .account(try await account.parse(reader)) }
      let shown = Int(word).flatMap { reader.context.shown($0) }
      let isTag = word.hasPrefix("#") && word.count > 1
      guard let name = isTag ? String(word.dropFirst()) : shown?.first(where: { $0.kind == .tag })?.id else {
        return .account(try await account.parse(reader))
      }
      _ = reader.next()
      return .tag(name)
    }
  }
}
