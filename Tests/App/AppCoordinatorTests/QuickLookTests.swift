import AppEnvironment
import AppPreferences
import FeatureKit
import FileTestKit
import FoundationEssentials
import GraphFeature
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import OwnershipKit
import QuickLook
import StatusKit
import Subprocesses
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// Quick look as the root wires it: downloads with the account's client, and memory pressure.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10))) struct RootQuickLookTests {
  let folder = TemporaryFolder()

  private static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 40, 0, 0, 0, 20, 8, 2, 0, 0, 0])

  /// Creates a shell script.
  private func program(_ name: String, _ script: String) throws -> String {
    let path = "\(folder.path)/bin/\(name)"
    try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
    return path
  }

  private var path: String { "\(folder.path)/bin:/usr/bin:/bin" }

  private func makeApp() throws -> AppCoordinator {
    var dependencies = AppDependencies.fixtures.still(in: folder.path)
    let environment = ["PATH": path, "HOWDAH_VIEWER": "viewer", "HOME": folder.path]
    dependencies.media = MediaDisplay(
      terminal: { .blocks }, programs: MediaPrograms(.live(environment: environment), timeout: 20_000),
      viewer: .viewer(environment: environment), home: folder.path)
    return try AppCoordinator(dependencies: dependencies, choice: .init(usesSandbox: true))
  }

  /// Uploads a file and gives it back as the server has it.
  private func upload(_ bytes: Data, _ app: AppCoordinator) async throws -> MediaAttachment {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let file = "\(folder.path)/mine.png"
    try bytes.write(to: URL(filePath: file))
    return try await app.session.client.upload(
      MediaUpload(path: file), limits: Instance.Configuration(), timeouts: MediaTimeouts(sleep: { _ in }),
      progress: { _ in })
  }

  private var layout: Layout {
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    return layout
  }

  @Test func drawnPictureIsKeptUntilMemoryIsShort() async throws {
    // Counts its runs and checks the file's type.
    _ = try program(
      "chafa",
      "for file; do :; done; head -c 4 \"$file\" | grep -q PNG || exit 1; echo x >>'\(folder.path)/runs'; printf '▄▄\\n'"
    )
    let app = try makeApp()
    let attachment = try await upload(Self.png, app)
    let drawing = try await app.quickLook.look(at: attachment, layout)
    #expect(drawing.picture?.way == .blocks && drawing.note == nil)
    _ = try await app.quickLook.look(at: attachment, layout)
    let node = { try #require(app.graph.nodes.first { $0.name == "quick look" }) }
    #expect(try node().alive == 1 && node().note == "1 picture, 1 KB")
    #expect(app.caches.relieve() == ["quick look"])
    #expect(try node().alive == 0 && app.caches.relieve() == [])
    _ = try await app.quickLook.look(at: attachment, layout)
    #expect(try node().made == 2)
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/runs")).count == 4)
    await app.shutdown()
  }

  @Test func savedFileNeverReplacesAnother() async throws {
    let app = try makeApp()
    let attachment = try await upload(Self.png, app)
    let target = "\(folder.path)/kept"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let first = try await app.quickLook.save(attachment, into: "~/kept")
    let second = try await app.quickLook.save(attachment, into: target)
    #expect(first.path != second.path && first.path.hasPrefix(target) && first.path.hasSuffix(".png"))
    #expect(first.bytes == Self.png.count && first.type == "image/png")
    #expect(try FileManager.default.contentsOfDirectory(atPath: target).count == 2)
    await #expect(throws: MastodonError.self) {
      try await app.quickLook.save(attachment, into: "\(folder.path)/nowhere")
    }
    await app.shutdown()
  }

  /// `howdah view` leaves its file to the viewer; a script may be all that runs afterwards.
  @Test(arguments: [(599.0, true), (601.0, false)]) func fileThatAViewerWasGivenIsRemovedByALaterRun(
    _ age: Double, _ isKept: Bool
  ) async throws {
    let left = "\(folder.path)/cache/quick-look/view-1-x"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try Self.png.write(to: URL(filePath: "\(left)/media.png"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date.fixtureNow.addingTimeInterval(-age)], ofItemAtPath: left)
    let app = try makeApp()
    #expect(FileManager.default.fileExists(atPath: "\(left)/media.png") == isKept)
    await app.shutdown()
  }

  @Test func settingOverridesTheTerminal() async throws {
    let app = try makeApp()
    #expect(app.layout(width: 80).pictures == .blocks)
    for (value, way) in [("sixel", PictureWay.sixel), ("kitty", .kitty), ("iterm", .iterm), ("off", nil)] {
      _ = try await app.type("set", "pictures", value)
      #expect(app.layout(width: 80).pictures == way)
    }
    await app.shutdown()
  }

  @Test func closedMediaSheetIsReleased() async throws {
    let app = try makeApp()
    await app.screen.load()
    let status = try #require(
      app.session.home.state.list.statuses.first { !$0.displayed.mediaAttachments.isEmpty })
    _ = try await app.type("media", status.id.rawValue, "--browse")
    #expect(app.screen.id == "media")
    #expect(app.layers[0].title == "On this sheet")
    #expect(try #require(app.graph.nodes.first { $0.name == "media" }).alive == 1)
    _ = try await app.type("close")
    #expect(app.screen.id == "home")
    #expect(try #require(app.graph.nodes.first { $0.name == "media" }).alive == 0)
    await app.shutdown()
  }
}
