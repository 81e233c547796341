import FileTestKit
import LocalStore
import Testing

@Suite struct PushFileTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private var file: PushFile {
    PushFile(locations: home.locations, now: home.now, report: home.report)
  }

  @Test func preferencesAreSavedPerAccount() throws {
    #expect(try file.load("wren@shore.example") == nil)
    let wren = PushPreferences(
      id: "wren@shore.example", alerts: ["poll", "mention"], policy: "followed", serverKey: "BKey")
    let lamp = PushPreferences(id: "lamp@garden.example", alerts: [], policy: "all")
    for wish in [wren, lamp] { try file.update(wish.id) { _ in wish } }
    #expect(try file.load(wren.id) == wren)
    #expect(try file.load(lamp.id) == lamp)
    #expect(try file.load(lamp.id)?.isSubscribed == false)
    try file.update(wren.id) { _ in nil }
    #expect(try file.load(wren.id) == nil)
    #expect(try file.load(lamp.id) == lamp)
  }

  @Test func aChangeSeesWhatIsOnDisk() throws {
    let wish = PushPreferences(id: "wren@shore.example", alerts: ["mention"], policy: "all")
    try file.update(wish.id) { _ in wish }
    try file.update(wish.id) { kept in
      #expect(kept == wish)
      return nil
    }
    #expect(try file.load(wish.id) == nil)
  }
}
