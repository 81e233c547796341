public import FoundationEssentials
public import MastodonKit

extension Endpoint where Response == LossyList<StatusEdit> {
  /// Every form that a status had, the first one first.
  public static func history(of id: Status.ID) -> Endpoint {
    Endpoint(
      .get, "/api/v1/statuses/:id/history", id.rawValue, access: .either, scope: .readStatuses,
      operation: "load the post's history")
  }
}

extension Endpoint where Response == StatusSource {
  /// An own status as it was typed.
  public static func source(of id: Status.ID) -> Endpoint {
    Endpoint(
      .get, "/api/v1/statuses/:id/source", id.rawValue, access: .account, scope: .readStatuses,
      operation: "load the post's text")
  }
}

extension Endpoint where Response == Translation {
  /// A status in another language; the server chooses one where none is named.
  public static func translate(_ id: Status.ID, into language: String? = nil) -> Endpoint {
    var fields: [Field] = []
    fields.add("lang", language)
    return Endpoint(
      .post, "/api/v1/statuses/:id/translate", id.rawValue, body: fields.form, access: .account,
      scope: .readStatuses, operation: "translate the post")
  }
}

extension Endpoint where Response == OEmbed {
  /// How another website may show a status.
  public static func oEmbed(_ url: String, maxWidth: Int? = nil, maxHeight: Int? = nil) -> Endpoint {
    var query = [Field("url", url)]
    query.add("maxwidth", maxWidth)
    query.add("maxheight", maxHeight)
    return Endpoint(.get, "/api/oembed", query: query, access: .either, operation: "load how the post is embedded")
  }
}

extension Endpoint where Response == AsyncRefreshEnvelope {
  /// How far the server is with what it does in the background.
  public static func asyncRefresh(_ id: AsyncRefresh.ID) -> Endpoint {
    Endpoint(
      .get, "/api/v1_alpha/async_refreshes/:id", id.rawValue, access: .account, scope: .read,
      operation: "see how far the server is")
  }
}

extension Endpoint where Response == Page<ScheduledStatus> {
  /// The posts that wait for their time.
  public static func scheduledStatuses(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/scheduled_statuses", request: page, access: .account, scope: .readStatuses,
      operation: "load the scheduled posts")
  }
}

extension Endpoint where Response == ScheduledStatus {
  /// Sends a status at its time, at least five minutes ahead.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func schedule(_ scheduled: ScheduledPost, idempotencyKey: String) throws -> Endpoint {
    Endpoint(
      .post, "/api/v1/statuses", body: try StatusBody(scheduled.post, at: scheduled.date).json,
      headers: [Field(MastodonClient.idempotencyKey, idempotencyKey)], access: .account, scope: .writeStatuses,
      operation: "schedule the post")
  }

  /// One post that waits.
  public static func scheduledStatus(_ id: ScheduledStatus.ID) -> Endpoint {
    Endpoint(
      .get, "/api/v1/scheduled_statuses/:id", id.rawValue, access: .account, scope: .readStatuses,
      operation: "load the scheduled post")
  }

  /// Gives a post that waits another time.
  public static func reschedule(_ id: ScheduledStatus.ID, at date: Date) -> Endpoint {
    Endpoint(
      .put, "/api/v1/scheduled_statuses/:id", id.rawValue,
      body: .form([Field("scheduled_at", MastodonDate.format(date))]), access: .account, scope: .writeStatuses,
      operation: "reschedule the post")
  }
}

extension Endpoint where Response == Void {
  /// Takes a post that waits back.
  public static func cancelScheduledStatus(_ id: ScheduledStatus.ID) -> Endpoint {
    Endpoint(
      .delete, "/api/v1/scheduled_statuses/:id", id.rawValue, access: .account, scope: .writeStatuses,
      operation: "cancel the scheduled post")
  }
}
