import Foundation
import MastodonKit
import Synchronization
import TerminalKit
import Testing

@testable import QuickLook
@testable import Subprocesses

@MainActor
@Suite(.timeLimit(.minutes(10))) struct QuickLookTests {
  let home = TemporaryFolder()
  private var base: String { "\(home.path)/quick-look" }

  private nonisolated static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 40, 0, 0, 0, 20, 8, 2, 0, 0, 0]

  private func subject(_ url: String? = "https://shore.example/a.png", columns: Int = 8) -> QuickLook.Subject {
    QuickLook.Subject(
      url: url, blurhash: "00OZZy", width: 40, height: 20, way: .blocks, colors: .trueColor, columns: columns, rows: 4)
  }

  private func quickLook(
    keeping: Int = 1 << 20, _ draw: @escaping @Sendable ([String]) throws(Programs.Failure) -> String
  ) -> QuickLook {
    let programs = Programs(
      find: { $0 == "chafa" ? "/bin/chafa" : nil }, hasSessionBus: { false },
      run: { _, call, _ throws(Programs.Failure) in
        Programs.Answer(code: 0, output: Array(try draw(call.arguments).utf8))
      })
    return QuickLook(base: base, programs: MediaPrograms(programs), keeping: keeping, now: 0)
  }

  private nonisolated static func fetch(_ bytes: [UInt8], _ count: Counter = Counter()) -> QuickLook.Fetch {
    { request in
      count.add()
      let path = "\(request.folder)/\(request.name ?? "file").png"
      try Data(bytes).write(to: URL(filePath: path))
      return DownloadedFile(path: path, bytes: bytes.count, type: bytes.first == 0x89 ? "image/png" : nil)
    }
  }

  @Test func aPictureIsFetchedDrawnInItsShapeAndNothingIsLeftOfTheFile() async throws {
    let arguments = Mutex<[String]>([])
    let look = quickLook { given in
      arguments.withLock { $0 = given }
      return "▄▄\n"
    }
    let drawing = try await look.look(at: subject(), fetch: Self.fetch(Self.png))
    #expect(drawing.picture != nil && drawing.failure == nil)
    #expect(home.names(in: "quick-look") == [])
    let given = arguments.withLock { $0 }
    #expect(given.suffix(4).prefix(3) == ["8x2", "--scale", "max"])
    #expect(given.last?.hasSuffix("/picture.png") == true)
  }

  @Test(arguments: [
    (PictureWay.blocks, ColorDepth.ansi16, "symbols", "16"), (.blocks, .ansi256, "symbols", "256"),
    (.blocks, .trueColor, "symbols", "full"), (.kitty, .ansi16, "kitty", "full"), (.iterm, .ansi256, "iterm", "full"),
    (.sixel, .ansi16, "sixels", "full"),
  ])
  func drawingProgramGetsExplicitOptions(_ way: PictureWay, _ colors: ColorDepth, _ format: String, _ depth: String) {
    let words = PictureProgram.arguments(for: "/a/picture.png", way: way, columns: 8, rows: 2, colors: colors)
    func value(_ name: String) -> String? { words.firstIndex(of: name).map { words[$0 + 1] } }
    #expect(value("--format") == format && value("--colors") == depth && value("--size") == "8x2")
    #expect(value("--animate") == "off" && words.last == "/a/picture.png")
  }

  @Test func drawingsAreCachedWithinBounds() async throws {
    let look = quickLook(keeping: 30) { _ in "▄▄\n" }
    let fetches = Counter()
    for columns in [4, 5, 4, 6, 4, 5] {
      _ = try await look.look(at: subject(columns: columns), fetch: Self.fetch(Self.png, fetches))
    }
    // Each takes eleven bytes, so two are kept: 4 and 5 are fetched, 4 is kept, 6 displaces 5, 4 is kept, 5 is fetched.
    #expect(fetches.value == 4)
    #expect(look.keptPictures == 2 && look.keptBytes == 22)
  }

  struct DrawingFailure: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8] = QuickLookTests.png
    var answer: Result<String, Programs.Failure> = .success("▄")
    var isExpected: @Sendable (QuickLook.DrawingFailure) -> Bool
    var testDescription: String { name }
  }

  nonisolated static let troubles = [
    DrawingFailure(name: "a page", bytes: Array("<html>".utf8)) { if case .noPicture = $0 { true } else { false } },
    DrawingFailure(name: "cut off", bytes: Array(png.prefix(20))) { if case .noPicture = $0 { true } else { false } },
    DrawingFailure(
      name: "a bomb",
      bytes: Array(png.prefix(16)) + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 2, 0, 0, 0]
    ) { if case .unreasonable = $0 { true } else { false } },
    DrawingFailure(name: "escapes", answer: .success("\u{1B}]0;mine\u{07}▄")) {
      if case .refused(.malformed) = $0 { true } else { false }
    },
    DrawingFailure(name: "larger than asked", answer: .success("▄▄▄▄▄▄▄▄▄\n")) {
      if case .refused(.tooLarge) = $0 { true } else { false }
    },
    DrawingFailure(name: "nothing", answer: .success("")) { if case .refused(.empty) = $0 { true } else { false } },
    DrawingFailure(name: "a hanging program", answer: .failure(.timedOut)) {
      if case .notDrawn(.timedOut) = $0 { true } else { false }
    },
  ]

  @Test(arguments: troubles)
  func theColoursStandInWhereThePictureCannotBeShown(_ failure: DrawingFailure) async throws {
    let look = quickLook { _ throws(Programs.Failure) in try failure.answer.get() }
    let drawing = try await look.look(at: subject(), fetch: Self.fetch(failure.bytes))
    #expect(drawing.picture?.way == .blocks)
    #expect(failure.isExpected(try #require(drawing.failure)))
    #expect(look.keptPictures == 0)
    #expect(home.names(in: "quick-look") == [])
  }

  @Test func withoutTheProgramNothingIsFetched() async throws {
    let look = QuickLook(base: base, programs: MediaPrograms(.none), now: 0)
    let fetches = Counter()
    let drawing = try await look.look(at: subject(), fetch: Self.fetch(Self.png, fetches))
    #expect(fetches.value == 0 && drawing.picture != nil)
    if case .noProgram? = drawing.failure {} else { Issue.record("\(String(describing: drawing.failure))") }
  }

  @Test func failedDownloadLeavesNoFileAndIsExplained() async throws {
    struct Gone: Error {}
    let look = quickLook { _ in "▄" }
    let drawing = try await look.look(at: subject()) { _ in throw Gone() }
    if case .notFetched(let error)? = drawing.failure { #expect(error is Gone) } else { Issue.record("no failure") }
    #expect(home.names(in: "quick-look") == [])
  }

  @Test func stoppedDrawingLeavesNothing() async throws {
    let look = quickLook { _ in "▄" }
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await look.look(at: subject()) { _ in
        start.yield()
        while true { try await Task.sleep(for: .seconds(3600)) }
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(home.names(in: "quick-look") == [])
  }

  @Test func aViewerHasTheFileUntilTheConversationIsOver() async throws {
    let look = quickLook { _ in "" }
    var opened: String?
    _ = try await look.view("https://shore.example/a.png", fetch: Self.fetch(Self.png)) { path in
      opened = path
      return true
    }
    #expect(try FileManager.default.attributesOfItem(atPath: #require(opened))[.size] as? Int == Self.png.count)
    look.close()
    #expect(home.names(in: "quick-look") == [])
  }

  @Test func aViewerGetsNothingThatIsNoPictureFilmOrSound() async {
    let look = quickLook { _ in "" }
    await #expect(throws: QuickLookError.notMedia) {
      try await look.view("https://shore.example/a.png", fetch: Self.fetch(Array("[Desktop Entry]".utf8))) { _ in
        Issue.record("it was opened")
        return true
      }
    }
    await #expect(throws: QuickLookError.noViewer) {
      try await look.view("https://shore.example/a.png", fetch: Self.fetch(Self.png)) { _ in false }
    }
    #expect(home.names(in: "quick-look") == [])
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
