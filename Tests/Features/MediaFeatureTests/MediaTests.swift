import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import MediaFeature

/// Types verbs as a person does and looks at what is said.
@MainActor
@Suite struct MediaTests {
  /// The requests of the action, in order.
  @MainActor final class Log {
    var asked: [String] = []
    var presented: Media.State?
    var failure: AppError?
  }

  let log = Log()
  private static let posts = [
    Status.fixtures.mediaWithAlt, Status.fixtures.gallery, Status.fixtures.plain, Status.fixtures.sensitiveMedia,
    Status.fixtures.mediaOnly,
  ]

  private static func blocks() throws -> Picture {
    try Picture(drawn: Array("▄▄\n".utf8), way: .blocks, columns: 2, rows: 1)
  }

  private var action: Media.Action {
    let log = log
    return Media.Action(
      status: { id in
        guard let status = Self.posts.first(where: { $0.id == id }) else { throw AppError.notFound("gone") }
        return status
      },
      look: { attachment, layout in
        log.asked.append("look \(attachment.id) \(layout.width)")
        if let failure = log.failure { throw failure }
        return Media.Drawing(picture: try Self.blocks())
      },
      colors: { attachment, _ in
        log.asked.append("colors \(attachment.id)")
        return try? Self.blocks()
      },
      shown: { ids in Self.posts.filter { ids.contains($0.id) } },
      home: {
        log.asked.append("home")
        return Self.posts
      },
      posts: { id in
        log.asked.append("posts \(id)")
        return [Status.fixtures.mediaWithAlt]
      }, report: { log.asked.append($0) },
      save: { attachment, folder in
        log.asked.append("download \(attachment.id) \(folder ?? "-")")
        return DownloadedFile(path: "./heron.jpg", bytes: 1_234_567, type: folder == "odd" ? nil : "image/jpeg")
      },
      view: {
        log.asked.append("view \($0.id)")
        return 512
      },
      present: {
        log.presented = $0
        return .screen
      }, close: { log.asked.append("close") })
  }

  private func run(_ line: String, _ verbs: [Verb]? = nil) async throws -> Response {
    try await (verbs ?? Media.plugin(action: action).verbs).type(
      line, in: .showing(Self.posts.map { [.status($0.id)] }))
  }

  private func page(_ line: String, _ change: (inout Layout) -> Void = { _ in }) async throws -> Document {
    guard case .staged(let staged) = try await run(line) else { throw AppError.unknown("no page") }
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    change(&layout)
    return try await staged.load(layout).whole
  }

  private func text(_ document: Document, _ format: Renderer.Format = .plain, width: Int = 80) -> String {
    Renderer(
      format: format, width: width, theme: .mono, colors: format == .ansi ? .trueColor : .none, showsHint: true,
      hyperlinks: false
    ).render(document)
  }

  @Test func theDescriptionComesFirstThenTheFactsThenThePicture() async throws {
    let page = try await page("media 1")
    #expect(
      text(page) == """
        Media · Heron
        ────────────────────────────────────────────────────────────────────────────
          A heron on one leg at the edge of a canal, in fog. Behind it a lock gate
          with one arm missing. It looks past the camera, as at a party.
        image · 1600 × 1200
        https://sandbox.example/media/heron.jpg

        view 1 · download 1

        """)
    let drawn = text(page, .ansi)
    let (words, picture) = (drawn.firstRange(of: "A heron"), drawn.firstRange(of: "▄▄"))
    #expect(try #require(words).upperBound < #require(picture).lowerBound)
  }

  @Test func severalAreListedInWordsAndNothingIsFetched() async throws {
    let words = text(try await page("media 2"))
    #expect(words.hasPrefix("Media · Juniper Holt "))
    #expect(words.contains("\n4   The upper lock fills"))
    #expect(words.contains("\n  video, 1:32 · 1920 × 1080\n"))
    #expect(words.hasSuffix("\n  The server is still processing this attachment.\n\nmedia 2 1 · media 2 --browse\n"))
    #expect(log.asked.isEmpty)
  }

  @Test func oneOfSeveralIsNamedByASecondNumber() async throws {
    let words = text(try await page("media 2 4"))
    #expect(words.contains("4 of 8"))
    #expect(words.hasSuffix("view 2 4 · download 2 4 · media 2 --browse\n"))
    #expect(log.asked == ["look 204 80"])
  }

  @Test(arguments: [Layout.Form.spoken, .data])
  func plainModeAndScriptsGetTextWithoutFetching(_ form: Layout.Form) async throws {
    let page = try await page("media 1") { $0.form = form }
    #expect(log.asked.isEmpty)
    #expect(
      text(page, .spoken) == """
        Media, Heron.
        A heron on one leg at the edge of a canal, in fog. Behind it a lock gate with one arm missing. It looks past the \
        camera, as at a party.
        image, 1600 by 1200.
        https://sandbox.example/media/heron.jpg
        Type view 1 or download 1.

        """)
    #expect(text(page, .json).contains(#""width":1600,"height":1200,"duration":null,"focus":null,"blurhash":"L5H2EC="#))
  }

  @Test func withoutPicturesNothingIsFetched() async throws {
    _ = try await page("media 1") { $0.pictures = nil }
    #expect(log.asked.isEmpty)
  }

  @Test func sensitiveMediaIsShownOnlyOnRequest() async throws {
    let words = text(try await page("media 4"))
    #expect(words.contains("A hand, twice the size of its fellow"))
    #expect(words.contains("Marked as sensitive. Type media 4 --show to show it."))
    #expect(log.asked.isEmpty)
    _ = try await page("media 4 --show")
    _ = try await page("media 4") { $0.media = .show }
    #expect(log.asked.count == 2)
    #expect(
      text(try await page("media 1") { $0.media = .hide }).contains(
        "Images are hidden. Type media 1 --show to show this one."))
    #expect(log.asked.count == 2)
  }

  @Test(arguments: [
    ("media 3", "That post has no media."), ("media 1 2", "That post has only one attachment."),
    ("media 2 9", "That post has 8 attachments."), ("media 9", "No post 9 on this screen."),
    ("view 2", "That post has 8 attachments."), ("download 2 9 ~/Pictures", "That post has 8 attachments."),
    ("view 2 8", "The server is still processing this attachment."),
    ("media", "Which post? Give a number from 1 to 5."),
    ("media 1 x", "Unexpected argument “x”."),
  ])
  func impossibleRequestIsRefusedWithASuggestion(line: String, words: String) async throws {
    do {
      _ = try await run(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
      #expect(!AppError(error).suggestion.isEmpty)
    }
  }

  @Test func aFolderMayFollowEitherNumber() async throws {
    for line in ["download 1", "download 1 1 ~/Pictures", "download 1 ~/Pictures", "download 2 4 ./2"] {
      _ = try await run(line)
    }
    #expect(log.asked == ["download 201 -", "download 201 ~/Pictures", "download 201 ~/Pictures", "download 204 ./2"])
  }

  @Test func savedFileIsReportedWithPathAndSize() async throws {
    guard case .toast(let toast) = try await run("download 1"), case .toast(let odd) = try await run("download 1 odd")
    else {
      throw AppError.unknown("no toast")
    }
    #expect(toast.text.plain == "Saved ./heron.jpg (1.2 MB)." && toast.kind == .success)
    #expect(odd.kind == .warning && odd.text.plain.hasSuffix("Not a known image, video or audio format."))
  }

  @Test func severalAreSavedAndOpenedAtOnce() async throws {
    guard case .toast(let three) = try await run("download 2 1-3"), case .toast(let all) = try await run("download 2"),
      case .toast(let opened) = try await run("view 2 1,4")
    else { throw AppError.unknown("no toast") }
    #expect(three.text.plain == "Saved 3 files (3.7 MB): ./heron.jpg, ./heron.jpg, ./heron.jpg.")
    #expect(all.text.plain.hasPrefix("Saved 7 files"), "the eighth is still being processed")
    #expect(opened.text.plain == "Opened 2 attachments in another program (1 KB).")
    #expect(
      log.asked.prefix(5) == ["download 201 -", "Saved 1 of 3.", "download 202 -", "Saved 2 of 3.", "download 203 -"])
    #expect(log.asked.suffix(2) == ["view 201", "view 204"])
  }

  @Test func coloursAreShownWhileAnImageIsLoaded() async throws {
    guard case .staged(let staged) = try await run("media 1") else { throw AppError.unknown("no page") }
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    let first = try #require(staged.first(layout))
    #expect(text(first).contains("image · 1600 × 1200") && text(first).hasSuffix("\nLoading…\n"))
    #expect(text(first, .ansi).contains("▄▄"))
    let rest = try await staged.load(layout).rest
    #expect(text(rest) == "view 1 · download 1\n" || text(rest).hasSuffix("view 1 · download 1\n"))
    #expect(!text(rest).contains("A heron"), "the words are not repeated")
  }

  @Test func galleryListsThePostsWithMediaOnTheScreen() async throws {
    guard case .view(let view) = try await run("gallery") else { throw AppError.unknown("no page") }
    let words = text(view(Layout(now: .fixtureNow)))
    #expect(words.hasPrefix("Gallery ") && words.contains(" 1  Heron · "))
    #expect(words.contains("image · 1600 × 1200"))
    #expect(words.contains("image, marked sensitive "), "it is not described")
    #expect(words.contains("\n    4 The upper lock fills"), "as media 2 4 counts them")
    #expect(view(Layout(now: .fixtureNow)).items.count == 4)
    #expect(!log.asked.contains("home"), "what is shown is not requested again")
  }

  @Test func galleryOfAnAccountIsOneRequest() async throws {
    guard case .view(let view) = try await run("gallery 104200000000000001") else { throw AppError.unknown("no page") }
    #expect(view(Layout(now: .fixtureNow)).title?.text.plain == "Gallery · @heron")
    #expect(log.asked.filter { !$0.hasPrefix("colors") } == ["posts 104200000000000001"])
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (999_499, "999 KB"), (999_500, "1 MB"),
    (12_345_678, "12.3 MB"),
  ])
  func sizesAreSaidInShort(_ bytes: Int, _ words: String) { #expect(Media.size(bytes) == words) }

  @Test(
    arguments: [
      (0.0, 0.0, nil), (-0.5, 0.7, "upper left"), (0.9, -0.9, "lower right"), (0, 1, "at the top"),
      (0.2, -0.5, "at the bottom"),
      (1, 0, "on the right"),
    ] as [(Double, Double, String?)])
  func aPointThatMattersIsSaidInWords(_ x: Double, _ y: Double, _ words: String?) {
    #expect(Media.place(.init(x: x, y: y)) == words)
  }
}

@MainActor
extension MediaTests {
  private func sheet(_ line: String) async throws -> (Media.Model, Screen) {
    _ = try await run(line)
    let model = Media.Model(state: try #require(log.presented), look: action.look)
    return (model, Media.screen(model: model, action: action))
  }

  @Test func theSheetPagesToTheEndAndBack() async throws {
    let (model, screen) = try await sheet("media 2 --browse")
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .ansi256)
    await screen.prepare(layout)
    #expect(model.state.drawing?.picture != nil)
    #expect(screen.label() == "media by Juniper Holt")
    #expect(text(screen.document(layout)).hasSuffix("\nnext · view · download · close\n"))
    for _ in 1..<8 { _ = try await run("next", screen.verbs()) }
    #expect(model.state.index == 7 && model.state.drawing == nil)
    #expect(text(screen.document(layout)).hasSuffix("\nprev · close\n"))
    await #expect(throws: AppError.self) { _ = try await run("next", screen.verbs()) }
    _ = try await run("prev", screen.verbs())
    #expect(model.state.index == 6)
    _ = try await run("download ~/Pictures", screen.verbs())
    _ = try await run("view", screen.verbs())
    _ = try await run("close", screen.verbs())
    #expect(log.asked.suffix(3) == ["download 207 ~/Pictures", "view 207", "close"])
  }

  @Test func theSheetBeginsWhereItWasAsked() async throws {
    #expect(try await sheet("media 2 4 --browse").0.state.attachment?.id == "204")
    await #expect(throws: AppError.self) { _ = try await run("media 3 --browse") }
  }

  @Test func failuresAreShownOnTheSheetAndSensitiveMediaStaysHidden() async throws {
    let (model, screen) = try await sheet("media 4 --browse")
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    await screen.prepare(layout)
    #expect(text(screen.document(layout)).contains("Marked as sensitive. Type show to show it."))
    log.failure = .network(.timedOut(host: "shore.example", seconds: 30))
    _ = try await run("show", screen.verbs())
    await screen.prepare(layout)
    #expect(model.state.drawing?.note == "shore.example did not answer within 30 seconds.")
    log.failure = nil
    await screen.prepare(layout)
    #expect(model.state.drawing?.picture != nil)
  }

  @Test func everyStateFitsFortyColumns() {
    for preview in Media.previews {
      let words = text(preview.document(Layout(width: 40, now: .fixtureNow)), width: 40)
      for line in words.split(separator: "\n") {
        // A web address is never broken.
        #expect(line.count <= 40 || line.contains("://"), "\(preview.id): \(line)")
      }
    }
  }
}
