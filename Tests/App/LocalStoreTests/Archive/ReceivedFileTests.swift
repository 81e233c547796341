import FileTestKit
import Foundation
import Glibc
import MastodonKit
import Testing

@testable import LocalStore

/// What a single command receives is put into the database by a later run.
extension ArchiveTests {
  private func brief(_ home: TemporaryHome, limit: Int? = nil) -> ArchiveService {
    home.database.archiveService(
      account: "you@shore.example", isBrief: true,
      options: { ArchiveOptions(isOn: true, limit: limit, keepsPrivate: true) }, report: { Issue.record($0) })
  }

  @Test func aSingleCommandHoldsTheLimit() async throws {
    let home = try TemporaryHome()
    try await keep((1...400).map { status("\($0)", "canal \($0)", age: TimeInterval(-$0)) }, in: brief(home))
    #expect(try await found("canal", in: archive(in: home.database), limit: 500).count == 400)
    let store = home.database.archive(of: "you@shore.example")
    let size = try store.database.read { try ArchiveStore.size(in: $0) }
    try await keep([status("500", "lock", age: -500)], in: brief(home, limit: size / 2))
    #expect(try await found("canal", in: archive(in: home.database), limit: 500).count < 400)
    #expect(try await found("lock", in: archive(in: home.database)) == ["500"])
  }

  @Test func aSingleCommandLeavesTheDatabaseToTheNextReader() async throws {
    let home = try TemporaryHome()
    try await keep([status("1", "canal")], in: brief(home))
    try await keep([status("2", "canal lock")], in: brief(home))
    let store = home.database.archive(of: "you@shore.example")
    #expect(!StoredFile(path: store.database.path).exists && store.received.isUsed)
    #expect(try await found("canal", in: archive(in: home.database)).sorted() == ["1", "2"])
    #expect(!store.received.isUsed)
  }

  @Test func everyRequestIsReadAsItWasWritten() throws {
    let home = try TemporaryHome()
    let file = ReceivedFile(path: home.path + "/x.received")
    let positions: [PageRequest.Position?] = [
      nil, .newest, .older(than: "a"), .newer(than: "b"), .since("c"), .between(lower: "d", upper: "e"), .offset(40),
    ]
    let responses = positions.map { position in
      ArchivedResponse(
        request: ArchiveRequest(
          path: "/api/v1/timelines/home", parameters: "a=b", page: position.map { PageRequest($0, limit: 7) },
          isPagedByID: true), body: Data("[1,\n2]".utf8), older: "9", namesCursors: true, date: .fixtureNow)
    }
    #expect(try file.append(responses + [ArchivedResponse(body: Data("{}".utf8), date: .fixtureNow)]))
    let read = try file.take(isUnreadable: { Issue.record("unreadable") }) { $0 }
    #expect(read.dropLast().map(\.request) == responses.map(\.request) && read.last?.request == nil)
    #expect(read.first?.body == responses[0].body && read.first?.older == "9" && read.first?.date == .fixtureNow)
    #expect(try file.take(isUnreadable: { Issue.record("unreadable") }) { $0 }.isEmpty)
  }

  @Test func aRecordThatWasCutOffCostsNoOther() throws {
    let home = try TemporaryHome()
    let file = ReceivedFile(path: home.path + "/x.received")
    func response(_ text: String) -> ArchivedResponse { ArchivedResponse(body: Data(text.utf8), date: .fixtureNow) }
    #expect(try file.append([response("[\"first\"]"), response("[\"second\"]")]))
    let bytes = try #require(try StoredFile(path: file.path).read())
    for length in 0..<bytes.count {
      try Data(bytes[..<length]).write(to: URL(filePath: file.path))
      #expect(try file.append([response("[\"third\"]")]))
      let read = try file.take(isUnreadable: { Issue.record("unreadable") }) { $0 }
      let found = read.map { String(decoding: $0.body, as: UTF8.self) }
      #expect(found.last == "[\"third\"]" && found.count <= 3, "\(length)")
    }
  }

  @Test func whatIsLargePutsItselfIntoTheDatabase() async throws {
    let home = try TemporaryHome()
    let path = home.database.archive(of: "you@shore.example").received.path
    try await keep([status("1", "canal")], in: brief(home))
    let filler = ArchivedResponse(body: Data(repeating: 0x20, count: ReceivedFile.largest), date: .fixtureNow)
    #expect(try ReceivedFile(path: path).append([filler]))
    try await keep([status("2", "canal")], in: brief(home))
    #expect(!ReceivedFile(path: path).isUsed)
    #expect(try await found("canal", in: archive(in: home.database)).count == 2)
  }

  @Test(arguments: ["folder", "link", "pipe", "large"])
  func aFileThatCannotBeReadBlocksNothing(_ kind: String) async throws {
    let home = try TemporaryHome()
    try await keep([status("1", "canal")], in: archive(in: home.database))
    let database = home.database
    let path = database.archive(of: "you@shore.example").received.path
    switch kind {
    case "folder": #expect(mkdir(path, 0o700) == 0)
    case "link": #expect(symlink("/dev/zero", path) == 0)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    default: #expect(FileManager.default.createFile(atPath: path, contents: Data()) && truncate(path, 64 << 20) == 0)
    }
    #expect(try await found("canal", in: archive(in: database)) == ["1"])
    try await keep([status("2", "canal")], in: archive(in: database) { Issue.record($0) })
    let isBrief = database.archiveService(
      account: "you@shore.example", isBrief: true,
      options: { ArchiveOptions(isOn: true, limit: nil, keepsPrivate: true) }, report: { Issue.record($0) })
    try await keep([status("3", "canal")], in: isBrief)
    #expect(try await found("canal", in: archive(in: database)).sorted() == ["1", "2", "3"])
    #expect(home.notices == [.unreadableFile(path: path)])
    #expect(access(path, F_OK) == 0, "it is kept")
  }

  @Test func whatWasReceivedGoesWithTheArchive() async throws {
    let home = try TemporaryHome()
    try await keep([status("1", "canal")], in: brief(home))
    #expect(try home.database.hasArchive(of: "you@shore.example"))
    try home.database.clearArchive()
    #expect(try await found("", in: archive(in: home.database)).isEmpty)
    try await keep([status("1", "canal", visibility: .direct)], in: brief(home))
    try home.database.clearArchive(onlyPrivate: true)
    #expect(try await found("", in: archive(in: home.database)).isEmpty)
  }

  /// So that the user is told once that something is kept.
  @Test func anArchiveBeginsOnce() async throws {
    let home = try TemporaryHome()
    #expect(home.database.beginArchive(of: "you@shore.example"))
    #expect(!home.database.beginArchive(of: "you@shore.example"))
    #expect(home.database.beginArchive(of: "wren@shore.example"))
    try home.database.forget(account: "you@shore.example", keepingTexts: true)
    #expect(home.database.beginArchive(of: "you@shore.example"))
  }
}
