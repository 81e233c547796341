internal import FoundationEssentials
public import MastodonKit
internal import Synchronization

extension MastodonClient {
  /// Publishes statuses without duplicates, also on servers that ignore `Idempotency-Key`.
  public var publishingService: PublishingService {
    PublishingService(
      publish: { try await publish($0, key: $1) },
      find: { draft, since, key in
        // A key that the server has forgotten protects nothing; a time to come is that of a clock that was wrong.
        let age = now().timeIntervalSince(since)
        if (-Self.tolerance..<Self.keyLife).contains(age), await honoursKeys() { return nil }
        return try await newest(like: draft, since: since, key: key)
      },
      schedule: { try await schedule($0, key: $1) },
      edit: { draft in
        guard let id = draft.editedStatusID else {
          throw MastodonError.notFound(host: server.name, operation: "change the post")
        }
        return try await send(try .editStatus(id, PostEdit(draft)))
      })
  }

  public var ownStatusService: OwnStatusService {
    OwnStatusService(
      source: { try await send(.source(of: $0)) },
      history: { try await send(.history(of: $0)).elements },
      setPinned: { try await send($1 ? .pin($0) : .unpin($0)) },
      setThreadMuted: { try await send($1 ? .muteThread(of: $0) : .unmuteThread(of: $0)) },
      setQuotePolicy: { try await send(.setQuotePolicy($1, of: $0)) },
      quotes: { try await send(.quotes(of: $0, $1)) },
      revokeQuote: { try await send(.revokeQuote(of: $0, by: $1)) })
  }

  /// Reads and changes scheduled posts.
  public var scheduleService: ScheduleService {
    ScheduleService(
      all: { try await send(.scheduledStatuses($0)) },
      move: { try await send(.reschedule($0, at: $1)) },
      cancel: { try await send(.cancelScheduledStatus($0)) })
  }

  /// Publishes a status.
  ///
  /// If the response is lost and the server does not honour keys, the account's newest statuses are searched for it.
  ///
  /// - throws: `.unconfirmed` if the status may have arrived but was not found.
  private func publish(_ draft: StatusDraft, key: String) async throws -> Status {
    try require(draft)
    let start = now()
    let endpoint: Endpoint<Status> = try .createStatus(
      draft, idempotencyKey: key,
      leavesVisibilityToServer: draft.usesDefaultVisibility && missingEndpoints.appliesDefaultVisibility)
    do {
      let status = try await send(endpoint)
      guard transport.changesNothing || draft.isAnswered(by: status, me: nil, since: start) else {
        // WordPress answers with the post that it replies to.
        return await found(draft, since: start, key: key, of: endpoint) ?? status
      }
      published.note(status.id, key: key)
      return status
    } catch {
      guard error.mayHaveSucceeded, error != .cancelled else { throw error }
      guard await !honoursKeys() else {
        // The server has accepted it, whatever it then said.
        if case .invalidResponse = error {
          throw MastodonError.unconfirmed(host: server.name, operation: endpoint.operation)
        }
        throw error
      }
      if let found = await found(draft, since: start, key: key, of: endpoint) { return found }
      if Task.isCancelled { throw MastodonError.cancelled }
      throw MastodonError.unconfirmed(host: server.name, operation: endpoint.operation)
    }
  }

  /// The post that a request without an answer of its own has made; `nil` if it cannot be found.
  private func found(
    _ draft: StatusDraft, since start: Date, key: String, of endpoint: Endpoint<Status>
  ) async -> Status? {
    // If the search fails, the outcome stays unknown.
    guard let found = try? await newest(like: draft, since: start, key: key) else { return nil }
    return await confirmed(found, of: endpoint.erased) as? Status ?? found
  }

  /// Schedules a status, after it has asked the server for its scheduled posts and its time: Mastodon publishes at once what is to
  /// appear in the past, and this machine's clock may be wrong.
  ///
  /// - throws: `.lacks` before anything is sent if it has none, `.rejected` if the time is past there, and `.unconfirmed` if the
  ///   answer was lost and the post is not found among those that are scheduled.
  private func schedule(_ draft: StatusDraft, key: String) async throws -> SchedulingOutcome {
    try require(draft)
    let isKnown = missingEndpoints.support(of: .scheduledPosts, host: server.name) == .present
    let date = draft.scheduledAt ?? now()
    if let time = try await time(isNeeded: !isKnown), date <= time {
      throw MastodonError.rejected(host: server.name, words: Self.pastTime, operation: "schedule the post")
    }
    let scheduled = ScheduledPost(NewPost(complete: draft), at: date)
    let endpoint = try Endpoint<SchedulingOutcome>.schedule(scheduled, idempotencyKey: key)
    let outcome: SchedulingOutcome
    do throws(MastodonError) { outcome = try await send(endpoint) } catch {
      guard error.mayHaveSucceeded, error != .cancelled else { throw error }
      guard let found = await self.scheduled(like: scheduled) else {
        throw MastodonError.unconfirmed(host: server.name, operation: "schedule the post")
      }
      return .scheduled(found)
    }
    if case .published(let status) = outcome {
      published.note(status.id, key: key)
      missingEndpoints.note([.schedule])
    }
    return outcome
  }

  /// The scheduled post that a request without an answer has made; `nil` if it cannot be found.
  private func scheduled(like asked: ScheduledPost) async -> ScheduledStatus? {
    // What cannot be read now may be there.
    let page = try? await send(.scheduledStatuses(PageRequest()))
    return page?.elements.first { post in
      abs(post.scheduledAt.timeIntervalSince(asked.date)) < Endpoint<SchedulingOutcome>.tolerance
        && AskedPost(asked.post).parts(missingIn: post).isEmpty
    }
  }

  private static let pastTime = "By its clock, that time is past."

  /// The server's time; `nil` if it does not say.
  ///
  /// - Parameter isNeeded: Whether a server that refuses to list scheduled posts is not to get one.
  private func time(isNeeded: Bool) async throws(MastodonError) -> Date? {
    do throws(MastodonError) {
      return try await send(.timeOfScheduledPosts).date
    } catch {
      guard !isNeeded, error.isRefusal else { throw error }
      return nil
    }
  }

  /// Throws if the server is known to lack something that a post needs: it would publish the post without.
  ///
  /// - throws: `.lacks`
  private func require(_ draft: StatusDraft) throws(MastodonError) {
    let missing = missingEndpoints.features
    let feature =
      draft.neededFeatures.first(where: missing.contains) ?? missingEndpoints.capabilities?.missingFeature(for: draft)
    if let feature { throw .lacks(host: server.name, feature: feature) }
  }

  /// Whether a post may be sent again with the same key; requests the server's software if it is unknown.
  public func honoursKeys() async -> Bool {
    if let known = missingEndpoints.honoursIdempotencyKeys { return known }
    // A server that does not name its software is treated as one that ignores the key.
    guard (try? await software()) != nil else { return false }
    return missingEndpoints.honoursIdempotencyKeys ?? false
  }

  /// The time for which a server certainly recognises a key, in seconds; Mastodon keeps it for an hour.
  static let keyLife: TimeInterval = 3000
  /// By how many seconds this machine's clock may be set back without being taken for one that was wrong.
  private static let tolerance: TimeInterval = 60
  private static let week: TimeInterval = 7 * 86_400

  /// The number of pages of the account's own posts that are searched for one of an earlier attempt.
  private static let searchedPages = 20

  /// Finds the account's newest status with the draft's text, created since `start` on this machine's clock.
  ///
  /// - Throws: `.unconfirmed` if there are too many posts since then to tell, or if `start` is to come, so that a post with
  ///   the same text may be an older one.
  private func newest(like draft: StatusDraft, since start: Date, key: String) async throws(MastodonError) -> Status? {
    let account = try await send(.verifyCredentials)
    let isWrong = start > now().addingTimeInterval(Self.tolerance)
    var (last, earliest): (Status.ID?, Date?) = (nil, isWrong ? now().addingTimeInterval(-Self.week) : nil)
    for _ in 0..<Self.searchedPages {
      let (statuses, date) = try await send(.newestStatuses(of: account.id, before: last))
      // A `Date` header has whole seconds; without one, both clocks are assumed to agree roughly.
      let limit =
        earliest ?? date.map { start.addingTimeInterval($0.timeIntervalSince(now()) - 2) }
        ?? start.addingTimeInterval(-60)
      earliest = limit
      let found = statuses.first { status in
        status.createdAt >= limit && !published.isAnother(status.id, than: key) && draft.isSame(as: status)
      }
      if let found {
        guard !isWrong || published.isAnswer(found.id, to: key) else { break }
        published.note(found.id, key: key)
        return found
      }
      // Pinned posts may be first; the last one tells how far back the page goes.
      guard let oldest = statuses.last, oldest.createdAt >= limit, oldest.id != last else { return nil }
      last = oldest.id
    }
    throw .unconfirmed(host: server.name, operation: "send the post")
  }
}

/// The statuses that the server confirmed, so that none of them is mistaken for a later one with the same text.
final class PublishedStatuses: Sendable {
  private let keys = Mutex<[Status.ID: String]>([:])
  /// Those of other runs, since the same text may be meant twice.
  private let record: ConfirmedPosts

  init(record: ConfirmedPosts) { self.record = record }

  func note(_ id: Status.ID, key: String) {
    keys.withLock { $0[id] = key }
    record.note(id, key)
  }

  /// Whether a status is the answer to another post than that of a key, whose own answer may have been noted just before the
  /// process ended.
  func isAnother(_ id: Status.ID, than key: String) -> Bool { self.key(of: id).map { $0 != key } ?? false }

  func isAnswer(_ id: Status.ID, to key: String) -> Bool { self.key(of: id) == key }

  private func key(of id: Status.ID) -> String? { keys.withLock { $0[id] } ?? record.key(id) }
}

extension Endpoint where Response == (statuses: [Status], date: Date?) {
  /// An account's newest statuses, and the server's current time.
  fileprivate static func newestStatuses(of id: Account.ID, before last: Status.ID?) -> Endpoint {
    Endpoint(
      .get, "/api/v1/accounts/:id/statuses", arguments: [id.rawValue],
      query: [Field("limit", "20"), Field("exclude_reblogs", "true")]
        + (last.map { [Field("max_id", $0.rawValue)] } ?? []), access: .account, scope: .readStatuses,
      operation: "look for the post"
    ) { response, _ in
      let list = try MastodonJSON.decode(LossyList<Status>.self, from: response.body)
      return (list.elements, response.header("Date").flatMap(RetryAfter.httpDate))
    }
  }
}

struct ScheduledPostsTime: Sendable {
  var date: Date?
}

extension Endpoint where Response == ScheduledPostsTime {
  /// The server's time, with its scheduled posts.
  fileprivate static var timeOfScheduledPosts: Endpoint {
    Endpoint(
      .get, "/api/v1/scheduled_statuses", arguments: [], query: [Field("limit", "1")], access: .account,
      scope: .readStatuses, operation: "load the scheduled posts"
    ) { response, _ in
      _ = try MastodonJSON.decode(LossyList<ScheduledStatus>.self, from: response.body)
      return ScheduledPostsTime(date: response.header("Date").flatMap(RetryAfter.httpDate))
    }
  }
}

extension MastodonError {
  fileprivate var isRefusal: Bool {
    switch self {
    case .unauthorized, .forbidden, .rejected, .invalidResponse: true
    default: false
    }
  }
}

extension StatusDraft {
  /// Whether a status has this draft's text, warning, files and parent.
  func isSame(as status: Status) -> Bool {
    guard status.reblog == nil else { return false }
    // Another reply to the same post says something else.
    let isText =
      text.isKept(in: status.content)
      || (inReplyToID != nil && inReplyToID == status.inReplyToID && text.isFound(in: status.content))
    return isText && spoilerText.isKept(in: status.spoilerText)
      && (files.isEmpty || files.count == status.mediaAttachments.count)
      && (status.inReplyToID == nil || status.inReplyToID == inReplyToID)
  }
}
