import GRDB

/// Uploads and served files.
let mediaRoutes: [Route] = [
  .post("/api/v2/media", .user("write:media")) { context in
    let media = try context.upload(isWaiting: false)
    return context.response(media, whenUnready: 202)
  },
  .post("/api/v1/media", .user("write:media")) { context in
    context.response(try context.upload(isWaiting: true), whenUnready: 202)
  },
  .get("/api/v1/media/:id", .user("write:media")) { context in
    context.response(try context.ownMedia(), whenUnready: 206)
  },
  Route("PUT", "/api/v1/media/:id", .user("write:media")) { context in
    let media = try context.ownMedia()
    guard media.statusID == nil else { throw APIError.recordNotFound }
    try context.transaction.describe(media, context.parameters)
    return context.response(try context.ownMedia(), whenUnready: 206)
  },
  .perform("DELETE", "/api/v1/media/:id", .user("write:media")) { context in
    let media = try context.ownMedia()
    guard media.statusID == nil, media.scheduledID == nil else {
      throw APIError.unprocessable("Media attachment is currently used by a status")
    }
    try context.transaction.delete(media)
  },
  .get("/media/:name") { context in
    let name = context.captures["name"] ?? ""
    if let drawn = GeneratedImage.file(named: name) {
      return SandboxResponse(headers: ["Content-Type": "image/png", "X-Content-Type-Options": "nosniff"], body: drawn)
    }
    if let sound = GeneratedSound.file(named: name) {
      return SandboxResponse(headers: ["Content-Type": "audio/wav", "X-Content-Type-Options": "nosniff"], body: sound)
    }
    let isKnown = try context.transaction.database.has(
      "SELECT 1 FROM media WHERE name = :name OR thumbnail = :name", ["name": name])
    guard isKnown, let kept = try context.transaction.instance.files.read(name, context.transaction.database),
      let format = MediaFormat(of: kept)
    else { throw APIError.notFound }
    return SandboxResponse(
      headers: [
        "Content-Type": format.contentType, "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
      ], body: kept)
  },
]

extension RequestContext {
  fileprivate func ownMedia() throws -> MediaRow {
    guard let media = try transaction.media(id()), media.accountID == viewer else { throw APIError.recordNotFound }
    return media
  }

  fileprivate func response(_ media: MediaRow, whenUnready status: Int) -> SandboxResponse {
    let isReady = media.isReady(at: transaction.now)
    return .json(status: isReady ? 200 : status) { media.write(to: &$0, in: transaction.instance, isReady: isReady) }
  }

  /// Stores an upload, which takes time to process unless the client waits for it.
  fileprivate func upload(isWaiting: Bool) throws -> MediaRow {
    guard let file = parameters.file("file") else { throw APIError.invalid("File can't be blank") }
    let media = try transaction.keep(file, by: try user(), isWaiting: isWaiting)
    try transaction.describe(media, parameters)
    guard let kept = try transaction.media(media.id) else { throw APIError.broken }
    return kept
  }
}

extension Transaction {
  /// Checks a file by its bytes and stores it.
  func keep(_ file: Multipart.File, by account: Int64, isWaiting: Bool) throws -> MediaRow {
    guard let format = MediaFormat(of: file.body) else {
      throw APIError.invalid("File content type is invalid, File is invalid")
    }
    let limit = format.type == "image" ? instance.maxImageBytes : instance.maxVideoBytes
    guard file.body.count < limit else { throw APIError.invalid("File file size must be less than \(limit >> 20) MB") }
    let size = format.size(of: file.body)
    if format.type == "image" {
      guard let size else { throw APIError.invalid("File is invalid") }
      guard size.area <= instance.maxImagePixels else {
        throw APIError.invalid("File \(size.width)x\(size.height) images are not supported")
      }
    }
    let name = "\(try makeSecret()).\(format.rawValue)"
    try instance.files.write(file.body, as: name, database)
    // Videos and audio files take time on every server.
    let seconds =
      isWaiting
      ? 0
      : format.type == "image" ? instance.configuration.mediaProcessing : max(instance.configuration.mediaProcessing, 2)
    try database.run(
      """
      INSERT INTO media(account_id, type, name, content_type, blurhash, width, height, ready_at, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        account, format.type, name, format.contentType,
        format.type == "audio" ? nil : Blurhash.invented(for: file.body), size?.width, size?.height, now + seconds, now,
      ])
    guard let media = try media(database.lastInsertedRowID) else { throw APIError.broken }
    return media
  }

  /// Updates the description, the focus and the thumbnail if present.
  func describe(_ media: MediaRow, _ parameters: Parameters) throws {
    if parameters.has("description") {
      let description = parameters.text("description")
      guard (description?.count ?? 0) <= instance.maxDescription else {
        throw APIError.invalid("Description is too long (maximum is \(instance.maxDescription) characters)")
      }
      try database.run("UPDATE media SET description = ? WHERE id = ?", [description, media.id])
    }
    if let file = parameters.file("thumbnail") { try setThumbnail(file, of: media) }
    guard let focus = parameters.text("focus") else { return }
    let sides = focus.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
    guard sides.count == 2, sides.allSatisfy({ (-1...1).contains($0) }) else {
      throw APIError.invalid("Focus is invalid")
    }
    try database.run("UPDATE media SET focus_x = ?, focus_y = ? WHERE id = ?", [sides[0], sides[1], media.id])
  }

  /// Stores an image as the preview of an upload, in place of the earlier one.
  private func setThumbnail(_ file: Multipart.File, of media: MediaRow) throws {
    guard let format = MediaFormat(of: file.body), format.type == "image", let size = format.size(of: file.body),
      size.area <= instance.maxImagePixels
    else {
      throw APIError.invalid("Thumbnail content type is invalid")
    }
    guard file.body.count < instance.maxImageBytes else {
      throw APIError.invalid("Thumbnail file size must be less than \(instance.maxImageBytes >> 20) MB")
    }
    if let old = media.thumbnail { try instance.files.remove(old, database) }
    let name = "\(try makeSecret()).\(format.rawValue)"
    try instance.files.write(file.body, as: name, database)
    try database.run(
      "UPDATE media SET thumbnail = ?, thumbnail_width = ?, thumbnail_height = ? WHERE id = ?",
      [name, size.width, size.height, media.id])
  }

  func delete(_ media: MediaRow) throws {
    try database.run("DELETE FROM media WHERE id = ?", [media.id])
    for name in [media.name, media.thumbnail].compactMap(\.self) { try instance.files.remove(name, database) }
  }
}
