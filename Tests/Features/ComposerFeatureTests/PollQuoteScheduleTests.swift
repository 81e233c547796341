import FeatureKit
import FoundationEssentials
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature
@testable import MastodonKit

/// Polls, quotes and scheduled posts.
@MainActor
@Suite struct PollQuoteScheduleTests {
  let harness = ComposerHarness()

  private var lastSent: StatusDraft? { harness.sent.withLock { $0.last?.content } }

  @Test func aPollIsSentWithItsOptions() async throws {
    let line = "post --poll Red --poll Green --multiple --hide-totals --ends 3d Which lamp?"
    #expect(try await type(line, at: harness.globalVerbs).words == "Sent. [open .]")
    #expect(
      lastSent?.poll
        == PollDraft(options: ["Red", "Green"], seconds: 259_200, multiple: true, hidesTotals: true))
  }

  @Test(arguments: [
    ("--poll Red Hm?", "A poll needs at least two options."),
    ("--poll Red --poll Red Hm?", "Two options of the poll are the same."),
    ("--poll a --poll b --poll c --poll d --poll e Hm?", "A poll can have at most 4 options on this server."),
    ("--poll a --poll b --ends 1m Hm?", "A poll runs from 5 minutes to 30 days on this server."),
    ("--multiple Hm?", "There is no poll for --multiple, --hide-totals and --ends."),
    ("--poll a --poll b --quote id:12345 Hm?", "A post that quotes another can have neither attachments nor a poll."),
  ])
  func aPollThatTheServerWouldRefuseIsNotSent(_ line: String, _ message: String) async throws {
    let verbs = harness.globalVerbs
    let error = await #expect(throws: AppError.self) { try await type("post \(line)", at: verbs) }
    #expect(error?.message == message)
    #expect(harness.sent.withLock { $0.isEmpty })
  }

  @Test func aPollIsMadeAndRemovedInTheComposer() async throws {
    let model = harness.model()
    let verbs = harness.verbs(model)
    #expect(try await type("poll Red Green --ends 6h", at: verbs).words == "Poll: Red, Green · 6 hours")
    #expect(try await type("poll --multiple", at: verbs).words == "Poll: Red, Green · 6 hours · several choices")
    #expect(harness.savedDrafts.withLock { $0.first?.content.poll?.options } == ["Red", "Green"])
    #expect(try await type("poll off", at: verbs).words == "No poll.")
    _ = try await type("undo", at: verbs)
    #expect(model.state.draft.content.poll != nil)
  }

  @Test func aPollWithoutATextIsKeptAsADraft() async throws {
    let model = harness.model()
    _ = try await type("poll Red Green", at: harness.verbs(model))
    model.close()
    #expect(harness.savedDrafts.withLock { $0.first?.content.poll?.options } == ["Red", "Green"])
    #expect(!model.state.isUntouched)
    #expect(Composer.excerpt(model.state.draft) == "Poll: Red, Green · 1 day")
  }

  @Test func aQuoteIsSentWithThePostThatItQuotes() async throws {
    _ = try await type("quote id:123456 --quotes followers Worth a walk.", at: harness.globalVerbs)
    #expect(lastSent?.quotedStatusID == "123456" && lastSent?.quotePolicy == .followers)
  }

  @Test func aPostThatDoesNotAllowQuotesIsNotQuoted() async throws {
    var status = Status.fixtures.plain
    status.quoteApproval = QuoteApproval(currentUser: .denied)
    harness.known.withLock { $0[status.id] = status }
    let model = harness.model()
    let verbs = harness.verbs(model)
    await #expect(throws: AppError.self) { try await type("quote id:\(status.id)", at: verbs) }
    #expect(model.state.draft.content.quotedStatusID == nil)
    status.quoteApproval = QuoteApproval(currentUser: .automatic)
    harness.known.withLock { $0[status.id] = status }
    #expect(try await type("quote id:\(status.id)", at: verbs).words?.hasPrefix("Quoting Heron") == true)
    #expect(try await type("quote off", at: verbs).words == "No quote.")
    #expect(model.state.draft.quoting == nil)
  }

  @Test func apostIsScheduledAndTheTimeIsSaidWithItsZone() async throws {
    let model = harness.model()
    model.append("Low water.")
    let verbs = harness.verbs(model)
    let said = try await type("at 2h", at: verbs).words
    #expect(said?.hasSuffix(" UTC, in 2 hours.") == true)
    let response = try await type("send", at: verbs).words
    #expect(response?.hasPrefix("Scheduled for ") == true && response?.hasSuffix("[scheduled]") == true)
    #expect(lastSent?.scheduledAt == Date.fixtureNow.addingTimeInterval(7200))
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func postThatIsPublishedAtOnceIsSaidAndLeavesNoDraft() async throws {
    harness.publishesAtOnce.withLock { $0 = true }
    let model = harness.model()
    model.append("Low water.")
    let verbs = harness.verbs(model)
    _ = try await type("at 2h", at: verbs)
    guard case .toast(let toast) = try await type("send", at: verbs) else {
      throw AppError.cancelled
    }
    #expect(toast.text.plain == "Published at once: \(Status.fixtures.own.url ?? "")")
    #expect(toast.dropped == ["schedule"] && toast.made == .status(Status.fixtures.own.id))
    #expect(harness.savedDrafts.withLock { $0.isEmpty })
  }

  @Test func quoteWiderThanTheQuotedPostIsRefused() async throws {
    var status = Status.fixtures.own
    status.visibility = .private
    status.account.id = Account.fixtures.you.id
    harness.known.withLock { $0[status.id] = status }
    await #expect(throws: AppError.self) {
      try await type("quote id:\(status.id) --visibility public Look.", at: harness.globalVerbs)
    }
    #expect(harness.sent.withLock { $0.isEmpty })
    _ = try await type("quote id:\(status.id) --visibility followers Look.", at: harness.globalVerbs)
    #expect(lastSent?.quotedStatusID == status.id)
  }

  @Test func aTimeThatIsTooSoonIsRefused() async throws {
    let model = harness.model()
    let verbs = harness.verbs(model)
    await #expect(throws: AppError.self) { try await type("at 4m", at: verbs) }
    await #expect(throws: AppError.self) { try await type("at whenever", at: verbs) }
    let error = await #expect(throws: AppError.self) {
      try await model.send("Low water.", options: PostOptions(scheduledAt: Date.fixtureNow.addingTimeInterval(60)))
    }
    #expect(error?.message == "That is too soon: schedule it at least five minutes ahead.")
    #expect(harness.sent.withLock { $0.isEmpty })
  }

  /// By the time that the server has it, less than five minutes are left.
  @Test func fiveMinutesAreNotTooSoon() async throws {
    _ = try await harness.model().send(
      "Low water.", options: PostOptions(scheduledAt: Date.fixtureNow.addingTimeInterval(299)))
    #expect(lastSent?.scheduledAt == Date.fixtureNow.addingTimeInterval(315))
  }

  @Test func scheduledPostsAreMovedCanceledAndWrittenAgain() async throws {
    let verbs = harness.globalVerbs
    guard case .view(let view) = try await type("scheduled", at: verbs) else { throw AppError.cancelled }
    #expect(text(view(Layout(now: .fixtureNow))).contains("Low water."))
    guard case .confirm(let question) = try await type("scheduled cancel id:77777", at: verbs) else {
      throw AppError.cancelled
    }
    #expect(harness.log.withLock { $0.isEmpty })
    _ = try await question.proceed()
    _ = try await type("scheduled edit id:77777", at: verbs)
    #expect(harness.log.withLock { $0 } == ["cancel 77777", "save Low water.", "cancel 77777"])
    #expect(harness.savedDrafts.withLock { $0.first?.content.scheduledAt } == .fixture(minutesAgo: -300))
  }

  @Test func movingAScheduledPostIsUndoneByMovingItBack() async throws {
    let later = MastodonDate.format(.fixture(minutesAgo: -120))
    guard case .toast(let toast) = try await type("scheduled move id:77777 \(later)", at: harness.globalVerbs) else {
      throw AppError.cancelled
    }
    let before = MastodonDate.format(.fixture(minutesAgo: -300))
    #expect(toast.undo == .command("scheduled move id:77777 \(before)"))
    _ = try await type("scheduled move id:77777 \(before)", at: harness.globalVerbs)
    #expect(harness.log.withLock(\.last) == "move 77777 to \(before)")
  }

  @Test(arguments: [(MastodonError.cancelled, true), (.rejected(host: "shore.example", words: "No."), false)])
  func draftOfAScheduledPostThatMayBeGoneStays(_ error: MastodonError, _ stays: Bool) async throws {
    harness.serverError.withLock { $0 = error }
    await #expect(throws: MastodonError.self) { try await type("scheduled edit id:77777", at: harness.globalVerbs) }
    #expect(harness.savedTexts == (stays ? ["Low water."] : []))
  }
}
