import FeatureKit
import MastodonKit
import Testing

@testable import FiltersFeature

/// Which filters a post matches, where the server does not say so.
@Suite struct FilterMatchingTests {
  private func filter(_ words: [(String, Bool)] = [], posts: [Status.ID] = []) -> Filter {
    Filter(
      id: "1", title: "T1", contexts: [.home], action: .warn,
      keywords: words.enumerated().map { Filter.Keyword(id: Identifier("\($0)"), keyword: $1.0, wholeWord: $1.1) },
      statuses: posts.map { FilterStatus(id: "7", statusID: $0) })
  }

  private func post(_ content: String) -> Status {
    var status = Status.fixtures.plain
    (status.content, status.spoilerText) = (content, "")
    return status
  }

  @Test(arguments: [
    ("rain", true, "<p>The <b>Rain</b> again.</p>", true), ("rain", true, "<p>A train.</p>", false),
    ("rain", false, "<p>A train.</p>", true), ("#fog", true, "<p>#fog.</p>", true),
    ("rain", true, "<p>Fog.</p>", false),
  ])
  func keywordMatchesAsOnTheServer(_ word: String, _ isWhole: Bool, _ content: String, _ matches: Bool) {
    #expect((Filters.match(of: post(content), in: filter([(word, isWhole)])) != nil) == matches)
  }

  @Test func singlePostMatchesByItself() {
    let status = post("<p>Fog.</p>")
    #expect(Filters.match(of: status, in: filter(posts: [status.id]))?.statusMatches == [status.id])
  }

  @Test func filtersOfABoostAreThoseOfThePost() {
    var boost = post("")
    boost.reblog = post("<p>Fog.</p>")
    boost.filtered = [FilterResult(filter: filter(), keywordMatches: ["fog"])]
    #expect(boost.displayedWithFilters.filtered.map(\.filter.title) == ["T1"])
  }
}
