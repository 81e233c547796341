import FeatureKit
import FileTestKit
import Foundation
import MastodonKit
import Subprocesses
import Synchronization
import TerminalKit
import Testing

@testable import QuickLook

/// The coordinator with real programs: shell scripts in place of chafa and of a viewer.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10))) struct QuickLookCoordinatorTests {
  let folder = TemporaryFolder()

  private nonisolated static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 40, 0, 0, 0, 20, 8, 2, 0, 0, 0])

  private func makeScript(_ name: String, _ script: String) throws {
    let path = "\(folder.path)/bin/\(name)"
    try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
  }

  private var environment: [String: String] {
    ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOWDAH_VIEWER": "viewer", "HOME": folder.path]
  }

  /// The coordinator's reports to the app.
  private final class Events: Sendable {
    let log = Mutex<[String]>([])
    func add(_ event: String) { log.withLock { $0.append(event) } }
    var all: [String] { log.withLock { $0 } }
  }

  /// The owner of the quick look, which releases it when memory is short.
  @MainActor private final class Pictures {
    var current: QuickLook?
    private(set) var made = 0

    func make(in folder: String, _ display: MediaDisplay) -> QuickLook {
      if let current { return current }
      let look = QuickLook(base: folder, programs: display.programs, now: 0)
      (current, made) = (look, made + 1)
      return look
    }
  }

  private let pictures = Pictures()

  private func coordinator(
    timeout: Int = 20_000, display: MediaDisplay? = nil, total: Int? = nil, events: Events = Events()
  ) -> QuickLookCoordinator {
    let display =
      display
      ?? MediaDisplay(
        terminal: { .blocks }, programs: MediaPrograms(.live(environment: environment), timeout: timeout),
        viewer: .viewer(environment: environment), home: folder.path)
    return QuickLookCoordinator(
      QuickLookCoordinator.Dependencies(
        folder: "\(folder.path)/quick-look", display: display, now: { 0 },
        download: {
          { request, progress in
            let path = "\(request.folder)/\(request.name ?? "heron").png"
            try Self.png.write(to: URL(filePath: path))
            if let total { for bytes in stride(from: 0, through: total, by: total / 8) { progress(bytes, total) } }
            events.add("download")
            return DownloadedFile(path: path, bytes: Self.png.count, type: "image/png")
          }
        },
        report: { events.add($0) },
        quickLook: { [pictures, folder] in pictures.make(in: "\(folder.path)/quick-look", display) },
        currentQuickLook: { [pictures] in pictures.current }))
  }

  private let attachment: MediaAttachment = {
    var attachment = MediaAttachment.fixtures.heron
    attachment.blurhash = "00OZZy"
    return attachment
  }()

  private var layout: Layout {
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    return layout
  }

  private var leftovers: [String]? { folder.names(in: "quick-look") }

  @Test func quickLookIsCreatedAtFirstUseAndAgainAfterRelief() async throws {
    try makeScript("chafa", "printf '▄▄\\n'")
    let events = Events()
    let coordinator = coordinator(events: events)
    #expect(pictures.made == 0 && events.all == [])
    let drawing = try await coordinator.look(at: attachment, layout)
    #expect(drawing.picture?.way == .blocks && drawing.note == nil)
    _ = try await coordinator.look(at: attachment, layout)
    #expect(pictures.made == 1 && events.all == ["download"], "the picture was kept")
    pictures.current = nil
    _ = try await coordinator.look(at: attachment, layout)
    #expect(pictures.made == 2 && events.all == ["download", "download"])
    #expect(leftovers == [])
  }

  @Test func aThumbnailThatIsNotThereInTimeHasItsColoursUntilTheNextPage() async throws {
    try makeScript("chafa", "while [ ! -e \(folder.path)/go ]; do sleep 0.02; done; printf '▄▄\\n'")
    let thumbnail = Thumbnail(url: "https://x.example/a.png", blurhash: "00OZZy", width: 40, height: 20, within: 60)
    #expect(thumbnail.columns <= 32 && thumbnail.rows <= 6)
    let events = Events()
    let coordinator = coordinator(events: events)
    let colours = await coordinator.thumbnails([thumbnail, thumbnail], layout, within: .milliseconds(1))
    _ = FileManager.default.createFile(atPath: "\(folder.path)/go", contents: nil)
    let drawn = await coordinator.thumbnails([thumbnail], layout, within: .seconds(60))
    #expect(colours.count == 1 && drawn.count == 1 && colours != drawn)
    #expect(await coordinator.thumbnails([thumbnail], layout, within: .milliseconds(1)) == drawn)
    #expect(events.all == ["download"], "drawn once for all pages")
  }

  @Test func nothingIsLoadedWhereNoPicturesAreShown() async throws {
    let events = Events()
    var layout = layout
    layout.pictures = nil
    #expect(try await coordinator(events: events).look(at: attachment, layout).picture == nil)
    #expect(events.all == [])
  }

  struct Failure: CustomTestStringConvertible {
    var name: String
    var script: String
    var note: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Failure(
      name: "control sequences", script: "printf '\\033]0;mine\\007▄'",
      note: "The image is not shown: chafa's output contains unexpected control sequences."),
    Failure(name: "hangs", script: "sleep 60", note: "Drawing the image took too long."),
    Failure(
      name: "endless output", script: "yes '▄▄▄▄▄▄▄▄'", note: "The drawn image is too large for the terminal."),
    Failure(name: "fails", script: "exit 2", note: "The image could not be drawn; its file may be damaged."),
    Failure(name: "empty output", script: "exit 0", note: "The image could not be drawn; its file may be damaged."),
  ])
  func failingProgramCostsOnlyThePicture(_ failure: Failure) async throws {
    try makeScript("chafa", failure.script)
    let drawing = try await coordinator(timeout: failure.name == "hangs" ? 200 : 20_000).look(at: attachment, layout)
    #expect(drawing.note == failure.note)
    #expect(drawing.picture?.way == .blocks, "its colours are shown instead")
    #expect(leftovers == [])
  }

  @Test func chafaSeesOnlyTheEnvironmentThatItNeeds() async throws {
    try makeScript("chafa", "env >'\(folder.path)/seen'; printf '▄'")
    let display = MediaDisplay.live(
      environment: environment.merging(["SECRET": "1", "TERM": "xterm-kitty"]) { $1 })
    #expect(display.terminal() == .kitty)
    _ = try await display.programs.run("\(folder.path)/bin/chafa", [])
    let seen = String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/seen")), as: UTF8.self)
    #expect(!seen.contains("SECRET") && seen.contains("TERM=xterm-256color"))
  }

  @Test func viewerGetsTheFileUnderAHarmlessNameUntilTheConversationEnds() async throws {
    try makeScript(
      "viewer", "printf '%s' \"$1\" >'\(folder.path)/new'; mv '\(folder.path)/new' '\(folder.path)/seen'")
    let coordinator = coordinator()
    try await coordinator.view(attachment)
    while !FileManager.default.fileExists(atPath: "\(folder.path)/seen"), !Task.isCancelled { await Task.yield() }
    let seen = String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/seen")), as: UTF8.self)
    #expect(seen.hasPrefix("\(folder.path)/quick-look/view-") && seen.hasSuffix("/media.png"))
    #expect(try Data(contentsOf: URL(filePath: seen)) == Self.png)
    coordinator.close()
    #expect(leftovers == [])
  }

  @Test func missingViewerIsAnErrorBeforeTheDownload() async {
    let events = Events()
    await #expect(throws: QuickLookError.noViewer) {
      try await coordinator(display: MediaDisplay.none, events: events).view(attachment)
    }
    #expect(events.all == [])
    #expect(AppError(QuickLookError.noViewer).suggestion.contains("HOWDAH_VIEWER"))
  }

  @Test func homeDirectoryIsExpandedInTheFolder() async throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/kept", withIntermediateDirectories: true)
    let file = try await coordinator().save(attachment, into: "~/kept")
    #expect(file.path == "\(folder.path)/kept/heron.png")
    let display = coordinatorDisplay(home: "/home/zoe")
    #expect(display.expandingHome(in: "~") == "/home/zoe" && display.expandingHome(in: "~rook/a") == "~rook/a")
    #expect(coordinatorDisplay(home: nil).expandingHome(in: "~/a") == "~/a")
  }

  private func coordinatorDisplay(home: String?) -> MediaDisplay {
    MediaDisplay(terminal: { .blocks }, programs: MediaPrograms(.none), viewer: .none, home: home)
  }

  @Test func largeDownloadsAreReportedAtEachQuarter() async throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let events = Events()
    _ = try await coordinator(total: 40_000_000, events: events).save(attachment, into: folder.path)
    #expect(events.all == ["25 % of 40 MB", "50 % of 40 MB", "75 % of 40 MB", "download"])
  }

  @Test func smallAndUnknownDownloadsAreNotReported() {
    #expect(DownloadProgress().message(bytes: 900_000, total: 1_000_000) == nil)
    #expect(DownloadProgress().message(bytes: 900_000_000, total: nil) == nil)
  }
}
