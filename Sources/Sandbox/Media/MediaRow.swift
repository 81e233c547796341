import GRDB

struct MediaRow: Sendable {
  static let columns = """
    m.id, m.account_id, m.status_id, m.scheduled_id, m.type, m.name, m.content_type, m.description, m.focus_x, m.focus_y, \
    m.blurhash, m.width, m.height, m.ready_at, m.thumbnail, m.thumbnail_width, m.thumbnail_height
    """

  var id: Int64
  var accountID: Int64
  var statusID: Int64?
  var scheduledID: Int64?
  var type: String
  /// The random name under which the file is stored and served.
  var name: String
  var contentType: String
  var description: String?
  var focus: (x: Double, y: Double)?
  var blurhash: String?
  var size: PixelSize?
  var readyAt: Moment
  /// The file to show as a preview, if the user has chosen one.
  var thumbnail: String?
  var thumbnailSize: PixelSize?

  init(_ row: Row) {
    id = row[0]
    accountID = row[1]
    statusID = row[2]
    scheduledID = row[3]
    type = row[4]
    name = row[5]
    contentType = row[6]
    description = row[7]
    if let x: Double = row[8], let y: Double = row[9] { focus = (x, y) }
    blurhash = row[10]
    size = PixelSize(row[11], row[12])
    readyAt = row[13]
    thumbnail = row[14]
    thumbnailSize = PixelSize(row[15], row[16])
  }

  func isReady(at now: Moment) -> Bool { readyAt <= now }

  func write(to writer: inout JSONWriter, in instance: InstanceInfo, isReady: Bool = true) {
    let address = "\(instance.origin)/media/\(name)"
    writer.object { writer in
      writer.field("id", id: id)
      writer.field("type", type)
      writer.field("url", isReady ? address : nil)
      let preview = thumbnail.map { "\(instance.origin)/media/\($0)" }
      writer.field("preview_url", preview ?? (type == "audio" ? nil : address))
      writer.null("remote_url")
      writer.null("preview_remote_url")
      writer.null("text_url")
      writer.field("meta") { writeMeasures(to: &$0) }
      writer.field("description", description)
      writer.field("blurhash", blurhash)
    }
  }

  private func writeMeasures(to writer: inout JSONWriter) {
    if let focus {
      writer.field("focus") {
        $0.field("x", raw: "\(focus.x)")
        $0.field("y", raw: "\(focus.y)")
      }
    }
    func write(_ name: StaticString, _ size: PixelSize) {
      writer.field(name) {
        $0.field("width", size.width)
        $0.field("height", size.height)
        $0.field("size", "\(size.width)x\(size.height)")
        $0.field("aspect", raw: "\(Double(size.width) / Double(size.height))")
      }
    }
    if let size { write("original", size) }
    if let small = thumbnailSize ?? size { write("small", small.fitting(230_400)) }
  }
}

extension Transaction {
  func media(_ id: Int64) throws -> MediaRow? {
    try database.row("SELECT \(MediaRow.columns) FROM media m WHERE m.id = ?", [id]).map(MediaRow.init)
  }

  func media(of status: Int64) throws -> [MediaRow] {
    try database.rows("SELECT \(MediaRow.columns) FROM media m WHERE m.status_id = ? ORDER BY m.id", [status])
      .map(MediaRow.init)
  }

  func mediaJSON(_ media: [MediaRow]) -> String {
    var writer = JSONWriter()
    writer.array(media) { $1.write(to: &$0, in: instance) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The uploads to attach to a status, in the given order.
  ///
  /// - throws: ``APIError`` if there are too many, one is missing, used or not ready, or a video is combined with
  ///   others.
  func attachable(_ ids: [Int64], by account: Int64, besidesPoll hasPoll: Bool, to status: Int64? = nil) throws
    -> [MediaRow]
  {
    guard !ids.isEmpty else { return [] }
    guard ids.count <= instance.maxMedia, !hasPoll else {
      throw APIError.unprocessable("Cannot attach more than \(instance.maxMedia) files")
    }
    let media = try ids.map { id in
      guard let row = try self.media(id), row.accountID == account, row.scheduledID == nil,
        row.statusID == nil || row.statusID == status
      else {
        throw APIError.unprocessable("Media \(id) not found or already attached to another post")
      }
      return row
    }
    guard media.count == 1 || media.allSatisfy({ $0.type == "image" }) else {
      throw APIError.unprocessable("Cannot attach a video to a post that already contains images")
    }
    guard media.allSatisfy({ $0.isReady(at: now) }) else {
      throw APIError.unprocessable("Cannot attach files that have not finished processing. Try again in a moment!")
    }
    return media
  }
}
