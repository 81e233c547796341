import FeatureKit
import FoundationEssentials
import MastodonKit

extension Filters {
  /// The screen in fixed states.
  static let fixtures = Fixtures()

  /// One state for each way that the overview can look.
  struct Fixtures: Sendable {
    /// They are on their way.
    let loading = State(.loading)
    /// The server cannot be reached.
    let offline = State(.failed(.fixtures.noConnection))
    /// There are none.
    let empty = State(.loaded([]))
    /// One for each action, one that ends, one that has ended.
    let loaded = State(.loaded([FilterFixtures.spoilers, FilterFixtures.crypto, FilterFixtures.many]))
    /// One whose words try to take over the terminal.
    let hostile = State(.loaded([FilterFixtures.hostile]))
  }

  /// One state for each way that the form can look.
  struct FormFixtures: Sendable {
    /// A new one.
    let new = Form.State("new filter", form: Filters.form(nil, now: .fixtureNow))
    /// One with words and an end.
    let kept = Form.State("filter", form: Filters.form(FilterFixtures.spoilers, now: .fixtureNow))
    /// The server refuses it.
    let refused = Form.State(
      "filter", form: Filters.form(FilterFixtures.crypto, now: .fixtureNow), phase: .refused(.fixtures.serverError))
  }

  /// Filters for tests and previews.
  enum FilterFixtures {
    /// Folds, for another two days.
    static let spoilers = Filter(
      id: "901", title: "Spoilers", contexts: [.home, .public], action: .warn,
      expiresAt: .fixtureNow.addingTimeInterval(2 * 86_400),
      keywords: [
        Filter.Keyword(id: "1", keyword: "final episode"), Filter.Keyword(id: "2", keyword: "spoil", wholeWord: false),
      ])
    /// Leaves out, for good, also single posts.
    static let crypto = Filter(
      id: "902", title: "Crypto", contexts: [.home, .notifications, .public, .thread, .account], action: .hide,
      keywords: [Filter.Keyword(id: "3", keyword: "crypto")], statuses: [FilterStatus(id: "1", statusID: "2")])
    /// More words than are listed, and over.
    static let many = Filter(
      id: "903", title: "Food", contexts: [.public], action: .blur, expiresAt: .fixtureNow.addingTimeInterval(-60),
      keywords: ["soup", "stew", "broth", "chowder", "bisque", "ramen", "pho", "魚汁"].enumerated().map {
        Filter.Keyword(id: Identifier("\(10 + $0.offset)"), keyword: $0.element)
      })
    /// With words that do not behave.
    static let hostile = Filter(
      id: "904", title: "\u{1B}]0;mine\u{7}\u{202E}", contexts: [.unknown("\u{1B}[2Jdeep")], action: .unknown("burn"),
      keywords: [Filter.Keyword(id: "9", keyword: "\u{9B}31m")])
  }
}
