import MastodonKit
import Testing

/// The reader's own marks stay when a stream that does not know them reports an edit.
@Suite struct ViewerStateTests {
  @Test func anEditKeepsEveryMark() {
    var known = Status.fixtures.plain
    (known.bookmarked, known.favourited, known.reblogged, known.muted, known.pinned) = (true, true, true, true, true)
    var edited = Status.fixtures.plain
    edited.hasViewerState = false
    let kept = edited.keepingViewerState(of: known)
    #expect(kept.bookmarked && kept.favourited && kept.reblogged && kept.muted && kept.pinned)
    // A server that does know the reader has the last word.
    edited.hasViewerState = true
    #expect(!edited.keepingViewerState(of: known).bookmarked)
  }

  @Test func anEditLeavesAPostFiltered() {
    let known = Status.fixtures.filteredHide
    #expect(!known.filtered.isEmpty)
    var edited = known
    edited.content = "<p>Edited.</p>"
    edited.filtered = []
    edited.hasViewerState = false
    let status = edited.keepingViewerState(of: known)
    #expect(status.filtered == known.filtered)
    #expect(status.content == "<p>Edited.</p>")
  }

  @Test func editKeepsTheViewersMarks() {
    var known = Status.fixtures.plain
    (known.bookmarked, known.favourited, known.reblogged) = (true, true, true)
    (known.muted, known.pinned, known.hasViewerState) = (true, true, true)
    var edited = Status.fixtures.plain
    edited.content = "<p>Edited.</p>"
    edited.hasViewerState = false
    let status = edited.keepingViewerState(of: known)
    #expect(status.bookmarked && status.favourited && status.reblogged && status.muted && status.pinned)
    #expect(status.content == "<p>Edited.</p>")
    // What the server itself says wins.
    edited.hasViewerState = true
    #expect(!edited.keepingViewerState(of: known).bookmarked)
  }
}
