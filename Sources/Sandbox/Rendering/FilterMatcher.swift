import GRDB

struct FilterRow: Sendable {
  struct Keyword: Sendable {
    var id: Int64
    var word: String
    var wholeWord: Bool
  }

  struct Target: Sendable {
    var id: Int64
    var statusID: Int64
  }

  var id: Int64
  var title: String
  /// JSON, as in responses.
  var contexts: String
  var action: String
  var expiresAt: Moment?
  var keywords: [Keyword] = []
  var statuses: [Target] = []

  static func load(of account: Int64, in database: Database) throws -> [FilterRow] {
    var filters = try database.rows(
      "SELECT id, title, contexts, action, expires_at FROM filters WHERE account_id = ? ORDER BY id", [account]
    ).map { FilterRow(id: $0[0], title: $0[1], contexts: $0[2], action: $0[3], expiresAt: $0[4]) }
    guard !filters.isEmpty else { return [] }
    let ids = filters.map(\.id).json
    let keywords = try database.rows(
      """
      SELECT filter_id, id, keyword, whole_word FROM filter_keywords
      WHERE filter_id IN (SELECT value FROM json_each(?)) ORDER BY id
      """, [ids])
    let statuses = try database.rows(
      """
      SELECT filter_id, id, status_id FROM filter_statuses
      WHERE filter_id IN (SELECT value FROM json_each(?)) ORDER BY id
      """, [ids])
    for index in filters.indices {
      let id = filters[index].id
      filters[index].keywords = keywords.filter { $0[0] == id }.map {
        Keyword(id: $0[1], word: $0[2], wholeWord: $0[3])
      }
      filters[index].statuses = statuses.filter { $0[0] == id }.map { Target(id: $0[1], statusID: $0[2]) }
    }
    return filters
  }

  func write(to writer: inout JSONWriter, withParts: Bool) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("title", title)
      writer.field("context", raw: contexts)
      writer.field("expires_at", expiresAt)
      writer.field("filter_action", action)
      guard withParts else { return }
      writer.field("keywords", keywords)
      writer.field("statuses", statuses)
    }
  }
}

extension FilterRow.Keyword: JSONValue {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("keyword", word)
      $0.field("whole_word", wholeWord)
    }
  }
}

extension FilterRow.Target: JSONValue {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("status_id", statusID)
    }
  }
}

/// Matches statuses with the viewer's filters.
struct FilterMatcher {
  private let filters: [FilterRow]

  /// Loads the filters that have not expired; `nil` if there are none.
  init?(of account: Int64, at now: Moment, in database: Database) throws {
    filters = try FilterRow.load(of: account, in: database).filter { $0.expiresAt.map { $0 > now } ?? true }
    if filters.isEmpty { return nil }
  }

  func write(_ status: StatusRow, poll: PollRow?, to writer: inout JSONWriter) {
    let text = ([status.spoilerText, status.text] + (poll?.options.map(\.title) ?? [])).joined(separator: "\n\n")
      .lowercased()
    let results = filters.compactMap { filter -> (FilterRow, [String], [Int64])? in
      let words = filter.keywords.filter { $0.matches(text) }.map(\.word)
      let statuses = filter.statuses.filter { $0.statusID == status.id }.map(\.statusID)
      return words.isEmpty && statuses.isEmpty ? nil : (filter, words, statuses)
    }
    writer.array(objects: results) { writer, result in
      writer.field("filter", of: result.0) { $1.write(to: &$0, withParts: false) }
      writer.field("keyword_matches", result.1)
      writer.field("status_matches", result.2.map(String.init))
    }
  }
}

extension FilterRow.Keyword {
  /// Searches for the keyword in lower-cased text, with word boundaries if `wholeWord` is set.
  func matches(_ text: String) -> Bool {
    let keyword = word.lowercased()
    guard let first = keyword.first, let last = keyword.last else { return false }
    var start = text.startIndex
    while let range = text[start...].firstRange(of: keyword) {
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      let begins = !first.isWord || !(before?.isWord ?? false)
      let ends = !last.isWord || !(after?.isWord ?? false)
      if !wholeWord || (begins && ends) { return true }
      start = text.index(after: range.lowerBound)
    }
    return false
  }
}

extension Character {
  /// Whether a character is a letter, a digit or an underscore.
  var isWord: Bool { isLetter || isNumber || self == "_" }
}
