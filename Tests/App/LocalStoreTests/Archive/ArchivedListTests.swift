import MastodonKit
import Testing

@testable import LocalStore

/// The pages of a list are joined where they meet, and gaps are known.
@Suite struct ArchivedListTests {
  private func items(_ ids: ClosedRange<Int>, at date: Double = 1, cursor: String? = nil) -> [ArchivedList.Item] {
    var items = ids.reversed().map { ArchivedList.Item(id: "\($0)", json: "{}", date: date) }
    items[items.count - 1].cursor = cursor ?? "\(ids.lowerBound)"
    return items
  }

  /// The ids with `…` where something may be missing.
  private func text(_ list: ArchivedList) -> String {
    list.items.map { $0.id + ($0.hasGap ? " …" : "") }.joined(separator: " ") + (list.isWhole ? " ." : "")
  }

  private func list(_ pages: (ClosedRange<Int>, PageRequest.Position, isLast: Bool)...) -> ArchivedList {
    var list = ArchivedList()
    for (number, page) in pages.enumerated() {
      let date = Double(number + 1)
      list.add(items(page.0, at: date), at: page.1, limit: 3, isLast: page.isLast, at: date)
    }
    return list
  }

  @Test func pagesThatMeetAreOne() {
    #expect(text(list((7...9, .newest, false))) == "9 8 7 …")
    #expect(text(list((7...9, .newest, false), (4...6, .older(than: "7"), false))) == "9 8 7 6 5 4 …")
    #expect(text(list((7...9, .newest, false), (9...11, .newest, false))) == "11 10 9 8 7 …")
    #expect(text(list((7...9, .newest, false), (4...6, .older(than: "7"), true))) == "9 8 7 6 5 4 .")
  }

  @Test func aGapStaysUntilItIsRead() {
    var gap = list((1...3, .newest, true), (7...9, .newest, false))
    #expect(text(gap) == "9 8 7 … 3 2 1 .")
    gap.add(items(5...6), at: .older(than: "7"), limit: 2, isLast: false, at: 3)
    #expect(text(gap) == "9 8 7 6 5 … 3 2 1 .")
    gap.add(items(3...4), at: .older(than: "5"), limit: 2, isLast: false, at: 4)
    #expect(text(gap) == "9 8 7 6 5 4 3 2 1 .")
  }

  @Test func pagesAboveAreAdded() {
    var list = list((1...3, .newest, true), (7...9, .newest, false))
    list.add(items(4...6), at: .newer(than: "3"), limit: 3, isLast: false, at: 3)
    #expect(text(list) == "9 8 7 … 6 5 4 3 2 1 .")
    list.add([], at: .newer(than: "6"), limit: 3, isLast: false, at: 4)
    #expect(text(list) == "9 8 7 6 5 4 3 2 1 .")
    list.add(items(10...10), at: .since("9"), limit: 3, isLast: false, at: 5)
    #expect(text(list) == "10 9 8 7 6 5 4 3 2 1 .")
  }

  @Test func whatANewPageNoLongerHasIsGone() {
    var list = list((5...9, .newest, false))
    var page = items(6...9, at: 2).filter { $0.id != "8" }
    page[0].json = "new"
    list.add(page, at: .newest, limit: 3, isLast: false, at: 2)
    #expect(text(list) == "9 7 6 5 …")
    #expect(list.items[0].json == "new")
  }

  @Test func aPartEndsAtAGapAndGoesOnBehindIt() throws {
    let list = list((1...3, .newest, true), (7...9, .newest, false))
    let first = try #require(list.part(.newest, limit: 5, isPagedByID: true))
    #expect(first.items.map(\.id) == ["9", "8", "7"] && first.older == "7" && first.date == 2)
    let second = try #require(list.part(.older(than: "7"), limit: 5, isPagedByID: true))
    #expect(second.items.map(\.id) == ["3", "2", "1"] && second.older == nil && second.date == 1)
    #expect(second.isBelowGap && !first.isBelowGap)
    let middle = try #require(list.part(.older(than: "9"), limit: 1, isPagedByID: true))
    #expect(middle.items.map(\.id) == ["8"] && middle.older == "8")
    #expect(list.part(.older(than: "1"), limit: 5, isPagedByID: true)?.items == [])
    #expect(list.part(.older(than: "77"), limit: 5, isPagedByID: true) == nil)
  }

  @Test func aListWithCursorsOfItsOwnIsCutWhereAPageEnded() throws {
    var list = ArchivedList()
    list.add(items(5...9, cursor: "c5"), at: .newest, limit: 5, isLast: false, at: 1)
    list.add(items(1...4, cursor: "c1"), at: .older(than: "c5"), limit: 5, isLast: false, at: 1)
    let part = try #require(list.part(.newest, limit: 2, isPagedByID: false))
    #expect(part.items.count == 5 && part.older == "c5")
    #expect(list.part(.older(than: "c5"), limit: 2, isPagedByID: false)?.items.map(\.id) == ["4", "3", "2", "1"])
    // More may follow that was never read.
    let below = try #require(list.part(.older(than: "c1"), limit: 2, isPagedByID: false))
    #expect(below.items == [] && below.older == "c1")
  }

  @Test func whatWasNewerThanAnElementIsThere() throws {
    let list = list((1...3, .newest, true), (7...9, .newest, false))
    #expect(list.part(.newer(than: "9"), limit: 5, isPagedByID: true)?.items == [])
    #expect(list.part(.newer(than: "7"), limit: 1, isPagedByID: true)?.items.map(\.id) == ["8"])
    #expect(list.part(.newer(than: "3"), limit: 5, isPagedByID: true)?.items == [])
    #expect(list.part(.since("3"), limit: 5, isPagedByID: true)?.items.map(\.id) == ["9", "8", "7"])
    #expect(ArchivedList().part(.newest, limit: 5, isPagedByID: true) == nil)
  }

  @Test func anEmptyListIsKnownToBeEmpty() {
    var list = ArchivedList()
    list.add([], at: .newest, limit: 5, isLast: true, at: 7)
    #expect(list.part(.newest, limit: 5, isPagedByID: true) == ArchivedList.Part(items: [], older: nil, date: 7))
  }

  @Test func aListIsReadAsItWasWritten() {
    let whole = list((1...3, .newest, true), (7...9, .newest, false))
    #expect(ArchivedList(text: whole.text) == whole)
    #expect(ArchivedList(text: "") == ArchivedList())
    #expect(ArchivedList(text: "x\ty\nz\n").items.isEmpty)
  }

  @Test func onlyTheNewestElementsAreKept() {
    var list = ArchivedList()
    list.add(items(1...900), at: .newest, limit: 900, isLast: true, at: 1)
    #expect(list.items.count == ArchivedList.limit && !list.isWhole)
    #expect(list.items.first?.id == "900")
  }
}
