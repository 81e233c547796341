import GRDB

let tagTimelineRoutes: [Route] = [
  .get("/api/v1/timelines/tag/:tag") { try $0.tagTimeline() },
  .get("/api/v1/timelines/link") { context in
    guard let url = context.parameters.text("url") else {
      throw APIError.badRequest("param is missing or the value is empty: url")
    }
    let isKnown = try context.transaction.database.has(
      "SELECT 1 FROM statuses WHERE visibility = 0 AND card IS NOT NULL AND json_extract(card, '$.url') = ?", [url])
    guard isKnown else { throw APIError.recordNotFound }
    return try context.timeline(
      """
      s.visibility = 0 AND s.card IS NOT NULL AND json_extract(s.card, '$.url') = :url
        AND \(Visible.toViewer) AND \(Visible.wanted)
      """, ["url": url])
  },
]

extension RequestContext {
  /// Statuses with a tag or one of `any`, with all of `all` and none of `none`; up to four of each.
  fileprivate func tagTimeline() throws -> SandboxResponse {
    // Mastodon normalises whatever is asked for; an empty name matches nothing.
    let tag = Hashtag.normalized(captures["tag"] ?? "")
    func names(_ key: String) -> Set<String> {
      Set(parameters.texts(key, orText: true).map(Hashtag.normalized).filter { !$0.isEmpty }.prefix(4))
    }
    let all = names("all")
    return try timeline(
      """
      s.id IN (SELECT t.status_id FROM status_tags t WHERE t.tag IN (SELECT value FROM json_each(:any)))
        AND s.visibility = 0 AND \(Visible.inPublic) AND \(Visible.toViewer) AND \(Visible.wanted)
        AND (SELECT count(*) FROM status_tags t
          WHERE t.status_id = s.id AND t.tag IN (SELECT value FROM json_each(:all))) = :count
        AND NOT EXISTS (SELECT 1 FROM status_tags t
          WHERE t.status_id = s.id AND t.tag IN (SELECT value FROM json_each(:none)))
        AND (:local = 0 OR s.local = 1) AND (:remote = 0 OR s.local = 0) AND (:media = 0 OR s.media <> '[]')
      """,
      [
        "any": JSONWriter.texts(names("any").union([tag])), "all": JSONWriter.texts(all), "count": all.count,
        "none": JSONWriter.texts(names("none")), "local": parameters.flag("local") ?? false,
        "remote": parameters.flag("remote") ?? false, "media": parameters.flag("only_media") ?? false,
      ])
  }
}
