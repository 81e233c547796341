import FeatureKit
import FoundationEssentials
import MastodonKit

extension Filters {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let loading = State(.loading)
    let offline = State(.failed(.fixtures.noConnection))
    let empty = State(.loaded([]))
    /// One filter for each action; one of them will expire, another has expired.
    let loaded = State(.loaded([FilterFixtures.spoilers, FilterFixtures.crypto, FilterFixtures.many]))
    let hostile = State(.loaded([FilterFixtures.hostile]))
  }

  final class FormFixtures: Sendable {
    let new = Form.State("new filter", form: Filters.form(nil, now: .fixtureNow))
    /// A saved filter with keywords and an expiry.
    let saved = Form.State("filter", form: Filters.form(FilterFixtures.spoilers, now: .fixtureNow))
    let refused = Form.State(
      "filter", form: Filters.form(FilterFixtures.crypto, now: .fixtureNow), phase: .refused(.fixtures.serverError))
  }

  /// Posts to ask about why they are filtered.
  final class PostFixtures: Sendable {
    let plain = Status.fixtures.plain
    /// By its words, by itself, and by a filter that has expired.
    let matched = post([
      FilterResult(filter: FilterFixtures.spoilers, keywordMatches: ["final episode"]),
      FilterResult(filter: FilterFixtures.crypto, statusMatches: ["2"]),
      FilterResult(filter: FilterFixtures.many, keywordMatches: ["魚汁"]),
    ])
    /// Behind a content warning alone.
    let warned = Status.fixtures.contentWarning
    let hostile = post([FilterResult(filter: FilterFixtures.hostile, keywordMatches: ["\u{1B}[2J"])])

    private static func post(_ results: [FilterResult]) -> Status {
      var status = Status.fixtures.plain
      status.filtered = results
      return status
    }
  }

  enum FilterFixtures {
    /// Folds posts for another two days.
    static let spoilers = Filter(
      id: "901", title: "Spoilers", contexts: [.home, .public], action: .warn,
      expiresAt: .fixtureNow.addingTimeInterval(2 * 86_400),
      keywords: [
        Filter.Keyword(id: "1", keyword: "final episode"), Filter.Keyword(id: "2", keyword: "spoil", wholeWord: false),
      ])
    /// Hides posts, also by id, and never expires.
    static let crypto = Filter(
      id: "902", title: "Crypto", contexts: [.home, .notifications, .public, .thread, .account], action: .hide,
      keywords: [Filter.Keyword(id: "3", keyword: "crypto")], statuses: [FilterStatus(id: "1", statusID: "2")])
    /// Has more keywords than the list shows, and has expired.
    static let many = Filter(
      id: "903", title: "Food", contexts: [.public], action: .blur, expiresAt: .fixtureNow.addingTimeInterval(-60),
      keywords: ["soup", "stew", "broth", "chowder", "bisque", "ramen", "pho", "魚汁"].enumerated().map {
        Filter.Keyword(id: Identifier("\(10 + $0.offset)"), keyword: $0.element)
      })
    static let hostile = Filter(
      id: "904", title: "\u{1B}]0;mine\u{7}\u{202E}", contexts: [.unknown("\u{1B}[2Jdeep")], action: .unknown("burn"),
      keywords: [Filter.Keyword(id: "9", keyword: "\u{9B}31m")])
  }
}
