internal import MastodonKit

extension PageRequest {
  var query: [Field] {
    let limit = Field("limit", String(limit))
    switch position {
    case .newest: return [limit]
    case .older(let cursor): return Self.query(cursor, "max_id", limit)
    // `min_id` goes up without gaps; `since_id` would jump to the newest page.
    case .newer(let cursor): return Self.query(cursor, "min_id", limit)
    case .since(let cursor): return Self.query(cursor, "since_id", limit)
    case .between(let lower, let upper):
      return [limit, Field("min_id", lower.value), Field("max_id", upper.value)]
    case .offset(let count): return [limit, Field("offset", String(count))]
    }
  }

  /// Whether the page is the target of a server's link, with its own parameters.
  var followsLink: Bool {
    switch position {
    case .older(let cursor), .newer(let cursor), .since(let cursor): cursor.query != nil
    case .newest, .between, .offset: false
    }
  }

  /// Whether the elements nearest to the cursor come last.
  var goesUp: Bool {
    switch position {
    case .newer, .between: true
    case .newest, .older, .since, .offset: false
    }
  }

  /// The number of elements before the page, in a list that is paged by offset.
  var offset: Int {
    switch position {
    case .offset(let count): count
    case .older: query.first { $0.name == "offset" }.flatMap { Int($0.value) } ?? 0
    case .newest, .newer, .since, .between: 0
    }
  }

  /// The cursor's own parameters if it is a query, with our limit only if it names none.
  private static func query(_ cursor: Cursor, _ name: String, _ limit: Field) -> [Field] {
    guard let query = cursor.query else { return [limit, Field(name, cursor.value)] }
    let fields = FormEncoding.decode(query)
    return fields.contains { $0.name == "limit" } ? fields : [limit] + fields
  }
}
