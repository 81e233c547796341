import GRDB

/// The push subscription of the request's token.
let pushRoutes: [Route] = [
  .post("/api/v1/push/subscription", .user("push")) { try $0.subscribeToPush() },
  .get("/api/v1/push/subscription", .user("push")) { context in
    try context.subscription().response(try context.transaction.vapidKey())
  },
  Route("PUT", "/api/v1/push/subscription", .user("push")) { context in
    let old = try context.subscription()
    try context.transaction.database.run(
      "UPDATE push_subscriptions SET alerts = ?, policy = ? WHERE id = ?",
      [context.alerts(), try context.pushPolicy() ?? old.policy, old.id])
    return try context.subscription().response(try context.transaction.vapidKey())
  },
  .perform("DELETE", "/api/v1/push/subscription", .user("push")) { context in
    try context.transaction.database.run(
      "DELETE FROM push_subscriptions WHERE token_id = ?", [context.bearer?.tokenID])
  },
]

extension RequestContext {
  fileprivate func subscription() throws -> PushSubscriptionRow {
    try transaction.database.found("WHERE p.token_id = ?", [bearer?.tokenID])
  }

  /// The requested alerts; missing ones are off.
  fileprivate func alerts() -> String {
    let wanted = parameters.table("data")?.table("alerts")
    return PushSubscriptionRow.kinds.filter { wanted?.flag($0) ?? false }.joined(separator: " ")
  }

  fileprivate func pushPolicy() throws(APIError) -> String? {
    guard let policy = parameters.table("data")?.text("policy") ?? parameters.text("policy") else { return nil }
    guard ["all", "followed", "follower", "none"].contains(policy) else {
      throw .invalid("Policy is not included in the list")
    }
    return policy
  }

  /// Creates a subscription, replacing the token's previous one.
  fileprivate func subscribeToPush() throws -> SandboxResponse {
    guard let bearer, let subscription = parameters.table("subscription") else {
      throw APIError.badRequest("param is missing or the value is empty: subscription")
    }
    guard let address = subscription.text("endpoint") else { throw APIError.invalid("Endpoint can't be blank") }
    guard PushEndpoint(address) != nil else { throw APIError.invalid("Endpoint is not a valid URL") }
    let keys = subscription.table("keys")
    guard let p256dh = keys?.text("p256dh") else { throw APIError.invalid("Key p256dh can't be blank") }
    guard let auth = keys?.text("auth") else { throw APIError.invalid("Key auth can't be blank") }
    guard PushKeys(p256dh: p256dh, auth: auth) != nil else {
      throw APIError.invalid("is not a valid Ed25519 or Curve25519 key")
    }
    let database = transaction.database
    try database.run("DELETE FROM push_subscriptions WHERE token_id = ?", [bearer.tokenID])
    try database.run(
      """
      INSERT INTO push_subscriptions(token_id, account_id, endpoint, p256dh, auth, standard, alerts, policy)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        bearer.tokenID, try user(), address, p256dh, auth, subscription.flag("standard") ?? false, alerts(),
        try pushPolicy() ?? "all",
      ])
    return try self.subscription().response(try transaction.vapidKey())
  }
}
