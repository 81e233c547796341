public import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
public import TerminalKit

extension Composer {
  /// The saved drafts as text, the last changed first.
  ///
  /// As JSON it is `{screen, items: [draft]}`; ``draftData(_:)`` documents a draft.
  public static func draftList(_ drafts: [Draft], layout: Layout) -> Document {
    guard !drafts.isEmpty else {
      return Document(
        kind: "drafts", title: Document.Title("Drafts"),
        blocks: [.paragraph(StyledText("No drafts.", .secondary))], hint: StyledText("post", .hint),
        data: [.init("items", .array([]))])
    }
    return Document(
      kind: "drafts", title: Document.Title("Drafts", note: "\(drafts.count) saved"),
      blocks: drafts.enumerated().flatMap { index, draft in
        (index == 0 ? [] : [.blank]) + [.item(item(draft, number: index + 1, layout: layout))]
      },
      hint: StyledText("draft N · discard N", .hint))
  }

  /// The note at the start of a prompt about drafts from an earlier one; `nil` if there are none.
  public static func note(on drafts: [Draft]) -> Document? {
    guard let newest = drafts.first else { return nil }
    let what = drafts.count == 1 ? "“\(excerpt(newest))” is" : "\(CountText.of(drafts.count, "draft")) are"
    let text = StyledText(drafts.count == 1 ? "Your draft \(what) saved" : "\(what) saved", .secondary)
    return Document(kind: "drafts", blocks: [.paragraph(text + StyledText(": drafts", .hint))])
  }

  private static func item(_ draft: Draft, number: Int, layout: Layout) -> Item {
    let time = RelativeTime(draft.updatedAt, in: layout)
    let title = name(draft)
    let count = draft.content.files.count
    let attached = count == 0 ? "" : CountText.of(count, "attachment")
    let fate = fate(draft.delivery, at: layout.now)
    let notes = [attached, fate].filter { !$0.isEmpty }.map { " · \($0)" }.joined()
    let excerpt = excerpt(draft)
    var item = Item(
      number: number,
      blocks: [
        .paragraph(StyledText(title, .name) + StyledText(" · \(time.short)\(notes)", .secondary)),
        .paragraph(StyledText(excerpt)),
      ],
      spoken: Sentence.joined([
        "\(title): \(excerpt)", "Last changed \(time.spoken)", attached, fate.prefix(1).uppercased() + fate.dropFirst(),
      ]),
      references: [Reference(kind: .draft, id: draft.id)], data: draftData(draft))
    item.audience = draft.content.visibility.audience
    return item
  }

  /// Whether a draft is sent without the user, and when: held, or in the outbox; empty for any other.
  private static func fate(_ delivery: Delivery, at now: Date) -> String {
    switch delivery {
    case .waiting: "waits in the outbox"
    case .reopened: "waits in the outbox until you send or close it"
    case .sending: "is being sent"
    case .held(let time) where time > now:
      "is sent in \(CountText.of(Int(time.timeIntervalSince(now).rounded(.up)), "second"))"
    case .held, .editing, .failed: ""
    }
  }

  /// `Reply to Rook` or `Post`.
  private static func name(_ draft: Draft) -> String {
    let content = draft.content
    guard content.inReplyToID != nil else {
      return content.editedStatusID != nil ? "Edit" : content.quotedStatusID != nil ? "Quote" : "Post"
    }
    let name = Sanitizer.oneLine(target(draft.replyingTo ?? "").name)
    return name.isEmpty ? "Reply" : "Reply to \(name)"
  }

  /// The beginning of the text, without the mentions that a reply begins with, or else the poll.
  static func excerpt(_ draft: Draft) -> String {
    var text = draft.content.text
    if draft.content.inReplyToID != nil { text.removeFirst(openingMentions(text).count) }
    let excerpt = ExcerptText.cut(text, to: 60)
    guard excerpt.isEmpty else { return excerpt }
    return draft.content.poll.map { ExcerptText.cut("Poll: \(pollText($0))", to: 60) } ?? "Nothing written yet."
  }

  /// A draft in JSON.
  ///
  /// `{id, account, text, content_warning, visibility, language, in_reply_to_id, replying_to, files, sensitive,
  /// updated_at, poll, quoted_status_id, quote_policy, scheduled_at, content_type, edited_status_id}`; null if there is no value; the time in ISO 8601 and UTC.
  public static func draftData(_ draft: Draft) -> JSONValue { .object(draftMembers(draft)) }

  static func draftMembers(_ draft: Draft) -> [JSONValue.Member] {
    let content = draft.content
    return [
      .init("id", .string(draft.id)), .init("account", .string(draft.account)), .init("text", .string(content.text)),
      .init("content_warning", .optional(content.spoilerText.isEmpty ? nil : content.spoilerText)),
      .init("visibility", .string(content.visibility.rawValue)), .init("language", .optional(content.language)),
      .init("in_reply_to_id", .optional(content.inReplyToID?.rawValue)),
      .init("replying_to", .optional(draft.replyingTo.flatMap { $0.isEmpty ? nil : $0 })),
      .init("files", attachmentData(content)), .init("sensitive", content.sensitive.map(JSONValue.bool) ?? .null),
      .init("updated_at", .string(MastodonDate.format(draft.updatedAt))),
      .init("poll", content.poll.map(pollData) ?? .null),
      .init("quoted_status_id", .optional(content.quotedStatusID?.rawValue)),
      .init("quote_policy", .optional(content.quotePolicy?.rawValue)),
      .init("scheduled_at", .optional(content.scheduledAt.map(MastodonDate.format))),
      .init("content_type", .optional(content.contentType)),
      .init("edited_status_id", .optional(content.editedStatusID?.rawValue)),
    ]
  }

  /// A poll in JSON: `{options, seconds, multiple, hide_totals}`.
  static func pollData(_ poll: PollDraft) -> JSONValue {
    [
      "options": .array(poll.options.map(JSONValue.string)), "seconds": .int(poll.seconds),
      "multiple": .bool(poll.multiple), "hide_totals": .bool(poll.hidesTotals),
    ]
  }
}
