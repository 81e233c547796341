public import FoundationEssentials
public import MastodonKit

extension Endpoint {
  /// All versions of a status, the oldest first.
  public static func history(of id: Status.ID) -> Endpoint<LossyList<StatusEdit>> {
    .whole("/api/v1/statuses/:id/history", id, access: .either, .readStatuses, to: "load the post's history")
  }

  public static func source(of id: Status.ID) -> Endpoint<StatusSource> {
    Endpoint<StatusSource>(
      .get, "/api/v1/statuses/:id/source", id, access: .account, .readStatuses, to: "load the post's text"
    ).about(id, \.id)
  }

  /// A translation of a status; the server chooses a language if none is named.
  public static func translate(_ id: Status.ID, into language: String? = nil) -> Endpoint<Translation> {
    var fields: [Field] = []
    fields.add("lang", language)
    return .init(
      .post, "/api/v1/statuses/:id/translate", id, body: fields.form, access: .account, .readStatuses,
      to: "translate the post")
  }

  public static func scheduledStatuses(_ page: PageRequest) -> Endpoint<Page<ScheduledStatus>> {
    .page("/api/v1/scheduled_statuses", request: page, access: .account, .readStatuses, to: "load the scheduled posts")
  }

  /// Schedules a status, at least five minutes ahead; a server that answers with a status has published it at once, or
  /// will at its date.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func schedule(_ scheduled: ScheduledPost, idempotencyKey: String) throws -> Endpoint<SchedulingOutcome>
  {
    let asked = AskedPost(scheduled.post)
    return .init(
      .post, "/api/v1/statuses", arguments: [], body: try StatusBody(scheduled.post, at: scheduled.date).json,
      headers: [Field(MastodonClient.idempotencyKey, idempotencyKey)], access: .account, scope: .writeStatuses,
      operation: "schedule the post"
    ) { answer, _ in
      do {
        return .scheduled(try MastodonJSON.decode(ScheduledStatus.self, from: answer.body))
      } catch {
        let status = try MastodonJSON.decode(Status.self, from: answer.body)
        let isLater = abs(status.createdAt.timeIntervalSince(scheduled.date)) < Self.tolerance
        return isLater ? .scheduled(ScheduledStatus(status, of: scheduled)) : .published(status)
      }
    }.checked(rereading: { outcome in
      switch outcome {
      case .published(let status): Endpoint<Status>.status(status.id).map { status, _, _ in .published(status) }
      case .scheduled(let post):
        Endpoint<ScheduledStatus>.scheduledStatus(post.id).map { post, _, _ in .scheduled(post) }
      case nil: nil
      }
    }) { outcome in
      switch outcome {
      // That it was published at once is the outcome itself.
      case .published(let status): asked.parts(missingIn: status)
      case .scheduled(let post):
        asked.parts(missingIn: post)
          + (abs(post.scheduledAt.timeIntervalSince(scheduled.date)) < tolerance ? [] : [.schedule])
      }
    }
  }

  /// The number of seconds by which the time of a scheduled post may differ from the request: some servers keep
  /// minutes.
  static var tolerance: Double { 90 }
}

extension ScheduledStatus {
  /// A scheduled post of a server that answers with a status of a later date.
  fileprivate init(_ status: Status, of asked: ScheduledPost) {
    let draft = asked.post.draft
    self.init(
      id: ID(rawValue: status.id.rawValue), scheduledAt: status.createdAt,
      params: Params(
        text: draft.text,
        poll: status.poll.map { Params.Poll(options: $0.options.map(\.title), multiple: $0.multiple) },
        sensitive: status.sensitive, spoilerText: status.spoilerText, visibility: status.visibility,
        inReplyToID: status.inReplyToID, language: status.language,
        quotedStatusID: status.quote.map { $0.quotedStatusID ?? asked.post.quotedStatusID } ?? nil),
      mediaAttachments: status.mediaAttachments)
  }
}

extension Endpoint {
  public static func scheduledStatus(_ id: ScheduledStatus.ID) -> Endpoint<ScheduledStatus> {
    .init(.get, "/api/v1/scheduled_statuses/:id", id, access: .account, .readStatuses, to: "load the scheduled post")
  }

  public static func reschedule(_ id: ScheduledStatus.ID, at date: Date) -> Endpoint<ScheduledStatus> {
    .init(
      .put, "/api/v1/scheduled_statuses/:id", id, body: .form([Field("scheduled_at", MastodonDate.format(date))]),
      access: .account, .writeStatuses, to: "reschedule the post"
    ).checked(rereading: { _ in .scheduledStatus(id) }) { post in
      abs(post.scheduledAt.timeIntervalSince(date)) < 90 ? [] : [RequestPart("schedule", "the new time")]
    }
  }

  public static func cancelScheduledStatus(_ id: ScheduledStatus.ID) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/scheduled_statuses/:id", id, access: .account, .writeStatuses, to: "cancel the scheduled post")
  }
}
