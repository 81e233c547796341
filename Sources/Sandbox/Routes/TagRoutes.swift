import GRDB
import MastodonKit

/// Hashtags: followed and featured ones.
let tagRoutes: [Route] = [
  .get("/api/v1/tags/:name") { context in try context.response(tag: try context.tag()) },
  .post("/api/v1/tags/:name/follow", .user("write:follows")) { context in
    try context.change { try context.transaction.mark("tag_follows", "tag", $0, by: $1) }
  },
  .post("/api/v1/tags/:name/unfollow", .user("write:follows")) { context in
    try context.change { try context.transaction.unmark("tag_follows", "tag", $0, by: $1) }
  },
  .post("/api/v1/tags/:name/feature", .user("write:accounts")) { context in
    try context.change { tag, _ in try context.feature(tag) }
  },
  .post("/api/v1/tags/:name/unfeature", .user("write:accounts")) { context in
    try context.change { try context.transaction.unmark("featured_tags", "name", $0, by: $1) }
  },
  .get("/api/v1/followed_tags", .user("read:follows")) { try $0.followedTags() },
  .get("/api/v1/featured_tags", .user("read:accounts")) { context in
    context.response(try context.featuredTags(of: try context.user()))
  },
  .get("/api/v1/accounts/:id/featured_tags") { context in
    context.response(try context.featuredTags(of: try context.account().id))
  },
  .post("/api/v1/featured_tags", .user("write:accounts")) { context in
    guard let tag = context.parameters.text("name").flatMap(Hashtag.name) else {
      throw APIError.invalid("Tag is invalid")
    }
    let featured = try context.feature(tag)
    return .json { $0.raw(featured) }
  },
  .perform("DELETE", "/api/v1/featured_tags/:id", .user("write:accounts")) { context in
    let removed = try context.transaction.database.run(
      "DELETE FROM featured_tags WHERE id = ? AND account_id = ?", [context.id(), context.user()])
    guard removed > 0 else { throw APIError.recordNotFound }
  },
  .get("/api/v1/featured_tags/suggestions", .user("read:accounts")) { context in
    let tags = try context.transaction.database.values(
      String.self,
      """
      SELECT lower(t.tag) FROM status_tags t JOIN statuses s ON s.id = t.status_id
      WHERE s.account_id = :user AND s.visibility <= 1
        AND t.tag NOT IN (SELECT name FROM featured_tags WHERE account_id = :user)
      GROUP BY 1 ORDER BY count(*) DESC, max(s.id) DESC LIMIT 10
      """, ["user": try context.user()])
    return try TagRenderer(tags, for: context.viewer, in: context.transaction).response(tags)
  },
]

/// Hashtags as Mastodon compares them.
enum Hashtag {
  /// The normal form of a name in a path or parameter; `nil` if it is not a valid hashtag.
  static func name(_ text: String) -> String? {
    let name = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard !name.isEmpty, name.allSatisfy({ $0.isWord || $0 == "·" }), !name.allSatisfy(\.isNumber) else { return nil }
    return normalized(name)
  }

  /// The form in which a hashtag is stored and looked up: narrow, in lower case, Latin letters without accents, and without
  /// characters that no hashtag has.
  static func normalized(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.map(narrow) {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        let folded = plain[lower] ?? lower
        // An accent that follows a Latin letter is left out like one that is part of it.
        if folded.properties.generalCategory == .nonspacingMark, result.last?.isASCII == true { continue }
        let character = Character(folded)
        if character.isWord || character == "·" || folded.properties.generalCategory == .nonspacingMark
          || folded.properties.generalCategory == .spacingMark
        {
          result.append(folded)
        }
      }
    }
    return String(result)
  }

  /// The ordinary form of a full-width character.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
  }

  /// Accented Latin letters, with the letter that Mastodon replaces each by.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
    let letters: [(String, Unicode.Scalar)] = [
      ("àáâãäåāăą", "a"), ("çćĉċč", "c"), ("ðďđ", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ĥħ", "h"),
      ("ìíîïĩīĭįı", "i"), ("ĵ", "j"), ("ķĸ", "k"), ("ĺļľŀł", "l"), ("ñńņňŉŋ", "n"), ("òóôõöøōŏő", "o"), ("ŕŗř", "r"),
      ("śŝşšſ", "s"), ("ţťŧ", "t"), ("ùúûüũūŭůűų", "u"), ("ŵ", "w"), ("ýÿŷ", "y"), ("źżž", "z"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (accented, letter) in letters { for scalar in accented.unicodeScalars { table[scalar] = letter } }
    return table
  }()
}

extension RequestContext {
  fileprivate func tag() throws(APIError) -> String {
    guard let name = captures["name"].flatMap(Hashtag.name) else { throw .recordNotFound }
    return name
  }

  /// Changes something about the tag in the path, for the user, and returns it.
  fileprivate func change(_ act: (_ tag: String, _ user: Int64) throws -> Void) throws -> SandboxResponse {
    let tag = try tag()
    try act(tag, try user())
    return try response(tag: tag)
  }

  fileprivate func response(tag: String) throws -> SandboxResponse {
    let renderer = try TagRenderer([tag], for: viewer, in: transaction)
    return .json { renderer.write(tag, to: &$0) }
  }

  fileprivate func followedTags() throws -> SandboxResponse {
    let (rows, link) = try page(
      "SELECT t.id, lower(t.tag) FROM tag_follows t WHERE t.account_id = :account", ["account": try user()], by: "t.id",
      standard: 100, most: 200, newer: .sinceID)
    let names = rows.map { $0[1] as String }
    return try TagRenderer(names, for: viewer, in: transaction).response(names).linking(link)
  }

  /// Features a hashtag, ten at most, and returns it as JSON.
  @discardableResult
  fileprivate func feature(_ tag: String) throws -> String {
    let user = try user()
    let database = transaction.database
    let others = try database.value(
      Int.self, "SELECT count(*) FROM featured_tags WHERE account_id = ? AND name <> ?", [user, tag])
    guard (others ?? 0) < 10 else {
      throw APIError.invalid("You have already featured the maximum number of hashtags")
    }
    try database.run(
      "INSERT OR IGNORE INTO featured_tags(account_id, name, created_at) VALUES (?, ?, ?)",
      [user, tag, transaction.now])
    guard let featured = try featuredTags(of: user).first(where: { $0.name == tag }) else {
      throw APIError.recordNotFound
    }
    return featured.json
  }

  fileprivate func response(_ tags: [(name: String, json: String)]) -> SandboxResponse {
    .json { $0.array(tags) { $0.raw($1.json) } }
  }

  /// The hashtags that an account features, most used first.
  fileprivate func featuredTags(of account: Int64) throws -> [(name: String, json: String)] {
    let url = try transaction.account(account)?.url(in: transaction.instance) ?? ""
    return try transaction.database.rows(
      """
      SELECT f.id, lower(f.name), count(s.id), max(s.created_at) FROM featured_tags f
      LEFT JOIN status_tags t ON t.tag = f.name
      LEFT JOIN statuses s ON s.id = t.status_id AND s.account_id = f.account_id AND s.visibility <= 1
      WHERE f.account_id = ? GROUP BY f.id ORDER BY 3 DESC, f.id
      """, [account]
    ).map { row in
      let name: String = row[1]
      let json = JSONWriter.object {
        $0.field("id", row[0] as Int64)
        $0.field("name", name)
        $0.field("url", "\(url)/tagged/\(PercentCoding.encode(name))")
        $0.field("statuses_count", String(row[2] as Int))
        $0.field("last_status_at", (row[3] as Moment?)?.dayText)
      }
      return (name, json)
    }
  }
}
