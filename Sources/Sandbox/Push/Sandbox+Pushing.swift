import Crypto
import GRDB

struct PushRequest: Sendable, Equatable {
  var subscription: Int64
  var endpoint: PushEndpoint
  var headers: [SandboxHeaders.Field]
  var body: [UInt8]
}

struct PushSender: Sendable {
  /// Sends a push and returns the status code; `nil` without a response.
  var send: @Sendable (PushRequest) async -> Int?
}

/// The recent pushes and the way to send them.
struct PushOutbox: Sendable {
  /// `nil` without a running server; pushes are then only recorded.
  var pushSender: PushSender?
  private(set) var latest: [PushRequest] = []

  mutating func add(_ requests: [PushRequest]) { latest = (latest + requests).suffix(100) }
}

extension Sandbox {
  /// Sets or removes the way to send pushes.
  func setPushSender(_ pushSender: PushSender?) { outbox.pushSender = pushSender }

  /// Sends pushes for committed notifications; only to addresses on this machine.
  func push(_ events: [Event]) {
    let notified = events.compactMap { if case .notified(let id, _) = $0 { id } else { nil } }
    guard !notified.isEmpty else { return }
    let requests: [PushRequest]
    // Pushes are best effort: clients can still fetch the notification.
    do { requests = try read { try $0.pushes(of: notified) } } catch { return }
    guard !requests.isEmpty else { return }
    outbox.add(requests)
    guard let pushSender = outbox.pushSender else { return }
    for request in requests where request.endpoint.isReachable {
      Task { [weak self] in
        let status = await pushSender.send(request)
        if status == 404 || status == 410 { await self?.forget(subscription: request.subscription) }
      }
    }
  }

  /// Deletes a subscription that the push service no longer knows.
  private func forget(subscription: Int64) {
    do {
      try write { _ = try $0.database.run("DELETE FROM push_subscriptions WHERE id = ?", [subscription]) }
    } catch {
      // The next push tries again.
      return
    }
  }
}

extension Transaction {
  func pushes(of notifications: [Int64]) throws -> [PushRequest] {
    let rows = try database.rows(
      """
      SELECT \(PushSubscriptionRow.columns), t.token, n.id, n.type, n.from_account_id, n.status_id
      FROM notifications n JOIN push_subscriptions p ON p.account_id = n.account_id JOIN tokens t ON t.id = p.token_id
      WHERE n.id IN (SELECT value FROM json_each(?)) AND (p.policy = 'all'
        OR (p.policy = 'followed' AND EXISTS (
          SELECT 1 FROM follows f WHERE f.account_id = n.account_id AND f.target_id = n.from_account_id))
        OR (p.policy = 'follower' AND EXISTS (
          SELECT 1 FROM follows f WHERE f.account_id = n.from_account_id AND f.target_id = n.account_id)))
      ORDER BY n.id, p.id
      """, [notifications.json])
    guard !rows.isEmpty, let identity = try vapidKey() else { return [] }
    return try rows.compactMap { row in
      let subscription = PushSubscriptionRow(row)
      guard subscription.alerts.contains(row[9]), let actor = try account(row[10]) else { return nil }
      let status = try (row[11] as Int64?).flatMap { try statuses([$0]).first }
      let text = PushText(type: row[9], actor: actor, status: status)
      return try push(text.payload(token: row[7], notification: row[8], instance), to: subscription, identity)
    }
  }

  private func push(
    _ payload: [UInt8], to subscription: PushSubscriptionRow, _ identity: VAPIDKey
  ) throws -> PushRequest? {
    guard let endpoint = PushEndpoint(subscription.endpoint),
      let keys = PushKeys(p256dh: subscription.p256dh, auth: subscription.auth)
    else { return nil }
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    let sender = P256.KeyAgreement.PrivateKey()
    var sealed =
      subscription.standard
      ? try keys.seal(payload, salt: salt, sender: sender) : try keys.sealDraft(payload, salt: salt, sender: sender)
    let token = try identity.token(for: endpoint.origin, at: now)
    if subscription.standard {
      sealed.headers.append(.init(name: "Authorization", value: "vapid t=\(token), k=\(identity.publicKey)"))
    } else {
      sealed.headers.append(.init(name: "Authorization", value: "WebPush \(token)"))
      for index in sealed.headers.indices where sealed.headers[index].name == "Crypto-Key" {
        sealed.headers[index].value += ";p256ecdsa=\(identity.publicKey)"
      }
    }
    let usual = [("Content-Type", "application/octet-stream"), ("TTL", "172800"), ("Urgency", "normal")]
    return PushRequest(
      subscription: subscription.id, endpoint: endpoint,
      headers: usual.map { .init(name: $0.0, value: $0.1) } + sealed.headers, body: sealed.body)
  }
}

struct PushText {
  var type: String
  var actor: AccountRow
  var status: StatusRow?

  private var title: String {
    let name = actor.displayName.isEmpty ? actor.username : actor.displayName
    return switch type {
    case "mention": "You were mentioned by \(name)"
    case "status": "\(name) just posted"
    case "reblog": "\(name) boosted your post"
    case "follow": "\(name) followed you"
    case "follow_request": "\(name) requested to follow you"
    case "favourite": "\(name) favorited your post"
    case "poll": "A poll by \(name) has ended"
    case "update": "\(name) edited a post"
    case "quote": "\(name) quoted your post"
    case "quoted_update": "\(name) edited a post you have quoted"
    default: name
    }
  }

  private var body: String {
    let text = status.map { $0.spoilerText.isEmpty ? $0.text : $0.spoilerText } ?? actor.noteSource
    return text.count > 140 ? text.prefix(139) + "…" : text
  }

  func payload(token: String, notification: Int64, _ instance: InstanceInfo) -> [UInt8] {
    Array(
      JSONWriter.object {
        $0.field("access_token", token)
        $0.field("preferred_locale", "en")
        $0.field("notification_id", Int(notification))
        $0.field("notification_type", type)
        $0.field("icon", actor.avatarAddress(in: instance))
        $0.field("title", title)
        $0.field("body", body)
      }.utf8)
  }
}
