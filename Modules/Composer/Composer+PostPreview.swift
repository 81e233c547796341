public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

extension Composer {
  /// The preview of the post, and its length as the server counts.
  ///
  /// As JSON it is `{screen, characters, characters_left, items: [a status]}`.
  public static func postPreview(_ state: State, layout: Layout) -> Document {
    if let parts = state.parts {
      return threadPreview(parts, contentWarning: state.draft.content.spoilerText, limits: state.limits)
    }
    let view = StatusView(
      status(state, layout: layout, isNumbered: layout.form == .seen && state.lines.count > 1), number: nil,
      context: .home, layout: layout,
      options: StatusView.Options(isRevealed: true, showsAge: false))
    let count = "\(characterText(state.characters)) of \(state.limits.maxCharacters)"
    var item = view.item
    if let quote = quoteText(state) {
      item.blocks.append(.quote([.paragraph(StyledText(quote, .secondary))]))
      item.spoken += " \(quote)"
    }
    var blocks: [Block] = [.item(item)]
    if let text = sensitiveText(state) { blocks.append(.paragraph(StyledText(text, .secondary))) }
    if let poll = state.draft.content.poll {
      blocks.append(.paragraph(StyledText("The poll: \(pollSettings(poll))", .secondary)))
    }
    if let time = state.draft.content.scheduledAt {
      blocks.append(.paragraph(StyledText("To be posted \(timeText(time, layout))", .secondary)))
    }
    blocks.append(.blank)
    if state.isBlank { blocks = [.paragraph(StyledText("Nothing written yet.", .secondary)), .blank] }
    return Document(
      kind: "post-preview",
      blocks: blocks + [.paragraph(StyledText("\(count) · ", .secondary) + room(state))],
      hint: StyledText("/send · /edit N TEXT · /undo", .hint),
      data: [
        .init("characters", .int(state.characters)), .init("characters_left", .int(state.charactersLeft)),
      ])
  }

  /// The draft as the post that the server would make of it; links, mentions and hashtags stay plain text.
  ///
  /// - Parameter isNumbered: Whether each line has its number before it, as `/edit N` takes it.
  private static func status(_ state: State, layout: Layout, isNumbered: Bool) -> Status {
    let content = state.draft.content
    let text =
      isNumbered
      ? state.lines.enumerated().map { $1.allSatisfy(\.isWhitespace) ? $1 : "\($0 + 1) │ \($1)" }.joined(
        separator: "\n")
      : content.text
    var status = Status(
      id: Status.ID(state.draft.id), createdAt: state.draft.updatedAt, account: state.author,
      content: HTMLText.html(text), spoilerText: content.spoilerText, visibility: content.visibility,
      language: content.language, inReplyToID: content.inReplyToID,
      mediaAttachments: content.files.enumerated().map { index, file in
        MediaAttachment(
          id: MediaAttachment.ID("\(index + 1)"), kind: kind(of: file),
          description: file.description.isEmpty ? nil : file.description)
      })
    status.poll = content.poll.map { poll in
      Poll(
        id: "1", expiresAt: (content.scheduledAt ?? layout.now).addingTimeInterval(Double(poll.seconds)),
        multiple: poll.multiple, options: poll.options.map { Poll.Option($0, votesCount: poll.hidesTotals ? nil : 0) },
        voted: true)
    }
    return status
  }
}
