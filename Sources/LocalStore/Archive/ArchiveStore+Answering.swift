import FeatureKit
import FoundationEssentials
import GRDB
import MastodonKit

extension ArchiveStore {
  /// The kept response to a request; `nil` if there is none.
  @concurrent func answer(_ request: ArchiveRequest) async throws(MastodonError) -> ArchivedResponse? {
    await settle()
    guard exists else { return nil }
    do { return try read { try self.answer(request, in: $0) } } catch {
      let error = AppError(StoreError(error, path: database.path))
      throw .unavailable(words: "The archive can't be read. \(error.message)", suggestion: error.suggestion)
    }
  }

  private func answer(_ request: ArchiveRequest, in database: GRDB.Database) throws -> ArchivedResponse? {
    let assembler = ArchiveWriter(username: username, database: database).assembler
    if let page = request.page,
      let text = try String.fetchOne(database, sql: "SELECT text FROM list WHERE key = ?", arguments: [request.key])
    {
      let list = ArchivedList(text: text)
      var limit = page.limit
      while let part = list.part(page.position, limit: limit, isPagedByID: request.isPagedByID) {
        let elements = try part.items.map { try assembler.assemble(Array($0.json.utf8)) }.filter { !$0.isEmpty }
        // A deleted post takes no place on a page.
        let wanted = page.limit + part.items.count - elements.count
        guard wanted <= limit || part.items.count < limit else {
          limit = wanted
          continue
        }
        let body = [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        var response = ArchivedResponse(
          request: request, body: Data(body), older: part.older.map { Cursor($0) }, namesCursors: true,
          date: Date(timeIntervalSince1970: part.date))
        response.isBelowGap = part.isBelowGap
        return response
      }
      return nil
    }
    if let row = try Row.fetchOne(
      database, sql: "SELECT * FROM response WHERE key = ?", arguments: [request.responseKey])
    {
      let (body, date, older): (Data, Double, String?) = (row["body"], row["date"], row["older"])
      let whole = try assembler.assemble(Array(body))
      // The post itself is gone.
      if whole.isEmpty { return nil }
      return ArchivedResponse(
        request: request, body: Data(whole), older: older.map { Cursor($0) }, namesCursors: row["namesCursors"],
        date: Date(timeIntervalSince1970: date))
    }
    return try entity(request, assembler, in: database) ?? thread(request, assembler, in: database)
  }

  /// The thread of a post that was never asked for, as far as its posts were read elsewhere.
  private func thread(
    _ request: ArchiveRequest, _ assembler: EntityAssembler, in database: GRDB.Database
  ) throws -> ArchivedResponse? {
    let parts = request.path.split(separator: "/").map { PercentCoding.decode($0) }
    guard request.page == nil, parts.count == 5, parts[2] == "statuses", parts[4] == "context",
      let focus = try ThreadPost.fetchOne(parts[3], in: database)
    else { return nil }
    var (above, below) = ([ThreadPost](), [ThreadPost]())
    while above.count < 100, let id = (above.last ?? focus).parent, let post = try ThreadPost.fetchOne(id, in: database)
    {
      above.append(post)
    }
    var (ids, authors): (Set, Set) = ([focus.id], [focus.author])
    // A reply is newer than what it replies to.
    let rows = try Row.fetchCursor(
      database,
      sql: ThreadPost.select + " WHERE createdAt >= ? AND flags & ? <> 0 ORDER BY createdAt, status.row LIMIT 20000",
      arguments: [focus.createdAt, ArchiveWriter.Flags.reply.rawValue])
    while let row = try rows.next() {
      guard let answered: StoredID = row["inReplyTo"], authors.contains(answered.value), let post = ThreadPost(row),
        let parent = post.parent, ids.contains(parent), ids.insert(post.id).inserted
      else { continue }
      authors.insert(post.author)
      below.append(post)
    }
    func list(_ posts: [ThreadPost]) -> [UInt8] {
      let markers = posts.map { EntitySplitter.marker(.status, Array($0.id.utf8)) }
      return Array(markers.joined(separator: [UInt8(ascii: ",")]))
    }
    let body =
      Array(#"{"ancestors":["#.utf8) + list(above.reversed()) + Array(#"],"descendants":["#.utf8) + list(below)
      + Array("]}".utf8)
    var response = ArchivedResponse(
      request: request, body: Data(try assembler.assemble(body)),
      date: Date(timeIntervalSince1970: (above + below).map(\.keptAt).reduce(focus.keptAt, min)))
    response.isComposed = true
    return response
  }

  /// A post or an account that was never asked for by itself.
  private func entity(
    _ request: ArchiveRequest, _ assembler: EntityAssembler, in database: GRDB.Database
  ) throws -> ArchivedResponse? {
    let parts = request.path.split(separator: "/").map { PercentCoding.decode($0) }
    guard request.page == nil, parts.count == 4, ["statuses", "accounts"].contains(parts[2]) else { return nil }
    let isAccount = parts[2] == "accounts"
    var id = parts[3]
    if isAccount, id == "lookup" {
      let address = PercentCoding.decode(request.parameters.drop { $0 != "=" }.dropFirst()).lowercased()
      let name = address.hasSuffix("@\(host)") ? String(address.dropLast(host.count + 1)) : address
      guard
        let known = try StoredID.fetchOne(database, sql: "SELECT id FROM account WHERE handle = ?", arguments: [name])
      else { return nil }
      id = known.value
    }
    guard
      let date = try Double.fetchOne(
        database, sql: "SELECT keptAt FROM \(isAccount ? "account" : "status") WHERE id = ?",
        arguments: [StoredID(id)])
    else { return nil }
    let marker = EntitySplitter.marker(isAccount ? .account : .status, Array(id.utf8))
    return ArchivedResponse(
      request: request, body: Data(try assembler.assemble(marker)), date: Date(timeIntervalSince1970: date))
  }
}
