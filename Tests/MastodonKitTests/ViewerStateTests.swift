import MastodonKit
import Testing

/// What is known of the reader stays when a stream that does not know them tells of an edit.
@Suite struct ViewerStateTests {
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
}
