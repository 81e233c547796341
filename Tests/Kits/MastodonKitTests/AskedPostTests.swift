import FoundationEssentials
import Testing

@testable import MastodonKit

/// The comparison of a post with what was asked for.
@Suite struct AskedPostTests {
  /// A part of a post, asked for and lost.
  struct Loss: Sendable, CustomTestStringConvertible {
    var name: String
    var ask: @Sendable (inout StatusDraft) -> Void
    /// The behaviour of a server that has the part.
    var keep: @Sendable (inout Status) -> Void

    var testDescription: String { name }

    init(
      _ name: String, _ ask: @escaping @Sendable (inout StatusDraft) -> Void,
      keep: @escaping @Sendable (inout Status) -> Void
    ) {
      (self.name, self.ask, self.keep) = (name, ask, keep)
    }
  }

  private static let poll = Poll(
    id: "1", expiresAt: Date(timeIntervalSince1970: 300), options: [.init("a"), .init("b")])

  static let losses = [
    Loss("visibility", { $0.visibility = .private }, keep: { $0.visibility = .private }),
    Loss("warning", { $0.spoilerText = "fog" }, keep: { $0.spoilerText = "fog" }),
    Loss("language", { $0.language = "de" }, keep: { $0.language = "de-AT" }),
    Loss(
      "poll", { $0.poll = PollDraft(options: ["a", "b"], seconds: 300) },
      keep: { $0.poll = poll }),
    Loss(
      "poll", { $0.poll = PollDraft(options: ["a", "b"], seconds: 300, hidesTotals: true) },
      keep: { $0.poll = poll }),
    Loss("quote", { $0.quotedStatusID = "7" }, keep: { $0.quote = Quote(quotedStatusID: "7") }),
    Loss("quotes", { $0.quotePolicy = .nobody }, keep: { $0.quoteApproval = QuoteApproval() }),
    Loss(
      "media", { $0.files = [DraftFile(path: "/bee.png", mediaID: "m1")] },
      keep: { $0.mediaAttachments = [MediaAttachment(id: "m1", kind: .image)] }),
    Loss("reply", { $0.inReplyToID = "5" }, keep: { $0.inReplyToID = "5" }),
  ]

  private func answer(to draft: StatusDraft) -> Status {
    Status(
      id: "1", createdAt: Date(timeIntervalSince1970: 0), account: .fixtures.you, content: "<p>\(draft.text)</p>",
      visibility: .public)
  }

  @Test(arguments: losses) func lostPartIsFound(_ loss: Loss) {
    var draft = StatusDraft(text: "hello")
    loss.ask(&draft)
    var status = answer(to: draft)
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).map(\.name) == [loss.name])
    loss.keep(&status)
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).isEmpty)
  }

  @Test func pollHasItsEndAndHidesItsVotes() {
    var draft = StatusDraft(text: "hello")
    draft.poll = PollDraft(options: ["a", "b"], seconds: 300, hidesTotals: true)
    let end = Self.poll.expiresAt
    for poll in [
      Poll(id: "1", options: [.init("a"), .init("b")]),
      Poll(id: "1", expiresAt: end, options: [.init("a", votesCount: 0), .init("b", votesCount: 0)]),
    ] {
      var status = answer(to: draft)
      status.poll = poll
      let parts = AskedPost(NewPost(complete: draft)).parts(missingIn: status)
      #expect(parts.map(\.name) == ["poll"] && parts.allSatisfy(\.isChanged))
    }
  }

  @Test(arguments: [Quote.State.rejected, .revoked, .deleted, .unauthorized])
  func refusedQuoteIsLeftOutThisOnce(_ state: Quote.State) {
    var draft = StatusDraft(text: "hello")
    draft.quotedStatusID = "7"
    var status = answer(to: draft)
    status.quote = Quote(state: state)
    let parts = AskedPost(NewPost(complete: draft)).parts(missingIn: status)
    #expect(parts == [RequestPart("quote", "the quote")], "Others may still be quoted.")
    status.quote = Quote(state: .pending)
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).isEmpty)
  }

  @Test func unrepeatedAccountDefaultIsNotReportedAsDropped() {
    var draft = StatusDraft(text: "hello", visibility: .private, language: "de")
    draft.quotePolicy = .nobody
    (draft.usesDefaultVisibility, draft.usesDefaultLanguage, draft.usesDefaultQuotePolicy) = (true, true, true)
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: answer(to: draft)).isEmpty)
  }

  @Test func sensitiveMarkIsComparedWhereThereAreMedia() {
    var draft = StatusDraft(text: "hello", files: [DraftFile(path: "/bee.png", mediaID: "m1")], sensitive: true)
    var status = answer(to: draft)
    status.mediaAttachments = [MediaAttachment(id: "m1", kind: .image)]
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status) == [.sensitive])
    // A warning marks media although the request does not.
    (draft.sensitive, draft.spoilerText) = (false, "fog")
    (status.sensitive, status.spoilerText) = (true, "fog")
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).isEmpty)
  }

  @Test func lostAltTextIsFoundByTheAttachment() {
    let draft = StatusDraft(text: "hello", files: [DraftFile(path: "/bee.png", description: "A bee.", mediaID: "m1")])
    var status = answer(to: draft)
    status.mediaAttachments = [MediaAttachment(id: "m1", kind: .image)]
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status) == [.altText])
    // A server that gives the attachment another id says nothing of it.
    status.mediaAttachments = [MediaAttachment(id: "m2", kind: .image)]
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).isEmpty)
  }

  @Test func formatIsComparedWhereTheServerNamesIt() {
    var draft = StatusDraft(text: "*hello*")
    draft.contentType = "text/markdown"
    var status = answer(to: draft)
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status).isEmpty)
    status.contentType = "text/plain"
    #expect(AskedPost(NewPost(complete: draft)).parts(missingIn: status) == [.format])
  }

  @Test func editThatKeepsTheOldWarningIsFound() {
    var status = answer(to: StatusDraft(text: "hello"))
    status.spoilerText = "fog"
    #expect(AskedPost(PostEdit(text: "hello")).parts(missingIn: status) == [.warningRemoval])
    #expect(AskedPost(PostEdit(text: "hello", spoilerText: "fog")).parts(missingIn: status).isEmpty)
  }

  @Test func anotherTextAndAnotherWarningAreFound() {
    var status = answer(to: StatusDraft(text: "short"))
    status.spoilerText = "fog"
    var draft = StatusDraft(text: "short and more")
    draft.spoilerText = "rain"
    let parts = AskedPost(NewPost(complete: draft)).parts(missingIn: status)
    #expect(
      Omission(host: "a.example", parts: parts).sentence == "a.example changed the text and the content warning.")
    // The server has the feature, so nothing is refused from then on.
    #expect(parts.allSatisfy { $0.feature == nil })
    let edit = AskedPost(PostEdit(text: "short and more", spoilerText: "rain")).parts(missingIn: status)
    #expect(
      Omission(host: "a.example", parts: edit).sentence
        == "a.example left out the new text and the new content warning.")
    #expect(AskedPost(PostEdit(text: "", spoilerText: "fog")).parts(missingIn: status).map(\.name) == ["text"])
  }

  @Test func anotherPollIsFound() {
    let asked = PollDraft(options: ["Tea", "Coffee"], seconds: 86_400)
    func parts(_ options: [String], seconds: Double, multiple: Bool = false) -> [String] {
      var draft = StatusDraft(text: "hello")
      draft.poll = asked
      var status = answer(to: draft)
      status.poll = Poll(
        id: "1", expiresAt: status.createdAt + seconds, multiple: multiple, options: options.map { .init($0) })
      return AskedPost(NewPost(complete: draft)).parts(missingIn: status).map(\.words)
    }
    #expect(parts(["Tea", "Coffee"], seconds: 86_430).isEmpty)
    #expect(parts(["X", "Y"], seconds: 300) == ["the poll"])
    #expect(parts(["Tea", "Coffee"], seconds: 86_400, multiple: true) == ["the poll"])
    #expect(parts(["Tea", "Coffee"], seconds: 300) == ["the poll's end"])
  }

  @Test func scheduledPostIsComparedAsAWhole() {
    var draft = StatusDraft(text: "hello", visibility: .private, language: "de")
    draft.quotedStatusID = "7"
    draft.sensitive = true
    draft.poll = PollDraft(options: ["a", "b"], seconds: 300, hidesTotals: true)
    let asked = AskedPost(NewPost(complete: draft))
    var params = ScheduledStatus.Params(text: "hel", poll: .init(options: ["a", "b"], expiresIn: 300, multiple: false))
    params.poll?.hideTotals = false
    func names() -> [String] {
      asked.parts(missingIn: ScheduledStatus(id: "1", scheduledAt: Date(timeIntervalSince1970: 0), params: params))
        .map(\.name)
    }
    #expect(names() == ["text", "visibility", "sensitive", "language", "poll", "quote"])
    (params.text, params.visibility, params.sensitive, params.language) = ("hello", .private, true, "de")
    params.poll?.hideTotals = true
    params.quotedStatusID = "7"
    #expect(names().isEmpty)
  }

  @Test func omissionIsOneSentence() {
    let omission = Omission(host: "shore.example", parts: [.poll, .warning, .visibility(now: .public), .poll])
    #expect(
      omission.sentence
        == "shore.example left out the poll and the content warning and changed the visibility to public.")
    #expect(omission.names == ["poll", "warning", "visibility"])
    #expect(
      Omission(host: "a.example", parts: [.visibility(now: .unlisted)]).sentence
        == "a.example changed the visibility to unlisted.")
  }

  @Test func changesOfOtherThingsAreComparedToo() {
    let list = List(id: "1", title: "Friends", repliesPolicy: .list, exclusive: false)
    #expect(ListDraft(title: " Friends", exclusive: true).parts(missingIn: list).map(\.name) == ["exclusive"])
    let filter = Filter(id: "1", title: "Rain", contexts: [.home], action: .warn)
    #expect(
      FilterDraft(title: "Rain", contexts: [.home, .public], action: .hide, seconds: 60, keywords: [.init("rain")])
        .parts(missingIn: filter).map(\.name) == ["contexts", "action", "expiry", "keywords"])
    let relationship = Relationship(id: "1", following: true, showingReblogs: true)
    #expect(FollowOptions(notifies: true).parts(missingIn: relationship).map(\.name) == ["notify"])
    #expect(FollowOptions().parts(missingIn: Relationship(id: "1")) == [.change])
    #expect(FollowOptions().parts(missingIn: Relationship(id: "1", requested: true)).isEmpty)
  }

  @Test func filterEntryIsReadByGoToSocialsName() throws {
    let entry = try MastodonJSON.decode(FilterStatus.self, from: Data(#"{"id":"1","phrase":"42"}"#.utf8))
    #expect(entry.statusID == "42")
  }
}
