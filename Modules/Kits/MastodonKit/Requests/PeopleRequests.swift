/// A list of accounts on the server.
public enum AccountListing: Hashable, Sendable {
  /// Who follows an account.
  case followers(Account.ID)
  /// Whom an account follows.
  case following(Account.ID)
  /// Whom the signed-in account features on its profile.
  case endorsed
  /// Whom the signed-in account mutes.
  case mutes
  /// Whom the signed-in account blocks.
  case blocks
  /// Who asks to follow the signed-in account.
  case followRequests
  /// Who follows an account of those that the signed-in account follows.
  case familiar(Account.ID)
  /// Who is in a list.
  case members(List.ID)
  /// Who boosted a post.
  case boosters(Status.ID)
  /// Who favourited a post.
  case favouriters(Status.ID)
}

/// A change of the relationship to an account.
public enum RelationshipChange: Hashable, Sendable {
  /// Follows it, or changes the options of following it.
  case follow(FollowOptions)
  /// Unfollows it.
  case unfollow
  /// Mutes it.
  case mute(MuteOptions)
  /// Unmutes it.
  case unmute
  /// Blocks it.
  case block
  /// Unblocks it.
  case unblock
  /// Makes it follow no longer.
  case removeFollower
  /// Features it on the own profile.
  case endorse
  /// Features it no longer.
  case unendorse
  /// Saves a private note about it; an empty one deletes the note.
  case note(String)
  /// Lets it follow.
  case acceptRequest
  /// Refuses to let it follow.
  case rejectRequest

  /// The short name for scripts.
  public var name: String {
    switch self {
    case .follow: "follow"
    case .unfollow: "unfollow"
    case .mute: "mute"
    case .unmute: "unmute"
    case .block: "block"
    case .unblock: "unblock"
    case .removeFollower: "remove-follower"
    case .endorse: "endorse"
    case .unendorse: "unendorse"
    case .note: "note"
    case .acceptRequest: "accept"
    case .rejectRequest: "reject"
    }
  }
}
