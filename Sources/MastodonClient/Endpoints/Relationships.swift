public import MastodonKit

extension Endpoint where Response == LossyList<Relationship> {
  /// How the signed-in account stands to others.
  public static func relationships(_ ids: [Account.ID], withSuspended: Bool = false) -> Endpoint {
    var query = ids.map { Field("id[]", $0.rawValue) }
    if withSuspended { query.add("with_suspended", true) }
    return Endpoint(
      .get, "/api/v1/accounts/relationships", query: query, access: .account, scope: .readFollows,
      operation: "load how you stand to the account")
  }
}

extension Endpoint where Response == Relationship {
  /// Follows an account, or changes how it is followed.
  public static func follow(_ id: Account.ID, _ options: FollowOptions = FollowOptions()) -> Endpoint {
    var fields: [Field] = []
    fields.add("reblogs", options.showsReblogs)
    fields.add("notify", options.notifies)
    if let languages = options.languages { fields.add(each: "languages", languages) }
    return .act("/api/v1/accounts/:id/follow", id, .writeFollows, "follow the account", fields: fields)
  }

  /// Takes a follow back.
  public static func unfollow(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/unfollow", id, .writeFollows, "unfollow the account")
  }

  /// Makes an account follow no longer.
  public static func removeFromFollowers(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/remove_from_followers", id, .writeFollows, "remove the follower")
  }

  /// Blocks an account.
  public static func block(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/block", id, .writeBlocks, "block the account")
  }

  /// Takes a block back.
  public static func unblock(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/unblock", id, .writeBlocks, "unblock the account")
  }

  /// Mutes an account.
  public static func mute(_ id: Account.ID, _ options: MuteOptions = MuteOptions()) -> Endpoint {
    var fields: [Field] = []
    fields.add("notifications", options.notifications)
    fields.add("duration", options.seconds)
    return .act("/api/v1/accounts/:id/mute", id, .writeMutes, "mute the account", fields: fields)
  }

  /// Takes a mute back.
  public static func unmute(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/unmute", id, .writeMutes, "unmute the account")
  }

  /// Features an account on the own profile.
  public static func endorse(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/endorse", id, .writeAccounts, "feature the account")
  }

  /// Features an account no longer.
  public static func unendorse(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/unendorse", id, .writeAccounts, "stop featuring the account")
  }

  /// Keeps a note about an account that only its writer sees; an empty one takes it away.
  public static func note(_ text: String, about id: Account.ID) -> Endpoint {
    .act("/api/v1/accounts/:id/note", id, .writeAccounts, "keep the note", fields: [Field("comment", text)])
  }

  /// Lets an account follow.
  public static func authorizeFollowRequest(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/follow_requests/:account_id/authorize", id, .writeFollows, "accept the follow request")
  }

  /// Does not let an account follow.
  public static func rejectFollowRequest(_ id: Account.ID) -> Endpoint {
    .act("/api/v1/follow_requests/:account_id/reject", id, .writeFollows, "reject the follow request")
  }

  private static func act(
    _ template: String, _ id: Account.ID, _ scope: EndpointScope, _ operation: String, fields: [Field] = []
  ) -> Endpoint {
    Endpoint(
      .post, template, id.rawValue, body: fields.form, access: .account, scope: scope, operation: operation)
  }
}

extension Endpoint where Response == Page<String> {
  /// The domains that the signed-in account blocks.
  public static func domainBlocks(_ page: PageRequest) -> Endpoint {
    .list(
      "/api/v1/domain_blocks", request: page, access: .account, scope: .readBlocks, paging: .link,
      operation: "load the domains that you block")
  }
}

extension Endpoint where Response == Void {
  /// Blocks a whole domain.
  public static func blockDomain(_ domain: String) -> Endpoint {
    Endpoint(
      .post, "/api/v1/domain_blocks", body: .form([Field("domain", domain)]), access: .account,
      scope: .writeBlocks, operation: "block \(domain)")
  }

  /// Takes the block of a domain back.
  public static func unblockDomain(_ domain: String) -> Endpoint {
    Endpoint(
      .delete, "/api/v1/domain_blocks", body: .form([Field("domain", domain)]), access: .account,
      scope: .writeBlocks, operation: "unblock \(domain)")
  }
}
