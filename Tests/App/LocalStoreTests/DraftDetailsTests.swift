import FileTestKit
import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

/// The parts of a draft besides its text: the column `details`.
@Suite struct DraftDetailsTests {
  private let account = "wren@shore.example"

  /// A draft with everything that a post can have.
  private var full: Draft {
    var content = StatusDraft(text: "Which lamp?", spoilerText: "lamps", visibility: .unlisted, language: "en")
    var film = DraftFile(path: "/home/wren/film.mp4", description: "A lamp.")
    film.focus = FocalPoint(x: -0.5, y: 1)
    film.thumbnail = "/home/wren/lamp.png"
    content.files = [film, DraftFile(path: "/home/wren/heron.jpg", description: "", mediaID: "m1")]
    content.poll = PollDraft(options: ["Red", "Green"], seconds: 3600, multiple: true, hidesTotals: true)
    content.quotedStatusID = "117"
    content.quotePolicy = .followers
    content.scheduledAt = Date(timeIntervalSince1970: 1_795_100_000)
    content.contentType = "text/markdown"
    content.editedStatusID = "42"
    var draft = Draft(
      id: "full", account: account, content: content, replyingTo: "Rook · Low water.",
      updatedAt: Date(timeIntervalSince1970: 1_795_000_000), triedAt: Date(timeIntervalSince1970: 1_795_000_001))
    (draft.quoting, draft.delivery) = ("Heron · Frost.", .failed)
    return draft
  }

  private func details(_ home: TemporaryHome) throws -> [String?] {
    let queue = try DatabaseQueue(path: home.locations.data + "/howdah.sqlite")
    defer { do { try queue.close() } catch { Issue.record(error) } }
    return try queue.read { try (String?).fetchAll($0, sql: "SELECT details FROM draft ORDER BY id") }
  }

  @Test func everythingIsLoadedAsItWasSaved() throws {
    let home = try TemporaryHome()
    do {
      let database = home.database
      try database.draftService(account: account).save(full)
      try database.close()
    }
    let database = home.database
    #expect(try database.draftService(account: account).all() == [full])
    try database.close()
  }

  @Test func ofAPlainDraftOnlyItsEditorIsKept() throws {
    let home = try TemporaryHome()
    let database = home.database
    let plain = Draft(
      id: "plain", account: account, content: StatusDraft(text: "Low water."),
      updatedAt: Date(timeIntervalSince1970: 1_795_000_000))
    let service = database.draftService(account: account)
    try service.save(full)
    try service.save(plain)
    try database.close()
    let columns = try details(home)
    #expect(columns.last == #"{"editor":"\#(database.process)"}"#)
  }

  @Test func detailsThatAreRemovedAreGone() throws {
    let home = try TemporaryHome()
    let database = home.database
    let service = database.draftService(account: account)
    var draft = full
    try service.save(draft)
    draft.content.poll = nil
    draft.content.quotedStatusID = nil
    draft.quoting = nil
    try service.save(draft)
    #expect(try service.all() == [draft])
    try database.close()
  }
}
