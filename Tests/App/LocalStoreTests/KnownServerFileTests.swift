import FileTestKit
import Foundation
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct KnownServerFileTests {
  let home: TemporaryHome
  private var file: KnownServerFile {
    KnownServerFile(locations: home.locations, account: "wren@shore.example", now: home.now)
  }

  init() throws { home = try TemporaryHome() }

  private var realPath: String {
    "\(home.path)/.cache/howdah/servers/" + StoredFile.name(for: "wren@shore.example")
  }

  private func fill() {
    file.update { known in
      var account = Account.fixtures.you
      account.source = Account.Source(privacy: .unlisted, sensitive: true, language: "de")
      known.account = KnownServer.Part(account, home.now())
      var instance = Instance.fixtures.sandbox
      instance.configuration.maxCharacters = 4711
      known.instance = KnownServer.Part(instance, home.now())
      known.software = ServerSoftware(nodeInfo: "snac", version: "2.94")
      known.missing = [KnownServer.Part("GET /api/v1/markers", home.now())]
    }
  }

  @Test func everythingIsReadAsItWasSaved() throws {
    fill()
    let known = file.load()
    #expect(known.account?.value.source?.privacy == .unlisted)
    #expect(known.account?.value.source?.language == "de")
    #expect(known.account?.value.acct == Account.fixtures.you.acct)
    #expect(known.account?.date == home.now())
    #expect(known.instance?.value.configuration.maxCharacters == 4711)
    #expect(known.instance?.value.apiVersions == Instance.fixtures.sandbox.apiVersions)
    #expect(known.instance?.value.rules == Instance.fixtures.sandbox.rules)
    #expect(known.software == ServerSoftware(name: .other("snac"), version: "2.94"))
    #expect(known.missing.map(\.value) == ["GET /api/v1/markers"])
    #expect(try home.mode(of: realPath) == "600")
  }

  @Test(arguments: [
    "", "{", "[]", #"{"version":1}"#, #"{"version":1,"content":[]}"#, #"{"version":99,"content":{}}"#,
    #"{"version":1,"content":{"account":7,"instance":{"date":1},"missing":[3]}}"#, "\u{0}\u{0}",
  ]) func aDamagedFileMeansThatNothingIsKnown(_ text: String) throws {
    try home.put(text, at: realPath)
    let known = file.load()
    #expect(known.account == nil && known.instance == nil && known.missing.isEmpty)
    fill()
    #expect(file.load().instance?.value.configuration.maxCharacters == 4711)
    #expect(try home.names(in: "\(home.path)/.cache/howdah/servers").count == 2, "the file and its lock")
    #expect(home.notices.isEmpty, "nobody is told of what can be requested again")
  }

  @Test func aFolderThatCannotBeWrittenIsNoError() throws {
    try home.put("", at: "\(home.path)/.cache/howdah/servers")
    fill()
    #expect(file.load().account == nil)
  }

  @Test func eachAccountHasItsOwn() throws {
    fill()
    #expect(
      KnownServerFile(locations: home.locations, account: "rook@shore.example", now: home.now).load().account == nil)
    try file.remove()
    #expect(try home.names(in: "\(home.path)/.cache/howdah/servers").isEmpty)
  }
}
