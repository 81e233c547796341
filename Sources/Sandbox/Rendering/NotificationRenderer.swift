/// Writes notifications as API entities.
struct NotificationRenderer {
  private let statusRenderer: StatusRenderer
  private let statuses: [Int64: StatusRow]
  private let accounts: [Int64: [UInt8]]
  /// The types that the client knows; empty if it does not say.
  private let supported: [String]

  init(
    _ notifications: [NotificationRow], for viewer: Int64, in transaction: Transaction, supported: [String] = []
  ) throws {
    self.supported = supported
    let rows = try transaction.statuses(Set(notifications.compactMap(\.statusID)))
    statuses = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    statusRenderer = try StatusRenderer(rows, for: viewer, in: transaction)
    let renderer = AccountRenderer(instance: transaction.instance)
    accounts = Dictionary(
      try transaction.accounts(Set(notifications.map(\.fromAccountID))).map { ($0.id, renderer.bytes($0)) }
    ) { first, _ in first }
  }

  func write(_ notification: NotificationRow, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", notification.id)
      writer.field("type", notification.type)
      writer.field("created_at", notification.createdAt)
      writer.field("group_key", notification.groupKey)
      writer.field("account", raw: accounts[notification.fromAccountID])
      if let status = notification.statusID.flatMap({ statuses[$0] }) {
        writer.field("status", of: status) { statusRenderer.write($1, to: &$0) }
      }
      writer.fallback(of: notification.type, supported)
      if let warning = notification.warning { writer.field("moderation_warning", raw: warning) }
    }
  }

  func response(_ notifications: [NotificationRow]) -> SandboxResponse {
    .json { $0.array(notifications) { write($1, to: &$0) } }
  }
}

extension JSONWriter {
  /// The text of a notification whose type is not among those that the client says it knows.
  mutating func fallback(of type: String, _ supported: [String]) {
    guard !supported.isEmpty, !supported.contains(type) else { return }
    field("fallback") {
      $0.field("title", "<p>Something happened: \(type).</p>")
      $0.null("summary")
      $0.null("details")
    }
  }
}
