public import MastodonKit

extension Endpoint {
  public static func relationships(
    _ ids: [Account.ID], withSuspended: Bool = false
  ) -> Endpoint<LossyList<Relationship>> {
    var query = ids.map { Field("id[]", $0.rawValue) }
    if withSuspended { query.add("with_suspended", true) }
    return .init(
      .get, "/api/v1/accounts/relationships", query: query, access: .account, .readFollows,
      to: "load your relationship to the account")
  }

  /// Follows an account, or changes the options of following it.
  public static func follow(_ id: Account.ID, _ options: FollowOptions = FollowOptions()) -> Endpoint<Relationship> {
    var fields: [Field] = []
    fields.add("reblogs", options.showsReblogs)
    fields.add("notify", options.notifies)
    if let languages = options.languages { fields.add(each: "languages", languages) }
    return .act("/api/v1/accounts/:id/follow", id, .writeFollows, "follow the account", fields: fields) {
      options.parts(missingIn: $0)
    }
  }

  public static func unfollow(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/unfollow", id, .writeFollows, "unfollow the account") { !$0.following ? [] : [.change] }
  }

  public static func removeFromFollowers(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/remove_from_followers", id, .writeFollows, "remove the follower") {
      !$0.followedBy ? [] : [.change]
    }
  }

  public static func block(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/block", id, .writeBlocks, "block the account") { $0.blocking ? [] : [.change] }
  }

  public static func unblock(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/unblock", id, .writeBlocks, "unblock the account") { !$0.blocking ? [] : [.change] }
  }

  public static func mute(_ id: Account.ID, _ options: MuteOptions = MuteOptions()) -> Endpoint<Relationship> {
    var fields: [Field] = []
    fields.add("notifications", options.notifications)
    fields.add("duration", options.seconds)
    return Endpoint<Relationship>(
      .post, "/api/v1/accounts/:id/mute", id, body: fields.form, access: .account, .writeMutes, to: "mute the account"
    ).checked(
      rereading: { answer in
        guard let answer, answer.id.answers(id), answer.muting, options.seconds != nil, !answer.saysMutingEnd else {
          return .relationship(to: id)
        }
        return .muted(answer)
      }, byTime: { $0.id.answers(id) ? options.parts(missingIn: $0, answered: $1) : [.change] })
  }

  /// A relationship with the end of its mute, which Mastodon before 4.4 only has in the list of mutes.
  private static func muted(_ relationship: Relationship) -> Endpoint<Relationship> {
    let list = Endpoint<Page<Account>>.mutes(PageRequest(limit: 80))
    return list.map { page, _, context in
      guard let account = page.elements.first(where: { $0.id == relationship.id }) else {
        throw MastodonError.notFound(host: context.server.name, operation: list.operation)
      }
      var relationship = relationship
      (relationship.saysMutingEnd, relationship.mutingExpiresAt) = (true, account.details?.muteExpiresAt)
      return relationship
    }
  }

  public static func unmute(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/unmute", id, .writeMutes, "unmute the account") { !$0.muting ? [] : [.change] }
  }

  /// Features an account on the own profile.
  public static func endorse(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/endorse", id, .writeAccounts, "feature the account") { $0.endorsed ? [] : [.change] }
  }

  public static func unendorse(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/unendorse", id, .writeAccounts, "stop featuring the account") {
      !$0.endorsed ? [] : [.change]
    }
  }

  /// The same under the name that Mastodon had for it before 4.4.
  static func pinAccount(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/pin", id, .writeAccounts, "feature the account") { $0.endorsed ? [] : [.change] }
  }

  static func unpinAccount(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/unpin", id, .writeAccounts, "stop featuring the account") {
      !$0.endorsed ? [] : [.change]
    }
  }

  /// Saves a private note about an account; an empty one deletes it.
  public static func note(_ text: String, about id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/accounts/:id/note", id, .writeAccounts, "save the note", fields: [Field("comment", text)]) {
      text.isTrimmed(equalTo: $0.note) ? [] : [RequestPart("note", "the note")]
    }
  }

  public static func authorizeFollowRequest(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/follow_requests/:account_id/authorize", id, .writeFollows, "accept the follow request") {
      // A request that is gone may have been withdrawn.
      $0.followedBy ? [] : [.change]
    }
  }

  public static func rejectFollowRequest(_ id: Account.ID) -> Endpoint<Relationship> {
    .act("/api/v1/follow_requests/:account_id/reject", id, .writeFollows, "reject the follow request") {
      !$0.requestedBy && !$0.followedBy ? [] : [.change]
    }
  }

  private static func act(
    _ template: String, _ id: Account.ID, _ scope: EndpointScope, _ operation: String, fields: [Field] = [],
    missing: @escaping @Sendable (Relationship) -> [RequestPart]
  ) -> Endpoint<Relationship> {
    .init(.post, template, id, body: fields.form, access: .account, scope, to: operation)
      .checked(rereading: { _ in .relationship(to: id) }) {
        $0.isStated && $0.id.answers(id) ? missing($0) : [.change]
      }
  }

  private static func relationship(to id: Account.ID) -> Endpoint<Relationship> {
    let list = Endpoint<LossyList<Relationship>>.relationships([id])
    return list.map { found, _, context in
      let found = found.elements
      guard let only = found.first(where: { $0.id == id }) ?? (found.count == 1 ? found.first : nil) else {
        throw MastodonError.notFound(host: context.server.name, operation: list.operation)
      }
      return only
    }
  }

  public static func domainBlocks(_ page: PageRequest) -> Endpoint<Page<String>> {
    .list(
      "/api/v1/domain_blocks", request: page, access: .account, .readBlocks, paging: .link,
      to: "load the domains that you block")
  }

  public static func blockDomain(_ domain: String) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/domain_blocks", body: .form([Field("domain", domain)]), access: .account, .writeBlocks,
      to: "block \(domain)")
  }

  public static func unblockDomain(_ domain: String) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/domain_blocks", body: .form([Field("domain", domain)]), access: .account, .writeBlocks,
      to: "unblock \(domain)")
  }
}
