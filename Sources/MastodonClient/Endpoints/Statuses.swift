internal import FoundationEssentials
public import MastodonKit

extension Endpoint {
  public static func status(_ id: Status.ID) -> Endpoint<Status> {
    Endpoint<Status>(.get, "/api/v1/statuses/:id", id, access: .either, .readStatuses, to: "load the post")
      .about(id, \.id)
  }

  public static func favourite(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/favourite", id, .writeFavourites, "favourite the post") { $0.favourited }
  }

  public static func unfavourite(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/unfavourite", id, .writeFavourites, "remove the favourite") { !$0.favourited }
  }

  /// Boosts a status; returns the boost, or the boosted status from a server that answers with that.
  ///
  /// Without a visibility the server chooses, usually `public`; a boost is never `direct`.
  public static func reblog(_ id: Status.ID, visibility: Visibility? = nil) -> Endpoint<Status> {
    var fields: [Field] = []
    fields.add("visibility", visibility?.rawValue)
    return Endpoint<Status>(
      .post, "/api/v1/statuses/:id/reblog", id, body: fields.form, access: .account, .writeStatuses,
      to: "boost the post"
    ).checked(rereading: { $0.map { .status($0.id) } ?? .status(id) }) { answer in
      var parts: [RequestPart] = []
      // A server that answers with the boosted status says nothing of who sees the boost.
      if let visibility, answer.reblog != nil, answer.visibility != visibility {
        parts.append(.visibility(now: answer.visibility))
      }
      return answer.displayed.id.answers(id) && answer.displayed.reblogged ? parts : parts + [.change]
    }
  }

  public static func unreblog(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/unreblog", id, .writeStatuses, "remove the boost") { !$0.reblogged }
  }

  public static func bookmark(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/bookmark", id, .writeBookmarks, "bookmark the post") { $0.bookmarked }
  }

  public static func unbookmark(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/unbookmark", id, .writeBookmarks, "remove the bookmark") { !$0.bookmarked }
  }

  public static func muteThread(of id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/mute", id, .writeMutes, "mute the thread") { $0.muted }
  }

  public static func unmuteThread(of id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/unmute", id, .writeMutes, "unmute the thread") { !$0.muted }
  }

  public static func pin(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/pin", id, .writeAccounts, "pin the post") { $0.pinned }
  }

  public static func unpin(_ id: Status.ID) -> Endpoint<Status> {
    .act("/api/v1/statuses/:id/unpin", id, .writeAccounts, "unpin the post") { !$0.pinned }
  }

  /// Detaches an own status from a post that quotes it, permanently.
  public static func revokeQuote(of id: Status.ID, by quoting: Status.ID) -> Endpoint<Status> {
    .init(
      .post, "/api/v1/statuses/:id/quotes/:quoting_status_id/revoke", id, quoting, access: .account, .writeStatuses,
      to: "detach the quote")
  }

  public static func setQuotePolicy(_ policy: QuotePolicy, of id: Status.ID) -> Endpoint<Status> {
    .init(
      .put, "/api/v1/statuses/:id/interaction_policy", id,
      body: .form([Field("quote_approval_policy", policy.rawValue)]), access: .account, .writeStatuses,
      to: "change who may quote the post"
    ).checked(rereading: { _ in .status(id) }) { AskedPost(quotePolicy: policy).parts(missingIn: $0) }
  }

  /// Deletes a status; its media can be used again for about a day, unless they are deleted too.
  public static func deleteStatus(_ id: Status.ID, withMedia: Bool = false) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/statuses/:id", id, query: withMedia ? [Field("delete_media", "true")] : [], access: .account,
      .writeStatuses, to: "delete the post")
  }

  /// Publishes a status; a second request with the same key within an hour returns the first status.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func createStatus(
    _ draft: StatusDraft, idempotencyKey: String, leavesVisibilityToServer: Bool = false
  ) throws -> Endpoint<Status> {
    var post = NewPost(complete: draft)
    post.leavesVisibilityToServer = leavesVisibilityToServer
    return try .createStatus(post, idempotencyKey: idempotencyKey)
  }

  /// Publishes a status with media, a poll and all other options.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func createStatus(_ post: NewPost, idempotencyKey: String) throws -> Endpoint<Status> {
    .init(
      .post, "/api/v1/statuses", body: try StatusBody(post).json,
      headers: [Field(MastodonClient.idempotencyKey, idempotencyKey)], access: .account, .writeStatuses,
      to: "send the post"
    ).checked(rereading: { $0.map { .status($0.id) } }) { [asked = AskedPost(post)] answer in
      // The post that was replied to, as WordPress sends it, says nothing of the reply.
      answer.id == post.draft.inReplyToID ? [] : asked.parts(missingIn: answer)
    }
  }

  /// Edits an own status.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func editStatus(_ id: Status.ID, _ edit: PostEdit) throws -> Endpoint<Status> {
    .init(
      .put, "/api/v1/statuses/:id", id, body: try StatusBody(edit).json, access: .account, .writeStatuses,
      to: "change the post"
    ).checked(rereading: { _ in .status(id) }) { [asked = AskedPost(edit)] in asked.parts(missingIn: $0) }
  }

  private static func act(
    _ template: String, _ id: Status.ID, _ scope: EndpointScope, _ operation: String,
    isDone: @escaping @Sendable (Status) -> Bool
  ) -> Endpoint<Status> {
    let act = Endpoint<Status>(.post, template, id, access: .account, scope, to: operation)
    return act.map { status, _, _ in status.displayed }
      .confirmed(by: .status(id).map { status, _, _ in status.displayed }) { $0.id.answers(id) && isDone($0) }
  }

  /// The statuses before and after a status in its thread.
  public static func context(_ id: Status.ID) -> Endpoint<StatusContext> {
    let endpoint = Endpoint<StatusContext>(
      .get, "/api/v1/statuses/:id/context", id, access: .either, .readStatuses, to: "load the thread")
    return endpoint.map { thread, response, context in
      var thread = context.counted(thread)
      thread.pending = response.header("Mastodon-Async-Refresh").flatMap(PendingReplies.init(header:))
      return thread
    }
  }
}

extension PendingReplies {
  /// Reads `id="…", retry=5, result_count=2`.
  fileprivate init?(header: String) {
    var values: [String: String] = [:]
    for part in header.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
      if pair.count == 2 { values[pair[0]] = pair[1].filter { $0 != "\"" } }
    }
    guard let id = values["id"], !id.isEmpty else { return nil }
    self.init(id: id, retry: values["retry"].flatMap { Int($0) } ?? 5)
  }
}

extension Endpoint {
  /// Whether the server is still fetching the replies of a thread.
  public static func isFetchingReplies(_ id: String) -> Endpoint<Bool> {
    .init(
      .get, "/api/v1_alpha/async_refreshes/:id", arguments: [id], access: .account, scope: .read,
      operation: "ask for more replies"
    ) { response, _ in
      try MastodonJSON.decode(AsyncRefresh.self, from: response.body).state.status == "running"
    }
  }
}

/// The state of a task of a server.
private struct AsyncRefresh: Decodable, Sendable {
  var state: State

  struct State: Decodable, Sendable { var status: String }

  private enum CodingKeys: String, CodingKey { case state = "async_refresh" }
}

extension Endpoint {
  public static func rebloggedBy(_ id: Status.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/statuses/:id/reblogged_by", id, request: page, access: .either, .readStatuses, paging: .link,
      to: "load who boosted the post")
  }

  public static func favouritedBy(_ id: Status.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/statuses/:id/favourited_by", id, request: page, access: .either, .readStatuses, paging: .link,
      to: "load who favourited the post")
  }

  public static func quotes(of id: Status.ID, _ page: PageRequest) -> Endpoint<Page<Status>> {
    .page(
      "/api/v1/statuses/:id/quotes", id, request: page, access: .account, .readStatuses, paging: .link,
      to: "load the quotes of the post")
  }
}
