import FoundationEssentials
import Testing

@testable import MastodonKit

/// The comparison of what is not a post with what was asked for.
@Suite struct AskedChangesTests {
  struct ProfileChange: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ask: @Sendable (inout ProfileEdit) -> Void
    var keep: @Sendable (inout Account) -> Void

    init(
      _ name: String, _ ask: @escaping @Sendable (inout ProfileEdit) -> Void,
      keep: @escaping @Sendable (inout Account) -> Void
    ) {
      (testDescription, self.ask, self.keep) = (name, ask, keep)
    }
  }

  @Test(arguments: [
    ProfileChange("discoverable", { $0.discoverable = false }, keep: { $0.source?.discoverable = false }),
    ProfileChange("indexable", { $0.indexable = false }, keep: { $0.source?.indexable = false }),
    ProfileChange("hide-follows", { $0.hidesFollows = true }, keep: { $0.source?.hideCollections = true }),
    ProfileChange("show-media", { $0.shownParts = [.media: false] }, keep: { $0.details?.hiddenParts = [.media] }),
    ProfileChange("avatar-alt", { $0.avatarDescription = "me" }, keep: { $0.details?.avatarDescription = "me" }),
    ProfileChange("header-alt", { $0.headerDescription = "sea" }, keep: { $0.details?.headerDescription = "sea" }),
    ProfileChange(
      "attribution-domains", { $0.attributionDomains = ["a.example"] },
      keep: { $0.source?.attributionDomains = ["a.example"] }),
    ProfileChange("note", { $0.note = "A new text" }, keep: { $0.source?.note = "A new text" }),
    ProfileChange(
      "fields", { $0.fields = [ProfileLine(name: "Web", value: "new.example"), ProfileLine(name: "", value: "")] },
      keep: { $0.source?.fields = [Account.Field(name: "Web", value: "new.example")] }),
    ProfileChange("language", { $0.postingLanguage = "" }, keep: { $0.source?.language = nil }),
  ])
  func everyPartOfAProfileIsCompared(_ change: ProfileChange) {
    var account = Account.fixtures.you
    account.source = Account.Source(
      language: "en", note: "The old text", fields: [Account.Field(name: "Web", value: "old.example")],
      hideCollections: false, discoverable: true, indexable: true)
    account.details = Account.Details()
    var edit = ProfileEdit()
    change.ask(&edit)
    #expect(edit.parts(missingIn: account).map(\.name) == [change.testDescription])
    change.keep(&account)
    #expect(edit.parts(missingIn: account).isEmpty)
  }

  @Test(arguments: [nil, 0, 80, 3600, -604_800])
  func endIsComparedByTheServersClock(shift: TimeInterval?) {
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    let end = shift.map { now.addingTimeInterval(604_800 + $0) }
    let filter = Filter(id: "1", title: "Frost", contexts: [.home], action: .warn, expiresAt: end)
    let mute = Relationship(id: "1", muting: true, mutingExpiresAt: end)
    let (draft, options) = (FilterDraft(seconds: 604_800), MuteOptions(seconds: 604_800))
    let isKept = shift.map { abs($0) < 90 } ?? false
    let expected = isKept ? [] : [RequestPart("expiry", "when it ends", isChanged: shift != nil)]
    #expect(draft.parts(missingIn: filter, answered: now) == expected)
    // An answer that says nothing of an end may be completed by another one.
    #expect(options.parts(missingIn: mute, answered: now) == (shift == nil ? [.change] : expected))
    #expect(draft.parts(missingIn: filter) == (shift == nil ? expected : []), "without a clock")
  }

  @Test func reportIsComparedAsFarAsTheServerRepeatsIt() throws {
    let draft = ReportDraft(accountID: "1", statusIDs: ["7"], comment: "Spam", forwards: true, category: .spam)
    func parts(_ json: String) throws -> [String] {
      draft.parts(missingIn: try MastodonJSON.decode(Report.self, from: json)).map(\.name)
    }
    #expect(try parts(#"{"id":"1"}"#).isEmpty)
    #expect(
      try parts(#"{"id":"1","category":"spam","comment":"Spam","forwarded":true,"status_ids":["7","8"]}"#).isEmpty)
    #expect(
      try parts(#"{"id":"1","category":"other","comment":"","forwarded":false,"status_ids":[]}"#)
        == ["category", "comment", "forward", "posts"])
  }

  @Test func pushSubscriptionIsCompared() throws {
    let json = #"{"id":"1","endpoint":"https://push.example/a","alerts":{"mention":true,"poll":"false"}}"#
    let subscription = try MastodonJSON.decode(WebPushSubscription.self, from: json)
    func parts(_ endpoint: String, _ alerts: [String: Bool]) -> [String] {
      subscription.missingParts(endpoint: endpoint, alerts: alerts, policy: .all).map(\.name)
    }
    #expect(parts("https://push.example/a", ["mention": true, "poll": false, "quote": false]).isEmpty)
    #expect(parts("https://push.example/b", ["mention": true, "quote": true]) == ["endpoint", "alerts"])
  }

  @Test func collectionIsCompared() {
    let now = Date(timeIntervalSince1970: 0)
    var collection = Collection(id: "1", accountID: "2", name: "Locks", createdAt: now, updatedAt: now)
    let draft = CollectionDraft(name: "Weirs", description: "Old & new", tag: "Canal", sensitive: true)
    #expect(draft.parts(missingIn: collection).map(\.name) == ["name", "description", "tag", "sensitive"])
    (collection.name, collection.description) = ("Weirs", "<p>Old &amp; new</p>")
    (collection.sensitive, collection.tag) = (true, Tag(name: "canal"))
    #expect(draft.parts(missingIn: collection).isEmpty)
    #expect(CollectionDraft(accountIDs: ["3"]).parts(missingIn: collection).map(\.name) == ["accounts"])
  }
}
