import GRDB

/// A notification as the database has it.
struct NotificationRow: Sendable {
  static let columns = "n.id, n.type, n.from_account_id, n.status_id, n.created_at, n.group_key"

  var id: Int64
  var type: String
  var fromAccountID: Int64
  var statusID: Int64?
  var createdAt: Moment
  private var storedKey: String?

  init(_ row: Row) {
    id = row[0]
    type = row[1]
    fromAccountID = row[2]
    statusID = row[3]
    createdAt = row[4]
    storedKey = row[5]
  }

  /// What groups it with others; one that stands alone has a key of its own.
  var groupKey: String { storedKey ?? "ungrouped-\(id)" }
}

/// Which of an account's notifications are asked for.
struct NotificationQuery {
  /// The conditions on a notification `n`.
  static let conditions = """
    n.account_id = :account
      AND (:only = '[]' OR n.type IN (SELECT value FROM json_each(:only)))
      AND n.type NOT IN (SELECT value FROM json_each(:but))
      AND (:from = 0 OR n.from_account_id = :from)
      AND (:filtered = 1 OR n.filtered = 0)
    """

  /// The key of a notification's group, where only some types are grouped.
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
      // Who asks for one sender's notifications wants those that wait as well.
      "filtered": parameters.flag("include_filtered") ?? (from != 0),
    ]
  }

  /// The types that a client wants in groups; it need not say so for those that always were.
  static func grouped(_ parameters: Parameters) -> String {
    parameters.has("grouped_types")
      ? JSONWriter.texts(parameters.texts("grouped_types")) : #"["favourite","follow","reblog"]"#
  }
}
