import ComposerFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import MastodonKit

/// Changing sent posts, and deleting them to write them again.
@MainActor
@Suite struct EditTests {
  let harness = ComposerHarness()

  /// A post of the user's that has everything.
  private var post: Status {
    var status = Status.fixtures.own
    status.spoilerText = "lamps"
    status.language = "de"
    status.sensitive = true
    status.visibility = .unlisted
    status.mediaAttachments = [
      MediaAttachment(id: "m1", kind: .image, url: "https://a.example/1.png", description: "One."),
      MediaAttachment(id: "m2", kind: .video, url: "https://a.example/2.mp4"),
    ]
    return status
  }

  private func source(_ status: Status) -> StatusSource {
    StatusSource(id: status.id, text: "Low water at six.", spoilerText: status.spoilerText)
  }

  private var lastSent: StatusDraft? { harness.sent.withLock { $0.last?.content } }

  @Test func anEditKeepsEverythingBesidesTheText() async throws {
    let model = harness.model(.edit(post, source(post)))
    #expect(model.state.lines == ["Low water at six."])
    #expect(try await model.send("Low water at seven.") == .edited(Status.fixtures.own))
    let sent = try #require(lastSent)
    #expect(sent.text == "Low water at seven." && sent.spoilerText == "lamps" && sent.language == "de")
    #expect(sent.sensitive == true && sent.editedStatusID == post.id)
    #expect(sent.files.map(\.mediaID) == ["m1", "m2"])
    #expect(PostEdit(sent).mediaIDs == ["m1", "m2"] && PostEdit(sent).media.isEmpty)
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func warningThatTheSourceDoesNotRepeatStays() async throws {
    var source = source(post)
    source.spoilerText = nil
    _ = try await harness.model(.edit(post, source)).send("Low water at seven.")
    #expect(lastSent?.spoilerText == "lamps")
  }

  @Test func editOfAPostThatWasNotReadKeepsEverythingBesidesTheText() async throws {
    harness.serverError.withLock { $0 = .unreachable(host: "shore.example", reason: .offline) }
    let model = harness.model(.unreadEdit(post.id))
    await #expect(throws: AppError.self) { try await model.send("Low water at seven.") }
    let draft = try #require(harness.savedDrafts.withLock { $0.first })
    #expect(draft.isUnread && draft.content.text == "Low water at seven." && draft.content.editedStatusID == post.id)
    harness.serverError.withLock { $0 = nil }
    harness.known.withLock { $0[post.id] = post }
    _ = try await harness.model(.draft(draft)).send()
    let sent = try #require(lastSent)
    #expect(sent.text == "Low water at seven." && sent.spoilerText == "lamps" && sent.language == "de")
    #expect(sent.files.map(\.mediaID) == ["m1", "m2"] && sent.visibility == .unlisted)
  }

  @Test func replyToAWaitingPostGetsItsID() async throws {
    let parent = WaitingPost.id("01JD7M3ZV5D2H6QK8XW0000001")
    harness.known.withLock { $0[parent] = Status.fixtures.own }
    _ = try await harness.model(.answer(parent)).send("And now the second one")
    #expect(lastSent?.inReplyToID == Status.fixtures.own.id)
  }

  @Test(arguments: ["quote id:123456", "quote off", "visibility direct", "at 2h", "thread"])
  func whatAnEditCannotChangeIsRefusedAndNotOffered(_ line: String) async throws {
    let model = harness.model(.edit(post, source(post)))
    let before = model.state.draft.content
    let verbs = harness.verbs(model)
    await #expect(throws: AppError.self) { try await type(line, at: verbs) }
    #expect(model.state.draft.content == before)
    let hint = Composer.view(model.state, layout: Layout(now: .fixtureNow)).hint
    #expect(!String(describing: hint).contains("/visibility"))
  }

  @Test func editKeepsTheFormatOfThePost() async throws {
    var source = source(post)
    source.contentType = "text/markdown"
    _ = try await harness.model(.edit(post, source)).send("*Low water*")
    #expect(try PostEdit(#require(lastSent)).contentType == "text/markdown")
  }

  @Test func anEditKeepsARunningPollAndRefusesToReopenAnEndedOne() async throws {
    var status = post
    status.mediaAttachments = []
    status.poll = Poll(
      id: "p", expiresAt: Date.fixtureNow.addingTimeInterval(7200), multiple: true,
      options: [Poll.Option("Red"), Poll.Option("Green")])
    _ = try await harness.model(.edit(status, source(status))).send("Which lamp?")
    #expect(
      lastSent?.poll == PollDraft(options: ["Red", "Green"], seconds: 7200, multiple: true, hidesTotals: true))
    status.poll?.expired = true
    let ended = harness.model(.edit(status, source(status)))
    await #expect(throws: AppError.self) { try await ended.send("Which lamp was it?") }
    #expect(harness.sent.withLock { $0.count } == 1)
  }

  @Test func aFailedEditIsADraftOfThatEdit() async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await harness.model(.edit(post, source(post))).send("Seven.") }
    #expect(harness.savedDrafts.withLock { $0.map(\.content.editedStatusID) } == [post.id])
    let again = harness.model(.edit(post, source(post)))
    #expect(again.state.isResumed && again.state.lines == ["Seven."])
    #expect(again.state.noun == "edit")
    harness.serverError.withLock { $0 = nil }
    _ = try await again.send()
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func closingAnUnchangedEditSavesAndSaysNothing() async throws {
    let model = harness.model(.edit(post, source(post)))
    #expect(try await type("close", at: harness.verbs(model)).isScreen)
    #expect(harness.left == 1 && harness.log.withLock(\.isEmpty))
    let changed = harness.model(.edit(post, source(post)))
    changed.append("Bring a lamp.")
    #expect(try await type("close", at: harness.verbs(changed)).words == "Your edit is saved as a draft. [drafts]")
    // What is on disk stays there.
    let again = harness.model(.edit(post, source(post)))
    #expect(try await type("close", at: harness.verbs(again)).words == "Your edit is saved as a draft. [drafts]")
    #expect(harness.savedTexts == ["Low water at six.\nBring a lamp."])
  }

  @Test func theAltTextOfASentAttachmentIsChanged() async throws {
    harness.known.withLock { $0[post.id] = post }
    let verbs = harness.globalVerbs
    let response = try await type("edit id:\(post.id) --alt First. --alt Second.", at: verbs)
    #expect(response.words == "Edited your post. [history .]")
    let sent = try #require(lastSent)
    #expect(sent.text == "Source.")
    #expect(PostEdit(sent).media.map(\.description) == ["First.", "Second."])
    #expect(!harness.log.withLock { $0.contains { $0.hasPrefix("upload") } })
  }

  @Test func anotherAltTextThanThereAreAttachmentsIsRefused() async throws {
    harness.known.withLock { $0[post.id] = post }
    let verbs = harness.globalVerbs
    await #expect(throws: AppError.self) {
      try await type("edit id:\(post.id) --alt a --alt b --alt c", at: verbs)
    }
    #expect(harness.sent.withLock { $0.isEmpty })
  }

  @Test func theTextIsSafeBeforeAPostIsDeletedToBeWrittenAgain() async throws {
    harness.known.withLock { $0[post.id] = post }
    guard case .confirm(let question) = try await type("redraft id:\(post.id)", at: harness.globalVerbs) else {
      throw AppError.cancelled
    }
    #expect(harness.log.withLock { $0.isEmpty })
    _ = try await question.proceed()
    #expect(harness.log.withLock { $0 } == ["save Source.", "remove \(post.id)"])
    let draft = try #require(harness.savedDrafts.withLock { $0.first })
    #expect(draft.content.spoilerText == "lamps" && draft.content.visibility == .unlisted)
    #expect(draft.content.files.map(\.mediaID) == ["m1", "m2"] && draft.content.editedStatusID == nil)
  }

  @Test func apostThatCouldNotBeSavedIsNotDeleted() async throws {
    harness.known.withLock { $0[post.id] = post }
    guard case .confirm(let question) = try await type("redraft id:\(post.id)", at: harness.globalVerbs) else {
      throw AppError.cancelled
    }
    harness.diskError.withLock { $0 = AppError.fixtures.diskFull }
    await #expect(throws: AppError.fixtures.diskFull) { try await question.proceed() }
    #expect(harness.log.withLock { $0.isEmpty })
  }

  @Test func aRedraftDescribesItsAttachmentsWithoutUploadingThem() async throws {
    let model = harness.model(.redraft(post, source(post)))
    try model.describe(2, "A boat.")
    _ = try await model.send()
    let log = harness.log.withLock { $0.filter { !$0.hasPrefix("save") && !$0.hasPrefix("delete") } }
    #expect(log == ["describe m2: A boat.", "publish Low water at six."])
    #expect(lastSent?.files.map(\.mediaID) == ["m1", "m2"])
  }

  @Test(arguments: ["", "   "]) func emptyTextIsNoEdit(text: String) async throws {
    harness.known.withLock { $0[post.id] = post }
    let error = await #expect(throws: AppError.self) {
      try await harness.globalVerbs.type(words: ["edit", "id:\(post.id)", text])
    }
    #expect(error?.message == "The post is empty." && harness.log.withLock { $0.isEmpty })
  }

  @Test func anotherAccountsPostIsNotRedraftedThoughTheServerIsOutOfReach() async throws {
    harness.known.withLock { $0[Status.fixtures.plain.id] = Status.fixtures.plain }
    harness.serverError.withLock { $0 = .fixtures.offline }
    let verbs = harness.globalVerbs
    await #expect(
      throws: AppError.validation("That post is not yours.", suggestion: "Only your own posts can be changed.")
    ) { try await type("redraft id:\(Status.fixtures.plain.id)", at: verbs) }
  }
}
