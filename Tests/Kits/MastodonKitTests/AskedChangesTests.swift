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
