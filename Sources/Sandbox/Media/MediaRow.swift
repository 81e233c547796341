import GRDB

struct MediaRow: TableRow, Sendable {
  static let table = "media m"
  static let columns = """
    m.id, m.account_id, m.status_id, m.scheduled_id, m.type, m.name, m.description, m.focus_x, m.focus_y, \
    m.blurhash, m.width, m.height, m.ready_at, m.thumbnail, m.thumbnail_width, m.thumbnail_height
    """

  var id: Int64
  var accountID: Int64
  var statusID: Int64?
  var scheduledID: Int64?
  var type: String
  /// The random name under which the file is stored and served.
  var name: String
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
    description = row[6]
    if let x: Double = row[7], let y: Double = row[8] { focus = (x, y) }
    blurhash = row[9]
    size = PixelSize(row[10], row[11])
    readyAt = row[12]
    thumbnail = row[13]
    thumbnailSize = PixelSize(row[14], row[15])
  }

  func isReady(at now: Moment) -> Bool { readyAt <= now }

  func write(to writer: inout JSONWriter, in instance: InstanceInfo, isReady: Bool = true) {
    let address = "\(instance.origin)/media/\(name)"
    writer.object { writer in
      writer.field("id", id)
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
    try database.first("WHERE m.id = ?", [id])
  }

  func media(of status: Int64) throws -> [MediaRow] {
    try database.all("WHERE m.status_id = ? ORDER BY m.id", [status])
  }

  func mediaJSON(_ media: [MediaRow]) -> String {
    JSONWriter.text { $0.array(media) { $1.write(to: &$0, in: instance) } }
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
