public import MastodonKit

extension Endpoint {
  public static var pushSubscription: Endpoint<WebPushSubscription> {
    .init(.get, "/api/v1/push/subscription", access: .account, .push, to: "load the push subscription")
  }

  /// Creates or replaces the push subscription, in the standardised form.
  public static func subscribe(_ draft: PushSubscriptionDraft) -> Endpoint<WebPushSubscription> {
    var fields = [
      Field("subscription[endpoint]", draft.endpoint), Field("subscription[keys][p256dh]", draft.publicKey),
      Field("subscription[keys][auth]", draft.authentication), Field("subscription[standard]", "true"),
    ]
    fields += Self.alerts(draft.alerts)
    fields.add("data[policy]", draft.policy?.rawValue)
    return .init(
      .post, "/api/v1/push/subscription", body: .form(fields), access: .account, .push, to: "subscribe to push messages"
    ).checked(rereading: { _ in .pushSubscription }) {
      $0.missingParts(endpoint: draft.endpoint, alerts: draft.alerts, policy: draft.policy)
    }
  }

  /// Changes which events are pushed, and from which accounts.
  public static func updatePushSubscription(alerts: [String: Bool], policy: WebPushSubscription.Policy? = nil)
    -> Endpoint<WebPushSubscription>
  {
    var fields = Self.alerts(alerts)
    // Sent in both places: where the documentation has it, and where servers read it.
    fields.add("data[policy]", policy?.rawValue)
    fields.add("policy", policy?.rawValue)
    return .init(
      .put, "/api/v1/push/subscription", body: fields.form, access: .account, .push, to: "change the push subscription"
    ).checked(rereading: { _ in .pushSubscription }) { $0.missingParts(alerts: alerts, policy: policy) }
  }

  private static func alerts(_ alerts: [String: Bool]) -> [Field] {
    alerts.sorted { $0.key < $1.key }.map { Field("data[alerts][\($0.key)]", $0.value ? "true" : "false") }
  }

  public static var deletePushSubscription: Endpoint<Void> {
    .init(.delete, "/api/v1/push/subscription", access: .account, .push, to: "end the push subscription")
  }

  /// Requests another confirmation e-mail.
  public static func resendConfirmation(to email: String? = nil) -> Endpoint<Void> {
    var fields: [Field] = []
    fields.add("email", email)
    return .init(
      .post, "/api/v1/emails/confirmations", body: fields.form, access: .account, to: "send the confirmation again")
  }

  /// Reports an account, its posts or its collections to the moderators.
  public static func report(_ draft: ReportDraft) -> Endpoint<Report> {
    var fields = [Field("account_id", draft.accountID.rawValue)]
    fields.add(each: "status_ids", draft.statusIDs)
    fields.add(each: "collection_ids", draft.collectionIDs)
    if !draft.comment.isEmpty { fields.add("comment", draft.comment) }
    if draft.forwards { fields.add("forward", true) }
    fields.add("category", draft.category?.rawValue)
    fields.add(each: "rule_ids", draft.ruleIDs)
    return .init(.post, "/api/v1/reports", body: .form(fields), access: .account, .writeReports, to: "send the report")
      .checked(rereading: { _ in nil }) { draft.parts(missingIn: $0) }
  }
}
