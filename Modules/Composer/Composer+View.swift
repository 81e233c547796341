public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Composer {
  /// The sheet as text: the lines, the attachments, and what prevents sending.
  ///
  /// As JSON it is `{screen, draft, items: [{line, text}]}`; ``draftData(_:)`` documents `draft`, which here also has
  /// `characters`, `characters_left` and `phase` (`editing`, `sending` or an error's code).
  public static func view(_ state: State, layout: Layout) -> Document {
    var document = Document(
      kind: "composer", title: title(state),
      blocks: head(state, layout: layout) + lines(state) + attachmentBlocks(state)
        + details(state, layout: layout) + notices(state),
      hint: Hint(
        [.kept("/send"), "/preview", .kept("/close"), "/cw TEXT"] + (state.isEdit ? [] : ["/visibility WHO"])
          + [.kept("/discard"), .kept("/help")]),
      data: [.init("draft", sheetData(state))])
    document.audience = state.draft.content.visibility.audience
    return document
  }

  /// `Reply to Rook · public · English`.
  private static func title(_ state: State) -> Document.Title {
    var text = StyledText(state.isEdit ? "Edit post" : "New post", .title)
    if state.isReply {
      let name = target(state.draft.replyingTo ?? "").name
      text = StyledText(name.isEmpty ? "Reply" : "Reply to \(Sanitizer.oneLine(name))", .title)
    }
    text += StyledText(" · \(state.draft.content.visibility.word)", .secondary)
    if let code = state.draft.content.language { text += StyledText(" · \(PostLanguage(code: code).name)", .secondary) }
    return Document.Title(text, note: room(state))
  }

  /// `500 left` or `12 too many`.
  static func room(_ state: State) -> StyledText {
    let left = state.charactersLeft
    return left < 0 ? StyledText("\(-left) too many", .error) : StyledText("\(left) left", .secondary)
  }

  private static func head(_ state: State, layout: Layout) -> [Block] {
    var blocks: [Block] = []
    if state.isReply, let summary = state.draft.replyingTo {
      let excerpt = target(summary).excerpt
      if !excerpt.isEmpty { blocks.append(.quote([.paragraph(StyledText(Sanitizer.oneLine(excerpt), .secondary))])) }
    }
    if state.isReply, state.draft.replyingTo == nil {
      blocks.append(
        .paragraph(StyledText("The post isn't loaded yet; mentions are added when the reply is sent.", .secondary)))
    }
    if state.isResumed {
      let age = RelativeTime(state.draft.updatedAt, in: layout).spoken
      blocks.append(.paragraph(StyledText("Draft, last changed \(age).", .secondary)))
    }
    let warning = Sanitizer.oneLine(state.draft.content.spoilerText)
    if !warning.isEmpty { blocks.append(.paragraph(StyledText("Content warning: \(warning)", .warning))) }
    return blocks
  }

  /// Each line with its number, for `/edit N`.
  private static func lines(_ state: State) -> [Block] {
    let lines = state.lines
    guard !lines.isEmpty else {
      return [
        .paragraph(StyledText("Type the post line by line. A line that starts with / is a command.", .secondary))
      ]
    }
    return lines.enumerated().map { index, line in
      let isBlank = line.allSatisfy(\.isWhitespace)
      var item = Item(
        number: index + 1, blocks: [.paragraph(StyledText(line))], spoken: isBlank ? "Empty line." : line,
        references: [Reference(kind: .line, id: String(index + 1))],
        data: ["line": .int(index + 1), "text": .string(line)])
      // A line is read as it will be sent.
      item.speech = .exact
      return .item(item)
    }
  }

  /// The quote, the poll, the time and what else was chosen.
  private static func details(_ state: State, layout: Layout) -> [Block] {
    let content = state.draft.content
    var texts = [sensitiveText(state), quoteText(state), content.poll.map { "Poll: \(pollText($0))" }]
    texts.append(content.quotePolicy.map(meaning))
    texts.append(content.contentType.map { "Format: \(Sanitizer.oneLine(PostOptions.format(ofContentType: $0)))" })
    texts.append(content.scheduledAt.map { "To be posted \(timeText($0, layout))" })
    return texts.compactMap(\.self).map { .paragraph(StyledText($0, .secondary)) }
  }

  /// Whether the attachments are marked as sensitive, where that was chosen.
  static func sensitiveText(_ state: State) -> String? {
    let content = state.draft.content
    return content.sensitive == true && !content.files.isEmpty ? "The attachments are marked as sensitive." : nil
  }

  /// The reasons that prevent sending, and errors.
  private static func notices(_ state: State) -> [Block] {
    var blocks: [Block] = []
    if let parts = state.parts {
      blocks.append(.paragraph(StyledText("A thread of \(CountText.of(parts.count, "post")).", .secondary)))
    }
    if state.charactersLeft < 0, state.parts == nil {
      let message = "The \(state.noun) is \(characterText(-state.charactersLeft)) too long."
      blocks.append(.paragraph(StyledText(message, .error)))
    } else if let problem = state.problemOfDetails {
      blocks.append(.paragraph(StyledText(problem.message, .error)))
    }
    if state.isSending { blocks.append(.paragraph(StyledText("Sending…", .secondary))) }
    if state.error == nil, state.draft.delivery.isQueued {
      blocks.append(.paragraph(StyledText(state.kept, .secondary)))
    }
    if let error = state.error {
      let saved = state.storage.error == nil ? " \(state.kept)" : ""
      blocks += alert(
        "\(error.message)\(saved)", .error,
        error.isRetryable ? "Try again with /send." : error.suggestion)
    }
    if let error = state.storage.error {
      blocks += alert("\(error.message) Your text is in memory only.", .warning, error.suggestion)
    }
    return blocks.isEmpty ? [] : [.blank] + blocks
  }

  /// An error and its suggestion, as two lines.
  private static func alert(_ message: String, _ role: Role, _ suggestion: String) -> [Block] {
    [
      .paragraph(StyledText("! ", role, spoken: "") + StyledText(message, role)),
      .paragraph(StyledText(suggestion, .hint)),
    ]
  }

  private static func sheetData(_ state: State) -> JSONValue {
    let phase = state.error?.code ?? (state.isSending ? "sending" : "editing")
    return .object(
      draftMembers(state.draft) + [
        .init("characters", .int(state.characters)), .init("characters_left", .int(state.charactersLeft)),
        .init("phase", .string(phase)),
      ])
  }

}
