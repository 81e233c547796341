import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import StatusKit

/// Lists of one line a post, and polls with bars.
@Suite struct DensityTests {
  private let now = Date.fixture(minutesAgo: 0)

  private func render(_ blocks: [Block], width: Int = 80) -> [String] {
    Renderer(format: .plain, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(blocks).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(arguments: [40, 80, 140])
  func aCompactListHasOneLineForEachPost(_ width: Int) {
    var layout = Layout(width: width, now: now)
    layout.density = .compact
    let posts = [Status.fixtures.plain, Status.fixtures.long, Status.fixtures.plain]
    let lines = render(StatusList(posts).blocks(context: .home, layout: layout), width: width)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    #expect(lines[0].hasPrefix(" 1  ") || lines[0].hasPrefix("1 "))
    #expect(lines[0].contains(Status.fixtures.plain.account.shownName.prefix(8)))
    #expect(lines[1].contains("…"))
  }

  @Test func aCompactLineSaysWhatThePostHasBesidesItsText() {
    var layout = Layout(width: 100, now: now)
    layout.density = .compact
    let posts = [Status.fixtures.plain, .fixtures.mediaWithAlt, .fixtures.pollOpen, .fixtures.quote]
    let lines = render(StatusList(posts).blocks(context: .home, layout: layout), width: 100)
    for (index, kind) in ["media", "poll", "quote"].enumerated() {
      #expect(lines[index + 1].contains(" \(kind) · "), "\(lines)")
      #expect(!lines[0].contains(kind))
    }
  }

  @Test func aNameThatTwoAccountsHaveIsFollowedByTheHandle() {
    var layout = Layout(width: 100, now: now)
    layout.density = .compact
    var (other, third) = (Status.fixtures.plain, Status.fixtures.long)
    other.account.acct = "rook@quay.example"
    other.account.displayName = Status.fixtures.plain.account.shownName
    third.account.displayName = "Somebody else"
    let lines = render(StatusList([.fixtures.plain, other, third]).blocks(context: .home, layout: layout), width: 100)
    #expect(lines[0].contains(" @\(Status.fixtures.plain.account.acct)  "))
    #expect(lines[1].contains(" @rook@quay.example  "))
    #expect(!lines[2].contains("@\(third.account.acct)"))
  }

  @Test(arguments: [(width: 40, isThere: false), (80, true)])
  func aCompactLineKeepsTheTimeWhereTheAccountThatItCameToDoesNotFit(_ width: Int, _ isThere: Bool) {
    var layout = Layout(width: width, now: now)
    layout.density = .compact
    let post = Status.fixtures.plain
    let age = RelativeTime(post.createdAt, in: layout).short
    let list = StatusList([post.identified(on: "wren@127.0.0.1:4472")])
    let lines = render(list.blocks(context: .home, layout: layout), width: width)
    #expect(lines[0].hasSuffix(isThere ? "for @wren@127.0.0.1:4472 · \(age)" : "  \(age)"), "\(lines)")
    #expect(lines.count == 1 && lines[0].displayWidth <= width)
  }

  @Test func aCompactListTakesAWideTerminal() {
    var layout = Layout(width: 140, now: now)
    layout.density = .compact
    let document = Document(
      kind: "home", title: Document.Title("Home", note: "2 new"),
      blocks: StatusList([.fixtures.plain, .fixtures.long]).blocks(context: .home, layout: layout))
    let lines = Renderer(format: .plain, width: 140, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document).split(separator: "\n")
    #expect(lines.map(\.displayWidth) == [136, 136, 136, 136])
  }

  @Test func aPostShowsItsFirstPictureUnlessAnybodyMayNotWantToSeeIt() {
    func thumbnails(_ change: (inout Status, inout Layout) -> Void) -> Int {
      var (status, layout) = (Status.fixtures.mediaWithAlt, Layout(now: now))
      (layout.pictures, layout.showsThumbnails, layout.form) = (.blocks, true, .seen)
      change(&status, &layout)
      let blocks = StatusList([status]).blocks(context: .home, layout: layout)
      return Document(kind: "home", blocks: blocks).thumbnails.count
    }
    #expect(thumbnails { _, _ in } == 1)
    #expect(thumbnails { status, _ in status.mediaAttachments += [.fixtures.undescribed] } == 1)
    #expect(thumbnails { status, _ in status.sensitive = true } == 0)
    #expect(thumbnails { status, _ in status.spoilerText = "birds" } == 0)
    #expect(thumbnails { _, layout in layout.contentWarnings = .show } == 1)
    #expect(thumbnails { status, layout in (status.spoilerText, layout.contentWarnings) = ("birds", .show) } == 0)
    #expect(thumbnails { _, layout in layout.showsThumbnails = false } == 0)
    #expect(thumbnails { _, layout in layout.pictures = nil } == 0)
    #expect(thumbnails { _, layout in layout.form = .spoken } == 0)
    #expect(thumbnails { _, layout in layout.form = .data } == 0)
    #expect(thumbnails { _, layout in layout.media = .hide } == 0)
    #expect(thumbnails { _, layout in layout.density = .compact } == 0)
  }

  @Test func aPollHasABarForEachOptionWithResults() {
    let poll = Poll(
      id: "1", expiresAt: now.addingTimeInterval(86_399), multiple: false, votesCount: 4,
      options: [Poll.Option("Tea", votesCount: 3), Poll.Option("Coffee", votesCount: 1)])
    let lines = render(PollView(poll, layout: Layout(now: now), typed: "3").blocks)
    #expect(lines[0].hasPrefix("poll · 4 votes · ends in 1 d") && lines[0].hasSuffix("vote 3"))
    #expect(lines[1].split(separator: " ") == ["1", "75", "%", "███████▌", "Tea"])
    #expect(lines[2].split(separator: " ") == ["2", "25", "%", "██▌", "Coffee"])
  }

  @Test(arguments: [
    (seconds: 5, text: "1 min"), (61, "2 min"), (3_540, "59 min"), (3_599, "1 h"), (86_395, "1 d"), (82_000, "23 h"),
    (3 * 86_400 - 60, "3 d"), (7 * 86_400 - 3, "7 d"),
  ])
  func timeLeftIsRoundedToTheNearestUnit(_ seconds: Int, _ text: String) {
    let time = RelativeTime(now.addingTimeInterval(Double(seconds)), in: Layout(now: now))
    #expect(time.remaining?.short == text)
  }
}
