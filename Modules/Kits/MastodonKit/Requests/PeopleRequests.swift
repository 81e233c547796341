public enum AccountListing: Hashable, Sendable {
  case followers(Account.ID)
  case following(Account.ID)
  /// The accounts that an account features on its profile; `nil` for the signed-in account.
  case endorsed(Account.ID?)
  case mutes
  case blocks
  case followRequests
  /// The followers of an account among those that the signed-in account follows.
  case familiar(Account.ID)
  case members(List.ID)
  case boosters(Status.ID)
  case favouriters(Status.ID)
}

public enum RelationshipChange: Hashable, Sendable {
  case follow(FollowOptions)
  case unfollow
  case mute(MuteOptions)
  case unmute
  case block
  case unblock
  /// Makes it follow no longer.
  case removeFollower
  /// Features it on the own profile.
  case endorse
  /// Features it no longer.
  case unendorse
  /// Saves a private note about it; an empty one deletes the note.
  case note(String)
  case acceptRequest
  /// Refuses to let it follow.
  case rejectRequest

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
