public import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// The draft that an edit of a post begins with: everything that the post has.
  static func edit(of status: Status, _ source: StatusSource, at now: Date) -> StatusDraft {
    let status = status.displayed
    var content = StatusDraft(
      text: source.text, spoilerText: source.spoilerText ?? status.spoilerText, visibility: status.visibility,
      language: status.language,
      files: status.mediaAttachments.map(DraftFile.init(sent:)), sensitive: status.sensitive)
    content.poll = status.poll.map { poll in
      let left = poll.expiresAt.map { Int($0.timeIntervalSince(now)) } ?? PollDraft.standardSeconds
      return PollDraft(
        options: poll.options.map(\.title), seconds: poll.expired || left <= 0 ? 0 : max(left, 300),
        multiple: poll.multiple,
        hidesTotals: !poll.expired && poll.options.allSatisfy { $0.votesCount == nil })
    }
    content.editedStatusID = status.id
    content.contentType = source.contentType
    return content
  }

  /// The draft with which a post that is deleted is written again.
  static func redraft(of status: Status, _ source: StatusSource, at now: Date) -> StatusDraft {
    let status = status.displayed
    var content = edit(of: status, source, at: now)
    content.editedStatusID = nil
    content.inReplyToID = status.inReplyToID
    content.quotedStatusID = status.quote?.quotedStatusID
    if content.poll?.seconds == 0 { content.poll?.seconds = PollDraft.standardSeconds }
    return content
  }

  /// The services for deleting a post and writing it again.
  @MainActor
  public struct Redrafting {
    public var status: (Status.ID) async throws -> Status
    public var source: (Status.ID) async throws -> StatusSource
    /// Opens the model of a draft of this mode.
    public var model: (Mode) -> Model
    /// Deletes a post; its attachments stay.
    public var delete: (Status.ID) async throws -> Void
    /// The signed-in account, if it is known.
    public var me: () -> Account.ID?
    /// Opens a saved draft, and then has the first response; where no sheet can be opened, has the other.
    public var resume: (Draft, _ opened: Response, _ saved: Response) -> Response

    public init(
      status: @escaping (Status.ID) async throws -> Status,
      source: @escaping (Status.ID) async throws -> StatusSource,
      model: @escaping (Mode) -> Model, delete: @escaping (Status.ID) async throws -> Void,
      me: @escaping () -> Account.ID?, resume: @escaping (Draft, _ opened: Response, _ saved: Response) -> Response
    ) {
      self.status = status
      self.source = source
      self.model = model
      self.delete = delete
      self.me = me
      self.resume = resume
    }

    /// Loads a post of the user's with its source text.
    ///
    /// - Throws: ``AppError`` if it is not the user's.
    public func own(_ id: Status.ID) async throws -> (status: Status, source: StatusSource) {
      let status = try await status(id).displayed
      // Also where only the post is in the archive.
      if let refusal = status.refusalToOthers("changed", by: me()) { throw refusal }
      let source = try await source(status.id)
      return (status, source)
    }
  }

  @MainActor
  static func editVerbs(_ action: GlobalAction) -> [Verb] {
    [
      Verb(
        "edit", .status, Parameter<PostOptions>.editOptions, Parameter<String?>.optionalText(),
        help: "Change a post of yours; also a list, a filter, a group, a server or a draft",
        discussion: """
          With TEXT, the post gets that text at once; without it, its text opens in the composer. Everything else stays: \
          attachments with their alt text, the poll, the content warning, the language. --cw "" removes the content warning, \
          --alt TEXT sets the alt text of the first attachment, a second --alt that of the second. If the edit fails, it is \
          saved as a draft, and edit N continues it. --focus X,Y sets the focus of the attachments in the same way. --editor, \
          or -e, opens the text in your editor. history N shows what was changed.
          """
      ) { id, options, text in
        // Without a text, it stays as it is; an empty text comes most likely from a pipe that had none.
        if let text, !text.contains(where: { !$0.isWhitespace }) {
          throw AppError.validation("The post is empty.", suggestion: "Put the text after the command.")
        }
        return try await action.write(.edit(id), text, options)
      }.writingText,
      Verb(
        "redraft", .status, help: "Delete a post of yours and write it again (asks first)",
        discussion: """
          The text is saved as a draft with its attachments, poll and options before the post is deleted; then the draft opens. \
          The boosts, favourites and replies of the deleted post are lost. edit N changes a post without deleting it.
          """
      ) { id in
        try await redraftQuestion(id, action.redrafting)
      },
      Verb(
        "quote", .status, Parameter<PostOptions>.postOptions, Parameter<String?>.optionalText(),
        help: "Quote a post in a post of yours",
        discussion: "With TEXT, sends the post; without it, opens the composer. The options are those of post."
      ) { id, options, text in
        var options = options
        options.quote = id
        return try await action.write(.new, text, options)
      }.writingText,
    ]
  }

  /// Asks before a post is deleted and written again.
  @MainActor
  static func redraftQuestion(_ id: Status.ID, _ redrafting: Redrafting) async throws -> Response {
    let (status, source) = try await redrafting.own(id)
    return .confirm(
      Confirmation(
        "Delete your post “\(ExcerptText.of(status, limit: 40))” and write it again? "
          + "Its boosts, favourites and replies are lost."
      ) {
        try await rewrite(
          .redraft(status, source), redrafting, opened: "Deleted your post. Its text is here, to be sent again.",
          saved: "Deleted your post. Its text is saved as a draft.",
          data: [.init("deleted", .string(status.id.rawValue))]
        ) { try await redrafting.delete(status.id) }
      })
  }

  /// Saves the draft of a post, then takes that off the server, then opens the draft.
  @MainActor
  static func rewrite(
    _ mode: Mode, _ redrafting: Redrafting, opened: StyledText, saved: StyledText, data: [JSONValue.Member] = [],
    remove: () async throws -> Void
  ) async throws -> Response {
    let model = redrafting.model(mode)
    model.save()
    if let error = model.state.storage.error { throw error }
    do { try await remove() } catch {
      switch AppError(error).cause {
      // The post may be gone anyway, or its deletion waits.
      case .network, .cancelled: break
      default: model.deleteDraft()
      }
      throw error
    }
    let draft = model.state.draft
    return redrafting.resume(
      draft, .screenAfter(Toast(.success, opened)),
      .toast(Toast(.success, saved, hint: "draft \(draft.id)", data: data + [.init("draft", .string(draft.id))])))
  }
}

extension Parameter where Value == PostOptions {
  /// The options that a sent post can change.
  static var editOptions: Parameter {
    let warning = Parameter<String?>.option("cw", "WARNING")
    let language = Parameter<PostLanguage?>.languageOption
    let descriptions = Parameter<[String]>.options("alt", "TEXT")
    let points = Parameter<[FocalPoint?]>.focusOptions
    let sensitive = Parameter<String?>.option("sensitive", "VALUE", choices: ["on", "off"])
    let editor = Parameter<Bool>.flag("editor", short: "e")
    return Parameter(
      group: warning.descriptions + language.descriptions + descriptions.descriptions + points.descriptions
        + sensitive.descriptions + editor.descriptions
    ) { reader in
      let texts = try await descriptions.parse(reader).map(\.onOneLine)
      let points = try await points.parse(reader)
      var options = PostOptions(
        contentWarning: try await warning.parse(reader).map(\.onOneLine),
        language: try await language.parse(reader),
        files: (0..<max(texts.count, points.count)).map { index in
          PostOptions.File(
            path: "", description: texts.indices.contains(index) ? texts[index] : nil,
            focus: points.indices.contains(index) ? points[index] : nil)
        },
        sensitive: try await sensitive.parse(reader).map { $0 == "on" })
      options.opensEditor = try await editor.parse(reader)
      return options
    }
  }
}
