import GRDB

/// Edits, history, quotes and translation.
let statusEditRoutes: [Route] = [
  Route("PUT", "/api/v1/statuses/:id", .user("write:statuses")) { try $0.editStatus() },
  .get("/api/v1/statuses/:id/history", .scope("read:statuses")) { try $0.history() },
  Route("PUT", "/api/v1/statuses/:id/interaction_policy", .user("write:statuses")) { context in
    let status = try context.ownStatus()
    guard let policy = try context.transaction.quotePolicy(context.parameters.text("quote_approval_policy")) else {
      throw APIError.badRequest("param is missing or the value is empty: quote_approval_policy")
    }
    try context.transaction.setQuotePolicy(policy, of: status)
    return try context.response(try context.status())
  },
  .get("/api/v1/statuses/:id/quotes", .user("read:statuses")) { try $0.quotes() },
  .post("/api/v1/statuses/:id/quotes/:quoting_id/revoke", .user("write:statuses")) { context in
    let status = try context.ownStatus()
    let quote = try context.transaction.status(context.id("quoting_id"), for: context.viewer)
    guard quote.quoteOfID == status.id else { throw APIError.recordNotFound }
    try context.transaction.revokeQuote(quote, of: status)
    return try context.response(try context.transaction.status(quote.id, for: context.viewer))
  },
  .post("/api/v1/statuses/:id/translate", .user("read:statuses")) { try $0.translate() },
]

extension RequestContext {
  func ownStatus() throws -> StatusRow {
    let status = try status()
    guard status.accountID == viewer else { throw APIError.forbidden }
    return status
  }

  fileprivate func editStatus() throws -> SandboxResponse {
    let status = try status()
    guard status.accountID == viewer, status.reblogOfID == nil else { throw APIError.recordNotFound }
    let draft = StatusDraft(parameters)
    if draft.text.allSatisfy(\.isWhitespace), draft.mediaIDs.isEmpty { throw APIError.invalid("Text can't be blank") }
    try transaction.checkLength(draft.text, draft.spoilerText)
    for attributes in parameters.tables("media_attributes") {
      guard let id = attributes.text("id").flatMap({ Int64($0) }), let media = try transaction.media(id),
        media.accountID == viewer, draft.mediaIDs.contains(id)
      else { continue }
      try transaction.describe(media, attributes)
    }
    try transaction.edit(
      status,
      StatusEdit(
        text: draft.text, spoilerText: draft.spoilerText, sensitive: draft.sensitive ?? !draft.spoilerText.isEmpty,
        language: draft.language ?? status.language,
        media: try transaction.attachable(
          draft.mediaIDs, by: try user(), besidesPoll: draft.poll != nil, to: status.id),
        poll: try draft.poll.map(transaction.newPoll), quotePolicy: try transaction.quotePolicy(draft.quotePolicy)),
      at: transaction.now)
    try keepFormat(of: status)
    if transaction.instance.quirks.has(.answersRepliesWithParent), let parent = status.inReplyToID {
      return try response(try transaction.status(parent, for: viewer))
    }
    return try response(try self.status())
  }

  /// All versions, oldest first.
  fileprivate func history() throws -> SandboxResponse {
    let status = try status()
    let poll = try status.pollID.flatMap { try PollRow.load([$0], for: nil, in: transaction.database)[$0] }
    let author = try transaction.account(status.accountID)
    let earlier = try transaction.database.rows(
      """
      SELECT created_at, content, spoiler_text, sensitive, media, poll FROM status_edits WHERE status_id = ? ORDER BY id
      """, [status.id])
    return .json { writer in
      writer.array { writer in
        for row in earlier {
          writer.version(
            at: row[0], content: row[1], spoiler: row[2], sensitive: row[3], media: row[4], poll: row[5], by: author,
            instance: transaction.instance)
        }
        writer.version(
          at: status.editedAt ?? status.createdAt, content: status.content, spoiler: status.spoilerText,
          sensitive: status.sensitive, media: status.media,
          poll: poll.map { JSONWriter.texts($0.options.map(\.title)) }, by: author,
          instance: transaction.instance)
      }
    }
  }

  fileprivate func quotes() throws -> SandboxResponse {
    let status = try status()
    return try timeline(
      """
      s.quote_of_id = :quoted AND s.quote_state = 'accepted' AND \(Visible.toViewer) AND \(Visible.wanted)
      """, ["quoted": status.id])
  }

  /// Translates as configured; ``SandboxConfiguration/Translation/reverseWords`` reverses every word.
  fileprivate func translate() throws -> SandboxResponse {
    let status = try status()
    guard status.audience.rawValue <= 1 else { throw APIError.forbidden }
    switch transaction.instance.configuration.translation {
    case .refused: throw APIError.forbidden
    case .unavailable: throw APIError(status: 503, message: "Service Unavailable")
    case .reverseWords: break
    }
    let language = parameters.text("lang") ?? "en"
    guard let source = status.language, source != language else {
      throw APIError.forbidden
    }
    func reverseWords(_ text: String) -> String {
      text.split(separator: " ", omittingEmptySubsequences: false).map { String($0.reversed()) }.joined(separator: " ")
    }
    let poll = try status.pollID.flatMap { try PollRow.load([$0], for: nil, in: transaction.database)[$0] }
    let media = try transaction.media(of: status.id)
    return .object { writer in
      writer.field("content", "<p>\(ContentFormatter.escape(reverseWords(status.text)))</p>")
      writer.field("spoiler_text", reverseWords(status.spoilerText))
      writer.field("language", language)
      writer.field("poll", of: poll) { writer, poll in
        writer.object { writer in
          writer.field("id", poll.id)
          writer.field("options", objects: poll.options) { $0.field("title", reverseWords($1.title)) }
        }
      }
      writer.field("media_attachments", objects: media) { writer, media in
        writer.field("id", media.id)
        writer.field("description", reverseWords(media.description ?? ""))
      }
      writer.field("detected_source_language", source)
      writer.field("provider", "Backwards")
    }
  }
}

extension JSONWriter {
  /// Writes one version of a status; of its poll only the options.
  fileprivate mutating func version(
    at moment: Moment, content: String, spoiler: String, sensitive: Bool, media: String, poll: String?,
    by author: AccountRow?, instance: InstanceInfo
  ) {
    object { writer in
      writer.field("content", content)
      writer.field("spoiler_text", spoiler)
      writer.field("sensitive", sensitive)
      writer.field("created_at", moment)
      writer.field("account", of: author) { AccountRenderer(instance: instance).write($1, to: &$0) }
      if let poll {
        let titles = Parameters.texts(json: poll)
        writer.field("poll") { writer in
          writer.field("options", objects: titles) { writer, title in writer.field("title", title) }
        }
      }
      writer.field("media_attachments", raw: media)
      writer.emojis(in: [content, spoiler])
    }
  }
}
