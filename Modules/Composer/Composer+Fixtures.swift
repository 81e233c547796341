import FeatureKit
import FoundationEssentials
public import MastodonKit

extension Composer.Limits {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let mastodon = Composer.Limits(maxCharacters: 500, charactersPerURL: 23)
    /// A server with a very low limit.
    public let strict = Composer.Limits(maxCharacters: 40, charactersPerURL: 23)
  }
}

extension Composer.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = Composer.State.fixture("")
    /// A reply that has only its mentions.
    public let replyBegun = Composer.State.fixture(replyingTo: Status.fixtures.threadQuestion, adding: [])
    /// A reply of two lines.
    public let reply = Composer.State.fixture(
      replyingTo: Status.fixtures.threadQuestion, adding: ["Straw and tar paper,", "like my grandfather."])
    /// A reply to a post that is not loaded yet.
    public let postNotLoaded = Composer.State.fixture("Straw and tar paper.", answering: "117654300000000001")
    /// Several paragraphs, with a link.
    public let long = Composer.State.fixture(
      """
      Three jars left of the lime honey, and I am told that this is a waiting list.

      The prices are where they always are, https://wren.example/prices/2026/november/honey-and-wax, and the door is open \
      when the kettle is on.

      Bring the old jars. Not your aunt's. She knows why.
      """)
    public let overLimit = Composer.State.fixture(
      "Seventeen syllables would have been enough for this.", limits: .fixtures.strict)
    public let contentWarning = Composer.State.fixture(
      "The third hive is not speaking to me either. Photographs when the swelling goes down.",
      spoilerText: "bees, a sting", visibility: .unlisted)
    /// With two attachments, one of them with alt text.
    public let attachments = Composer.State.fixture(
      "Low water at six.",
      files: [
        DraftFile(path: "/home/you/heron.jpg", description: "A heron on one leg at the edge of a canal, in fog."),
        DraftFile(path: "/home/you/weir.ogg"),
      ])
    public let direct = Composer.State.fixture(
      replyingTo: Status.fixtures.direct, adding: ["Key is under the third pot."])
    /// While it is sent.
    public let sending = Composer.State.fixture("Low water at six. Going.") { $0.delivery = .sending }
    public let failed = Composer.State.fixture(
      replyingTo: Status.fixtures.threadQuestion, adding: ["Straw and tar paper."],
      error: AppError.fixtures.timedOut)
    /// Wide characters, joined emoji and another direction.
    public let wideCharacters = Composer.State.fixture(
      "活字を一本落としました。見つけた人は「の」です。\n👩🏽‍🔧🚲 と 🇯🇵\nالقهوة على الجيران", language: "ja")
    /// A saved draft that was opened again.
    public let resumed = Composer.State.fixture(
      "I have been thinking about the lock gate, and about whoever painted it", minutesAgo: 190, isResumed: true)
    /// The draft could not be saved because the disk is full.
    public let notSaved = Composer.State.fixture(
      "Low water at six. Going.", storage: .notSaved(AppError.fixtures.diskFull, hasEarlierVersion: false))
    public let poll = Composer.State.fixture("Which lamp for the lock gate?") {
      $0.content.poll = PollDraft(options: ["The red one", "The green one"], seconds: 3 * 86_400, multiple: true)
      $0.content.scheduledAt = .fixture(minutesAgo: -1050)
    }
    /// A quote that only followers may quote.
    public let quote = Composer.State.fixture("Worth a walk.") {
      $0.content.quotedStatusID = Status.fixtures.plain.id
      $0.quoting = Composer.summary(of: Status.fixtures.plain)
      $0.content.quotePolicy = .followers
    }
    /// A post that was sent, with its attachment.
    public let edit = Composer.State.fixture("Low water at seven.") {
      $0.content.editedStatusID = Status.fixtures.own.id
      var file = DraftFile(
        path: "https://sandbox.example/media/heron.jpg", description: "A heron on one leg.", mediaID: "m1")
      file.sentKind = .image
      $0.content.files = [file]
    }
    /// A name and a text with terminal control sequences.
    public let hostile = Composer.State.fixture(
      replyingTo: Status.fixtures.hostile, adding: ["\u{1B}[2Jno \u{202E}thank you\u{7}"])
  }

  static let postFixtures = PostFixtures()

  /// States that differ in the preview of the post.
  final class PostFixtures: Sendable {
    let empty = Composer.State.fixtures.empty
    let reply = Composer.State.fixtures.reply
    let long = Composer.State.fixtures.long
    let overLimit = Composer.State.fixtures.overLimit
    let contentWarning = Composer.State.fixtures.contentWarning
    let attachments = Composer.State.fixtures.attachments
    let poll = Composer.State.fixtures.poll
    let quote = Composer.State.fixtures.quote
    let wideCharacters = Composer.State.fixtures.wideCharacters
  }

  fileprivate static func fixture(
    _ text: String, spoilerText: String = "", visibility: Visibility = .public, language: String = "en",
    limits: Composer.Limits = .fixtures.mastodon, minutesAgo: Int = 1, isResumed: Bool = false,
    storage: Composer.Storage = .saved, answering id: Status.ID? = nil,
    files: [DraftFile] = []
  ) -> Composer.State {
    Composer.State(
      draft: Draft(
        id: "draft0001", account: "you@sandbox.example",
        content: StatusDraft(
          text: text, spoilerText: spoilerText, visibility: visibility, language: language, inReplyToID: id,
          files: files),
        updatedAt: .fixture(minutesAgo: minutesAgo)),
      author: Account.fixtures.you, limits: limits, isResumed: isResumed, storage: storage)
  }

  fileprivate static func fixture(_ text: String, change: (inout Draft) -> Void) -> Composer.State {
    var state = fixture(text)
    change(&state.draft)
    return state
  }

  fileprivate static func fixture(
    replyingTo status: Status, adding lines: [String], error: AppError? = nil
  ) -> Composer.State {
    var content = Composer.reply(to: status, by: Account.fixtures.you)
    for line in lines { content.text = Composer.appending(line, to: content.text, isReply: true) }
    return Composer.State(
      draft: Draft(
        id: "draft0002", account: "you@sandbox.example", content: content, replyingTo: Composer.summary(of: status),
        updatedAt: .fixture(minutesAgo: 1)),
      author: Account.fixtures.you, limits: .fixtures.mastodon, error: error)
  }
}

extension Composer {
  /// The saved drafts, as their list shows them.
  public struct DraftList: Hashable, Sendable {
    /// The drafts, the last changed first.
    public var drafts: [Draft]

    public init(_ drafts: [Draft] = []) { self.drafts = drafts }

    public static let fixtures = Fixtures()

    public final class Fixtures: Sendable {
      public let empty = DraftList()
      public let one = DraftList([Composer.State.fixtures.resumed.draft])
      /// A reply, two posts, an empty draft, one with wide characters and one with control sequences.
      public let many = DraftList(
        [
          Composer.State.fixtures.failed, Composer.State.fixtures.long, Composer.State.fixtures.resumed,
          Composer.State.fixtures.wideCharacters, Composer.State.fixtures.empty, Composer.State.fixtures.hostile,
        ].enumerated().map { index, state in
          var draft = state.draft
          draft.id = "draft000\(index + 1)"
          draft.updatedAt = .fixture(minutesAgo: 3 + 40 * index * index)
          return draft
        })
    }
  }
}

extension Composer {
  /// The scheduled posts, as their list shows them.
  public struct ScheduledList: Hashable, Sendable {
    public var posts: [ScheduledStatus]

    public init(_ posts: [ScheduledStatus] = []) { self.posts = posts }

    public static let fixtures = Fixtures()

    public final class Fixtures: Sendable {
      public let empty = ScheduledList()
      /// A post for tonight, and one with a poll and a warning for next year.
      public let many = ScheduledList([
        ScheduledStatus(
          id: "2", scheduledAt: .fixture(minutesAgo: -400 * 1440),
          params: ScheduledStatus.Params(
            text: "Which lamp for the lock gate?",
            poll: ScheduledStatus.Params.Poll(options: ["Red", "Green"], expiresIn: 86_400), spoilerText: "lamps",
            visibility: .unlisted)),
        ScheduledStatus(
          id: "1", scheduledAt: .fixture(minutesAgo: -300),
          params: ScheduledStatus.Params(text: "Low water at six.", visibility: .public, language: "en")),
      ])
      public let hostile = ScheduledList([
        ScheduledStatus(
          id: "3", scheduledAt: .fixture(minutesAgo: -30),
          params: ScheduledStatus.Params(text: "\u{1B}[2Jgone\u{7}", spoilerText: "\u{202E}warning\nof two lines"))
      ])
    }
  }
}

extension Composer.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Composer.Action(
      append: { _ in }, changeLine: { _, _ in }, removeLine: { _ in "" }, undo: { "" },
      attachments: Composer.AttachmentAction(
        attach: { DraftFile(path: $0, description: $1 ?? "") }, describe: { _, _ in }, suggestion: { _ in "" },
        detach: { _ in DraftFile(path: "") }, focus: { _, _ in }, setThumbnail: { _, _ in }, move: { _, _ in }),
      replaceText: { _ in false }, set: { _ in },
      send: { .posted(Status.fixtures.own) }, remove: { _, _ in }, quote: { _ in }, split: {},
      misspelt: { _ in [] }, discard: {}, close: {})
  }
}

extension Composer.GlobalAction {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Composer.GlobalAction(
      write: { _, _, _ in .nothing },
      redrafting: Composer.Redrafting(
        status: { _ in throw MastodonError.fixtures.offline },
        source: { _ in throw MastodonError.fixtures.offline }, model: { Composer.Model(fixture: $0) },
        delete: { _ in }, me: { Account.fixtures.you.id }, resume: { _, _, saved in saved }),
      holder: Composer.Holder(
        seconds: { nil }, wait: { _ in }, drafts: .none, model: { _, _ in nil }, report: { _ in },
        withdraw: { _ in false }
      ),
      schedule: ScheduleService(
        all: { _ in Page([]) },
        move: { id, date in ScheduledStatus(id: id, scheduledAt: date, params: .init(text: "")) },
        cancel: { _ in }),
      drafts: { [] }, limits: { .fixtures.mastodon }, findFile: { _, _ in },
      delete: { _ in })
  }
}

extension Composer.Model {
  /// Creates a model that saves nothing and sends to nobody.
  convenience init(fixture mode: Composer.Mode) {
    self.init(
      mode: mode, account: "you@sandbox.example", author: Account.fixtures.you, limits: .fixtures.mastodon,
      publishing: PublishingService(
        publish: { _, _ in Status.fixtures.own }, find: { _, _, _ in nil },
        schedule: { _, _ in .published(Status.fixtures.own) }, edit: { _ in Status.fixtures.own }),
      inTurn: { _, _, _, send in try await send() }, holder: nil, drafts: .none,
      lookup: Composer.Lookup(
        status: { _ in Status.fixtures.plain }, own: { _ in throw MastodonError.fixtures.offline },
        author: { (Account.fixtures.you, .fixtures.mastodon) }, newerAuthor: { nil },
        account: { _ in Account.fixtures.rook }),
      attachments: Composer.AttachmentService(
        find: { path, _, _ in path }, upload: { _ in "1" }, update: { _ in },
        suggestion: { _ in "" }),
      makeID: { "draft0001" }, now: { .fixtureNow })
  }
}

extension DraftService {
  fileprivate static let none = DraftService(
    all: { [] }, save: { _ in }, delete: { _ in }, take: { _ in }, conflict: { _ in nil },
    changes: { AsyncThrowingStream { $0.finish() } })
}
