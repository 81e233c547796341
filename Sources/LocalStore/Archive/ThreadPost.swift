import FoundationEssentials
import GRDB
import MastodonKit

/// A kept post as a part of a thread.
struct ThreadPost {
  var id: String
  /// The id of its account.
  var author: String
  /// The post that it replies to.
  var parent: String?
  var createdAt: Int64
  var keptAt: Double

  static let select = """
    SELECT status.id, account.id AS author, createdAt, status.keptAt, inReplyTo, status.json
    FROM status JOIN account ON account.row = status.author
    """

  /// Reads a row of ``select``; `nil` if the post cannot be read.
  init?(_ row: Row) {
    guard let id: StoredID = row["id"], let author: StoredID = row["author"],
      let json = EntityCompressor.text(of: row["json"]).map({ StoredStatus($0).json }),
      // A post that cannot be decoded is left out.
      let reply = try? MastodonJSON.decode(Reply.self, from: Data(json))
    else { return nil }
    (self.id, self.author, parent) = (id.value, author.value, reply.parent)
    (createdAt, keptAt) = (row["createdAt"], row["keptAt"])
  }

  static func fetchOne(_ id: String, in database: GRDB.Database) throws -> ThreadPost? {
    try Row.fetchOne(database, sql: select + " WHERE status.id = ?", arguments: [StoredID(id)]).flatMap(ThreadPost.init)
  }

  private struct Reply: Decodable {
    var parent: String?

    enum CodingKeys: String, CodingKey { case parent = "in_reply_to_id" }
  }
}
