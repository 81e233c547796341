public import MastodonKit
public import StatusKit

/// Lists of accounts: followers, mutes, blocks, who boosted a post.
///
/// Each is one more ``ListState``; this describes what each is called and what can be done on it.
public enum People {
  /// A list before anything was requested.
  ///
  /// - Parameter me: The signed-in account, as far as it is known.
  public static func state(_ listing: AccountListing, me: Account.ID?, limit: Int = 20) -> ListState<AccountRow> {
    func state(
      _ kind: String, _ subject: String? = nil, title: String, label: String? = nil, empty: String,
      hint: [String] = ["open N", "follow N"]
    ) -> ListState<AccountRow> {
      var state = ListState<AccountRow>(
        kind: kind, subject: subject, title: title, label: label ?? kind, emptyText: empty, hint: hint, limit: limit,
        command: subject.map { [kind, "id:\($0)"] })
      state.endText = "No more accounts."
      return state
    }
    switch listing {
    case .followers(let id) where id == me:
      return state(
        "followers", id.rawValue, title: "Your followers", empty: "Nobody follows you yet.",
        hint: ["open N", "follow N", "remove-follower N"])
    case .followers(let id): return state("followers", id.rawValue, title: "Followers", empty: "No followers to show.")
    case .following(let id) where id == me:
      return state(
        "following", id.rawValue, title: "Accounts you follow",
        empty: "You follow nobody yet. follow @name follows someone.",
        hint: ["open N", "unfollow N"])
    case .following(let id):
      return state("following", id.rawValue, title: "Followed accounts", empty: "No followed accounts to show.")
    case .endorsed(let id?):
      return state(
        "endorsed", id.rawValue, title: "Featured accounts", empty: "No featured accounts to show.")
    case .endorsed(nil):
      return state(
        "endorsed", title: "Accounts featured on your profile",
        empty: "You feature nobody on your profile. endorse @name features someone you follow.",
        hint: ["open N", "unendorse N"])
    case .mutes:
      return state("mutes", title: "Muted accounts", empty: "You mute nobody.", hint: ["open N", "unmute N"])
    case .blocks:
      return state("blocks", title: "Blocked accounts", empty: "You block nobody.", hint: ["open N", "unblock N"])
    case .followRequests:
      return state(
        "follow-requests", title: "Follow requests", empty: "Nobody asks to follow you.",
        hint: ["accept N", "reject N", "open N"])
    case .familiar(let id):
      return state(
        "familiar", id.rawValue, title: "Followers you follow", empty: "Nobody you follow follows this account.")
    case .members(let id): return state("members", id.rawValue, title: "Members", empty: "No members yet.")
    case .boosters(let id):
      return state(
        "boosters", id.rawValue, title: "Boosted by", label: "boosters", empty: "Nobody has boosted this post.")
    case .favouriters(let id):
      return state(
        "favouriters", id.rawValue, title: "Favourited by", label: "favouriters",
        empty: "Nobody has favourited this post.")
    }
  }

  /// The heading of an account's list, once the account is known; `nil` for lists of the signed-in account.
  static func heading(_ listing: AccountListing, of account: Account, isMe: Bool) -> ListHeading? {
    let (name, acct) = (ExcerptText.cut(account.shownName, to: 60), ExcerptText.cut(account.acct, to: 80))
    return switch listing {
    case .followers where isMe:
      ListHeading(title: "Your followers", label: "followers", total: account.followersCount)
    case .followers:
      ListHeading(
        title: "Followers of \(name)", label: "followers of @\(acct)", total: account.followersCount)
    case .following where isMe:
      ListHeading(title: "Accounts you follow", label: "following", total: account.followingCount)
    case .following:
      ListHeading(
        title: "Accounts \(name) follows", label: "followed by @\(acct)", total: account.followingCount)
    case .endorsed: ListHeading(title: "Accounts that \(name) features", label: "featured by @\(acct)")
    case .familiar: ListHeading(title: "Followers of \(name) whom you follow", label: "familiar with @\(acct)")
    case .mutes, .blocks, .followRequests, .members, .boosters, .favouriters: nil
    }
  }
}

extension AccountListing {
  /// The account whose list it is; `nil` for those of the signed-in account alone and of posts.
  var account: Account.ID? {
    switch self {
    case .followers(let id), .following(let id), .familiar(let id): id
    case .endorsed(let id): id
    case .mutes, .blocks, .followRequests, .members, .boosters, .favouriters: nil
    }
  }
}
