public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Outbox {
  /// The waiting items, as a numbered list.
  ///
  /// As JSON it is `{screen, unreadable, items}`; each item is `{id, operation, status_id, draft_id, subject, tried_at, old,
  /// problem}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    guard !state.entries.isEmpty || state.unreadable > 0 else {
      return Document(
        kind: "outbox", title: Document.Title("Outbox"),
        blocks: [
          .paragraph(
            StyledText(
              "Nothing is waiting. Changes made while the server can't be reached are kept here and sent later.",
              .secondary))
        ], data: [.init("unreadable", .int(0)), .init("items", .array([]))])
    }
    var blocks: [Block] = state.entries.enumerated().flatMap { index, entry -> [Block] in
      (index == 0 ? [] : [.blank]) + [.item(item(entry, number: index + 1, layout: layout))]
    }
    if state.unreadable > 0 {
      blocks += blocks.isEmpty ? [] : [.blank]
      blocks.append(
        .paragraph(
          StyledText(
            "\(CountText.of(state.unreadable, "item")) can't be read. \(state.unreadable == 1 ? "It is" : "They are") kept "
              + "until outbox discard.", .warning)))
    }
    return Document(
      kind: "outbox", title: Document.Title("Outbox", note: "\(state.entries.count) waiting"),
      blocks: blocks, hint: StyledText("outbox send · outbox discard N", .hint),
      data: [.init("unreadable", .int(state.unreadable))])
  }

  private static func item(_ entry: Entry, number: Int, layout: Layout) -> Item {
    let time = RelativeTime(entry.item.date, in: layout)
    let title = entry.operation.prefix(1).uppercased() + entry.operation.dropFirst()
    let old = entry.problem ?? (entry.isOld ? "waits for outbox send; newer items go first" : "")
    var references = [Reference(kind: .outbox, id: entry.id)]
    var (statusID, draftID): (String?, String?) = (nil, nil)
    switch entry.item.content {
    case .request(let request):
      statusID = request.status?.rawValue
      if let statusID { references.append(Reference(kind: .status, id: statusID)) }
    case .post(let id):
      draftID = id
      references += [Reference(kind: .draft, id: id), .waitingPost(id)]
    }
    let note = old.isEmpty ? "" : " · \(old)"
    var item = Item(
      number: number,
      blocks: [
        .paragraph(StyledText(title, .name) + StyledText(" · \(time.short)\(note)", .secondary))
      ] + (entry.subject.map { [.paragraph(StyledText($0))] } ?? []),
      spoken: Sentence.joined([
        entry.subject.map { "\(title): \($0)" } ?? title, "Tried \(time.spoken)",
        old.prefix(1).uppercased() + old.dropFirst(),
      ]), references: references,
      data: [
        "id": .string(entry.id), "operation": .string(entry.operation), "status_id": .optional(statusID),
        "draft_id": .optional(draftID), "subject": .optional(entry.subject),
        "tried_at": .string(MastodonDate.format(entry.item.date)), "old": .bool(entry.isOld),
        "problem": .optional(entry.problem),
      ])
    item.audience = .limited
    return item
  }
}
