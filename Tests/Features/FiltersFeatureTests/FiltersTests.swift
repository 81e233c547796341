import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import FiltersFeature

@Suite struct FilterDraftTests {
  private typealias Change = FilterDraft.KeywordChange
  private let saved = Filters.FilterFixtures.spoilers

  private func draft(_ changes: [Form.Field.Name: [String]], of filter: Filter?) throws -> FilterDraft {
    var form = Filters.form(filter, now: .fixtureNow)
    for (name, values) in changes { try form.set(name, to: values) }
    return try Filters.draft(form, of: filter)
  }

  @Test func starInAKeywordMatchesPartsOfWords() throws {
    let draft = try draft(
      [.title: ["Rain"], .keywords: ["rain", "heavy*"], .contexts: ["home"], .expires: ["6 h"]], of: nil)
    #expect(
      draft
        == FilterDraft(
          title: "Rain", contexts: [.home], action: .warn, seconds: 21_600,
          keywords: [Change("rain", wholeWord: true), Change("heavy", wholeWord: false)]))
  }

  @Test func onlyChangedFieldsAreSent() throws {
    #expect(try draft([:], of: saved) == FilterDraft())
    #expect(try draft([.action: ["hide"]], of: saved) == FilterDraft(action: .hide))
    #expect(try draft([.contexts: ["thread"]], of: saved) == FilterDraft(contexts: [.thread]))
  }

  @Test func keywordsAreAddedRemovedAndChanged() throws {
    let draft = try draft([.keywords: ["final episode*", "sequel"]], of: saved)
    #expect(
      draft.keywords == [
        Change("spoil", id: "2", isRemoved: true), Change("final episode", wholeWord: false, id: "1"),
        Change("sequel", wholeWord: true),
      ])
  }

  @Test func expiryCanBeRemoved() throws {
    #expect(try draft([.expires: ["never"]], of: saved).staysForGood)
    #expect(try !draft([.expires: ["1 d"]], of: saved).staysForGood)
  }

  @Test(arguments: [
    ("never", "never"), ("n", "never"), ("", "never"), ("30 min", "30 min"), ("90min", "90 min"), ("6 H", "6 h"),
    ("24 h", "1 d"), ("14 days", "2 w"), ("1w", "1 w"),
  ])
  func expiryIsParsedAndNormalized(_ typed: String, _ shown: String) throws {
    #expect(try Filters.Expiry(typed: typed).typed == shown)
  }

  @Test(arguments: ["soon", "0 h", "-1 h", "3", "3 years", "99999999999999999999 h", "h", "٣ h"])
  func invalidExpiryIsRefused(_ typed: String) {
    #expect(throws: AppError.self) { try Filters.Expiry(typed: typed) }
  }

  @Test(arguments: [(59.0, "1 min"), (3_600.0, "1 h"), (90_000.0, "25 h"), (260_000.0, "4 d"), (-5.0, "1 min")])
  func remainingTimeIsRoundedUpToOneUnit(_ seconds: Double, _ shown: String) {
    let end = Date.fixtureNow.addingTimeInterval(seconds)
    #expect(Filters.Expiry(endingAt: end, now: .fixtureNow).typed == shown)
  }
}

@MainActor @Suite struct FilterFormTests {
  @Test func secondSaveUpdatesTheNewFilter() async throws {
    let made = Filters.FilterFixtures.crypto
    let service = FilterService(
      all: { [] }, filter: { _ in made },
      create: { _ in made },
      update: { id, draft in
        #expect(id == made.id)
        #expect(draft.title == "Other")
        return made
      }, delete: { _ in },
      addStatus: { _, _ in throw MastodonError.fixtures.offline }, removeStatus: { _ in })
    let model = Filters.form(nil, service: service, now: { .fixtureNow })
    _ = try await model.set("title", to: "Crypto")
    _ = try await model.add("crypto", to: "keywords")
    try await model.save()
    _ = try await model.set("title", to: "Other")
    try await model.save()
  }

  @Test func invalidExpiryIsRefusedWhenTyped() async throws {
    let service = FilterService(
      all: { [] }, filter: { _ in Filters.FilterFixtures.crypto }, create: { _ in Filters.FilterFixtures.crypto },
      update: { _, _ in Filters.FilterFixtures.crypto }, delete: { _ in },
      addStatus: { _, _ in throw MastodonError.fixtures.offline }, removeStatus: { _ in })
    let model = Filters.form(nil, service: service, now: { .fixtureNow })
    await #expect(throws: AppError.self) { try await model.set("expires", to: "whenever") }
    #expect(try await model.set("expires", to: "2 days").values == ["2 d"])
  }
}
