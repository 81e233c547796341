import GRDB

struct NotificationRow: TableRow, Sendable {
  static let table = "notifications n"
  static let columns = "n.id, n.type, n.from_account_id, n.status_id, n.created_at, n.group_key, n.warning"

  var id: Int64
  var type: String
  var fromAccountID: Int64
  var statusID: Int64?
  var createdAt: Moment
  private var storedKey: String?
  /// JSON, as in responses: what moderators told the account's owner.
  var warning: String?

  init(_ row: Row) {
    id = row[0]
    type = row[1]
    fromAccountID = row[2]
    statusID = row[3]
    createdAt = row[4]
    storedKey = row[5]
    warning = row[6]
  }

  /// The key shared by grouped notifications; types that are never grouped get one of their own.
  var groupKey: String { storedKey ?? "ungrouped-\(id)" }
}

struct NotificationQuery {
  /// SQL conditions on a notification `n`.
  static let conditions = """
    n.account_id = :account
      AND (:only = '[]' OR n.type IN (SELECT value FROM json_each(:only)))
      AND n.type NOT IN (SELECT value FROM json_each(:but))
      AND (:from = 0 OR n.from_account_id = :from)
      AND (:filtered = 1 OR n.filtered = 0)
    """

  /// The SQL for a group key when only some types are grouped.
  static let key = """
    CASE WHEN n.group_key IS NOT NULL AND n.type IN (SELECT value FROM json_each(:grouped))
      THEN n.group_key ELSE 'ungrouped-' || n.id END
    """

  var arguments: RequestContext.Arguments

  init(_ parameters: Parameters, of account: Int64) {
    let from = parameters.integer("account_id") ?? 0
    arguments = [
      "account": account, "only": JSONWriter.texts(parameters.texts("types")),
      "but": JSONWriter.texts(parameters.texts("exclude_types")), "from": from,
      // A request for one sender's notifications includes the filtered ones.
      "filtered": parameters.flag("include_filtered") ?? (from != 0),
    ]
  }

  /// The types that the client accepts in groups; Mastodon's original ones by default.
  static func grouped(_ parameters: Parameters) -> String {
    parameters.has("grouped_types")
      ? JSONWriter.texts(parameters.texts("grouped_types")) : #"["favourite","follow","reblog"]"#
  }
}
