import FoundationEssentials

extension StatusEdit {
  /// How a status came to be what it is.
  public static let fixtures = Fixtures()

  /// Histories of statuses, oldest version first.
  public struct Fixtures: Sendable {
    /// The two versions of ``Status/Fixtures/edited``.
    public var history: [StatusEdit] {
      let status = Status.fixtures.edited
      return [
        StatusEdit(
          content: "<p>The reading room is open until nine tonight.</p>", createdAt: status.createdAt,
          account: status.account),
        StatusEdit(
          content: status.content, createdAt: status.editedAt ?? status.createdAt, account: status.account),
      ]
    }
    /// One that gained a warning, a picture and a poll, each in a version of its own.
    public var everything: [StatusEdit] {
      var edit = StatusEdit(
        content: "<p>Which pot?</p>", createdAt: .fixture(minutesAgo: 5000), account: Account.fixtures.pool)
      var edits = [edit]
      edit.spoilerText = "food"
      edit.sensitive = true
      edit.createdAt = .fixture(minutesAgo: 4990)
      edits.append(edit)
      edit.mediaAttachments = [MediaAttachment.fixtures.heron]
      edit.createdAt = .fixture(minutesAgo: 4980)
      edits.append(edit)
      edit.poll = Poll(options: [Poll.Option(title: "the blue one"), Poll.Option(title: "the one that leaks")])
      edit.emojis = [CustomEmoji.fixtures.kettle]
      edit.createdAt = .fixture(minutesAgo: 4970)
      return edits + [edit]
    }
  }
}

extension Translation {
  /// Translations of statuses.
  public static let fixtures = Fixtures()

  /// One translation for each way it can look.
  public struct Fixtures: Sendable {
    /// Of a text and no more, ``Status/Fixtures/wideCharacters``.
    public let text = Translation(
      content: """
        <p>Fog on the canal this morning; only the voices from the far bank could be heard. Was 👩‍👩‍👧‍👦 waving, or was \
        it a bird? It was a duck.</p>
        """,
      language: "en", detectedSourceLanguage: "ja", provider: "The Ferry at sandbox.example")
    /// Of a text with a warning, a poll and a picture.
    public let everything = Translation(
      content: "<p>今日は泳ぎましたか。</p>", spoilerText: "冷たい水", language: "ja",
      poll: Poll(id: "301", options: [Poll.Option(title: "はい"), Poll.Option(title: "いいえ")]),
      mediaAttachments: [Attachment(id: "201", description: "霧の運河の縁に一本足で立つ鷺。")],
      detectedSourceLanguage: "en", provider: "The Ferry at sandbox.example")
    /// Both.
    public var all: [Translation] { [text, everything] }
  }
}

extension ScheduledStatus {
  /// The user's scheduled posts.
  public static let fixtures = Fixtures()

  /// One scheduled status for each way it can look, soonest first.
  public struct Fixtures: Sendable {
    /// Text alone.
    public let plain = ScheduledStatus(
      id: "1001", scheduledAt: .fixture(hoursAgo: -2),
      params: Params(text: "Has anybody seen my pump? It answers to nothing.", visibility: .public, language: "en"))
    /// A reply for followers, with a content warning and an image.
    public var picture: ScheduledStatus {
      let medium = MediaAttachment.fixtures.heron
      return ScheduledStatus(
        id: "1002", scheduledAt: .fixture(daysAgo: -1),
        params: Params(
          text: "Found it. Do not ask.", mediaIDs: [medium.id], sensitive: true, spoilerText: "bicycles",
          visibility: .private, inReplyToID: Status.fixtures.reply.id, language: "en"),
        mediaAttachments: [medium])
    }
    /// A poll, at New Year.
    public let poll = ScheduledStatus(
      id: "1003", scheduledAt: .fixture(daysAgo: -40, hoursAgo: -12),
      params: Params(
        text: "Resolutions?",
        poll: Params.Poll(options: ["a new chain", "flatter hills"], expiresIn: 86_400, multiple: true),
        visibility: .unlisted))
    /// One of each, soonest first.
    public var all: [ScheduledStatus] { [plain, picture, poll] }
  }
}
