import FeatureKit
import FoundationEssentials
public import MastodonKit

extension Composer.Limits {
  /// Limits of servers.
  public static let fixtures = Fixtures()

  /// What two servers allow.
  public struct Fixtures: Sendable {
    /// Mastodon's.
    public let mastodon = Composer.Limits(maxCharacters: 500, charactersPerURL: 23)
    /// A server's that allows next to nothing.
    public let strict = Composer.Limits(maxCharacters: 40, charactersPerURL: 23)
  }
}

extension Composer.State {
  /// The sheet in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the sheet can look.
  public struct Fixtures: Sendable {
    /// Nothing is written.
    public let empty = Composer.State.fixture("")
    /// An answer that is begun; the mention is there already.
    public let replyBegun = Composer.State.fixture(replyingTo: Status.fixtures.threadQuestion, adding: [])
    /// An answer of two lines.
    public let reply = Composer.State.fixture(
      replyingTo: Status.fixtures.threadQuestion, adding: ["Straw and tar paper,", "like my grandfather."])
    /// An answer to a post that could not be seen.
    public let unaddressed = Composer.State.fixture("Straw and tar paper.", answering: "117654300000000001")
    /// Several paragraphs, with a link.
    public let long = Composer.State.fixture(
      """
      Three jars left of the lime honey, and I am told that this is a waiting list.

      The prices are where they always are, https://wren.example/prices/2026/november/honey-and-wax, and the door is open \
      when the kettle is on.

      Bring the old jars. Not your aunt's. She knows why.
      """)
    /// More than the server takes.
    public let overLimit = Composer.State.fixture(
      "Seventeen syllables would have been enough for this.", limits: .fixtures.strict)
    /// With a content warning.
    public let contentWarning = Composer.State.fixture(
      "The third hive is not speaking to me either. Photographs when the swelling goes down.",
      spoilerText: "bees, a sting", visibility: .unlisted)
    /// With two files, one of them described.
    public let files = Composer.State.fixture(
      "Low water at six.",
      files: [
        DraftFile(path: "/home/you/heron.jpg", description: "A heron on one leg at the edge of a canal, in fog."),
        DraftFile(path: "/home/you/weir.ogg"),
      ])
    /// For one person's eyes.
    public let direct = Composer.State.fixture(
      replyingTo: Status.fixtures.direct, adding: ["Key is under the third pot."])
    /// On its way.
    public let sending = Composer.State.fixture("Low water at six. Going.", phase: .sending)
    /// It did not get through.
    public let failed = Composer.State.fixture(
      replyingTo: Status.fixtures.threadQuestion, adding: ["Straw and tar paper."],
      phase: .failed(AppError.fixtures.timedOut))
    /// Wide characters, joined emoji and another direction.
    public let wideCharacters = Composer.State.fixture(
      "活字を一本落としました。見つけた人は「の」です。\n👩🏽‍🔧🚲 と 🇯🇵\nالقهوة على الجيران", language: "ja")
    /// A kept draft that was taken up again.
    public let resumed = Composer.State.fixture(
      "I have been thinking about the lock gate, and about whoever painted it", minutesAgo: 190, isResumed: true)
    /// The disk is full.
    public let unkept = Composer.State.fixture("Low water at six. Going.", unkept: AppError.fixtures.diskFull)
    /// Somebody's name and words that try to take over the terminal.
    public let hostile = Composer.State.fixture(
      replyingTo: Status.fixtures.hostile, adding: ["\u{1B}[2Jno \u{202E}thank you\u{7}"])
  }

  /// The states worth looking at as posts.
  static let postFixtures = PostFixtures()

  /// One state for each way that the post's preview can look.
  struct PostFixtures: Sendable {
    let empty = Composer.State.fixtures.empty
    let reply = Composer.State.fixtures.reply
    let long = Composer.State.fixtures.long
    let overLimit = Composer.State.fixtures.overLimit
    let contentWarning = Composer.State.fixtures.contentWarning
    let files = Composer.State.fixtures.files
    let wideCharacters = Composer.State.fixtures.wideCharacters
  }

  fileprivate static func fixture(
    _ text: String, spoilerText: String = "", visibility: Visibility = .public, language: String = "en",
    limits: Composer.Limits = .fixtures.mastodon, phase: Phase = .editing, minutesAgo: Int = 1, isResumed: Bool = false,
    unkept: AppError? = nil, answering id: Status.ID? = nil,
    files: [DraftFile] = []
  ) -> Composer.State {
    Composer.State(
      draft: Draft(
        id: "draft0001", account: "you@sandbox.example",
        content: StatusDraft(
          text: text, spoilerText: spoilerText, visibility: visibility, language: language, inReplyToID: id,
          files: files),
        updatedAt: .fixture(minutesAgo: minutesAgo)),
      author: Account.fixtures.you, limits: limits, phase: phase, isResumed: isResumed, unkept: unkept)
  }

  fileprivate static func fixture(
    replyingTo status: Status, adding lines: [String], phase: Phase = .editing
  ) -> Composer.State {
    var content = Composer.reply(to: status, by: Account.fixtures.you)
    for line in lines { content.text = Composer.appending(line, to: content.text, isReply: true) }
    return Composer.State(
      draft: Draft(
        id: "draft0002", account: "you@sandbox.example", content: content, replyingTo: Composer.summary(of: status),
        updatedAt: .fixture(minutesAgo: 1)),
      author: Account.fixtures.you, limits: .fixtures.mastodon, phase: phase)
  }
}

extension Composer {
  /// The kept drafts, as the list of them shows them.
  public struct DraftList: Hashable, Sendable {
    /// The drafts, the last changed first.
    public var drafts: [Draft]

    /// Makes a list.
    public init(_ drafts: [Draft] = []) { self.drafts = drafts }

    /// The list in fixed states.
    public static let fixtures = Fixtures()

    /// One state for each way that the list can look.
    public struct Fixtures: Sendable {
      /// None is kept.
      public let empty = DraftList()
      /// One is kept.
      public let one = DraftList([Composer.State.fixtures.resumed.draft])
      /// An answer, a post, one with nothing in it, one in wide characters and one that is hostile.
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

extension Composer.Action {
  /// Actions for previews and tests.
  public static var fixtures: Fixtures { Fixtures() }

  /// Actions that do nothing of their own.
  @MainActor
  public struct Fixtures {
    /// Answers every request at once and changes nothing.
    public let idle = Composer.Action(
      append: { _ in }, changeLine: { _, _ in }, removeLine: { _ in "" }, undo: { "" },
      files: Composer.FileAction(
        attach: { DraftFile(path: $0, description: $1 ?? "") }, describe: { _, _ in },
        detach: { _ in DraftFile(path: "") }),
      set: { _ in },
      send: { Status.fixtures.own },
      discard: {}, close: {})
  }
}
