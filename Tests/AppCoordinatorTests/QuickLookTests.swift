import FeatureKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import MediaFeature
import QuickLook
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator

/// Quick look through the root, with programs of the test's own in place of chafa and of a viewer.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5))) struct RootQuickLookTests {
  let folder = TemporaryFolder()

  private static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 40, 0, 0, 0, 20, 8, 2, 0, 0, 0])

  /// A program that runs a few lines of shell.
  private func program(_ name: String, _ script: String) throws -> String {
    let path = "\(folder.path)/bin/\(name)"
    try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  private var path: String { "\(folder.path)/bin:/usr/bin:/bin" }

  /// An app in which a picture of the person's own lies on the server.
  private func makeApp(limit: Int = 20_000) throws -> AppCoordinator {
    var world = AppDependencies.fixtures.still(in: folder.path)
    let environment = ["PATH": path, "HOWDAH_VIEWER": "viewer", "HOME": folder.path]
    world.media = MediaMeans(
      terminal: { .blocks }, program: .chafa(.live(environment: environment), limit: limit),
      viewer: .viewer(environment: environment), home: folder.path)
    return try AppCoordinator(dependencies: world, choice: .init(usesSandbox: true))
  }

  /// Uploads a file and gives it back as the server has it.
  private func upload(_ bytes: Data, _ app: AppCoordinator) async throws -> MediaAttachment {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let file = "\(folder.path)/mine.png"
    try bytes.write(to: URL(filePath: file))
    return try await app.session.client.upload(
      MediaUpload(path: file), limits: Instance.Configuration(), patience: MediaPatience(sleep: { _ in }),
      progress: { _ in })
  }

  private var left: [String] {
    let path = "\(folder.path)/cache/quick-look"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch { return ["\(error)"] }
  }

  private var layout: Layout {
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    return layout
  }

  @Test func aPictureIsFetchedDrawnAndKeptUntilMemoryIsShort() async throws {
    // Counts its runs, and looks at what it was given.
    _ = try program(
      "chafa",
      "for file; do :; done; head -c 4 \"$file\" | grep -q PNG || exit 1; echo x >>'\(folder.path)/runs'; printf '▄▄\\n'"
    )
    let app = try makeApp()
    let attachment = try await upload(Self.png, app)
    let sight = try await app.look(at: attachment, layout)
    #expect(sight.picture?.way == .blocks && sight.note == nil)
    _ = try await app.look(at: attachment, layout)
    let node = { try #require(app.ledger.nodes.first { $0.name == "quick look" }) }
    #expect(try node().alive == 1 && node().note == "1 picture, 1 KB")
    #expect(app.relieve() == ["quick look"])
    #expect(try node().alive == 0 && app.relieve() == [])
    _ = try await app.look(at: attachment, layout)
    #expect(try node().made == 2)
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/runs")).count == 4)
    #expect(left == [])
    await app.shutdown()
  }

  struct Bad: CustomTestStringConvertible {
    var name: String
    var script: String
    var words: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Bad(
      name: "smuggles", script: "printf '\\033]0;mine\\007▄'",
      words: "What chafa drew was not shown: there was more in it than a picture of this kind has."),
    Bad(name: "hangs", script: "sleep 60", words: "The picture took too long to draw."),
    Bad(
      name: "does not stop", script: "yes '▄▄▄▄▄▄▄▄'",
      words: "The picture came out larger than there is room for."),
    Bad(name: "fails", script: "exit 2", words: "The picture could not be drawn; its file may be damaged."),
    Bad(name: "says nothing", script: "exit 0", words: "The picture could not be drawn; its file may be damaged."),
  ])
  func aProgramThatMisbehavesCostsThePictureAndNothingElse(_ bad: Bad) async throws {
    _ = try program("chafa", bad.script)
    let app = try makeApp(limit: bad.name == "hangs" ? 200 : 20_000)
    let sight = try await app.look(at: try await upload(Self.png, app), layout)
    #expect(sight.note == bad.words)
    #expect(sight.picture?.way == .blocks, "its colours stand in")
    #expect(left == [])
    await app.shutdown()
  }

  @Test func theProgramSeesNothingOfThePersonsEnvironmentButWhatItNeeds() async throws {
    _ = try program("chafa", "env >'\(folder.path)/seen'; printf '▄'")
    let app = try makeApp()
    var world = app.dependencies
    world.media = .live(environment: ["PATH": path, "SECRET": "1", "TERM": "xterm-kitty", "HOME": folder.path])
    #expect(world.media.terminal() == .kitty)
    let file = "\(folder.path)/bin/chafa"
    _ = try world.media.program.run(file, [])
    let seen = String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/seen")), as: UTF8.self)
    #expect(!seen.contains("SECRET") && seen.contains("TERM=xterm-256color"))
    await app.shutdown()
  }

  @Test func aViewerGetsTheFileUnderAHarmlessNameAndItGoesWithTheConversation() async throws {
    _ = try program("viewer", "printf '%s' \"$1\" >'\(folder.path)/new'; mv '\(folder.path)/new' '\(folder.path)/seen'")
    let app = try makeApp()
    try await app.view(try await upload(Self.png, app))
    while !FileManager.default.fileExists(atPath: "\(folder.path)/seen"), !Task.isCancelled { await Task.yield() }
    let seen = String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/seen")), as: UTF8.self)
    #expect(seen.hasPrefix("\(folder.path)/cache/quick-look/view-") && seen.hasSuffix("/media.png"))
    #expect(try Data(contentsOf: URL(filePath: seen)) == Self.png)
    await app.shutdown()
    #expect(left == [])
  }

  @Test func whereNobodyWouldSeeAViewerThatIsSaid() async throws {
    let app = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
    await #expect(throws: QuickLookError.noViewer) {
      try await app.view(MediaAttachment.fixtures.heron)
    }
    #expect(AppError(QuickLookError.noViewer).suggestion.contains("HOWDAH_VIEWER"))
    await app.shutdown()
  }

  @Test func aSavedFileNeverTakesAnothersPlaceAndIsCalledWhatItIs() async throws {
    let app = try makeApp()
    let attachment = try await upload(Self.png, app)
    let target = "\(folder.path)/kept"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let first = try await app.save(attachment, into: "~/kept")
    let second = try await app.save(attachment, into: target)
    #expect(first.path != second.path && first.path.hasPrefix(target) && first.path.hasSuffix(".png"))
    #expect(first.bytes == Self.png.count && first.type == "image/png")
    #expect(try FileManager.default.contentsOfDirectory(atPath: target).count == 2)
    await #expect(throws: MastodonError.self) { try await app.save(attachment, into: "\(folder.path)/nowhere") }
    await app.shutdown()
  }

  @Test func theSettingWinsOverWhatTheTerminalSays() async throws {
    let app = try makeApp()
    #expect(app.layout(width: 80).pictures == .blocks)
    for (value, way) in [("sixel", PictureWay.sixel), ("kitty", .kitty), ("iterm", .iterm), ("off", nil)] {
      _ = try await app.type("set", "pictures", value)
      #expect(app.layout(width: 80).pictures == way)
    }
    await app.shutdown()
  }

  @Test func theGalleryIsASheetThatGoesWhenItIsClosed() async throws {
    let app = try makeApp()
    await app.screen.load()
    let status = try #require(
      app.session.home.state.list.statuses.first { !$0.displayed.mediaAttachments.isEmpty })
    _ = try await app.type("gallery", status.id.rawValue)
    #expect(app.screen.id == "media")
    #expect(app.layers[0].title == "On this sheet")
    #expect(try #require(app.ledger.nodes.first { $0.name == "gallery" }).alive == 1)
    _ = try await app.type("close")
    #expect(app.screen.id == "home")
    #expect(try #require(app.ledger.nodes.first { $0.name == "gallery" }).alive == 0)
    await app.shutdown()
  }

  @Test func largeFilesSayHowFarTheyAreAtEachQuarter() {
    let words = ProgressWords()
    let said = stride(from: 0, through: 40_000_000, by: 1_000_000).compactMap {
      words.words(for: MediaProgress(bytes: $0, total: 40_000_000))
    }
    #expect(said == ["25 % of 40 MB", "50 % of 40 MB", "75 % of 40 MB"])
    #expect(ProgressWords().words(for: MediaProgress(bytes: 900_000, total: 1_000_000)) == nil)
    #expect(ProgressWords().words(for: MediaProgress(bytes: 900_000_000, total: nil)) == nil)
  }
}
