public import FeatureKit
public import MastodonKit
public import StatusKit
public import TerminalKit

extension FilteredNotifications {
  /// The senders as text.
  ///
  /// As JSON it is `{screen, has_older, cursor, items}`; an item is `{id, account, notifications_count, created_at, updated_at, status}`.
  public static func view(_ state: ListState<NotificationRequest>, layout: Layout) -> Document {
    let count = state.page.value?.elements.count ?? 0
    let blocks = state.page.blocks { page in
      guard !page.shown.isEmpty else { return [.paragraph(StyledText(state.emptyText, .secondary))] }
      return page.visible.enumerated().map { .item(item($1, number: $0 + 1, layout: layout)) }
    }
    let older = state.page.value?.hasOlder == true ? "older · " : ""
    let hint = count == 0 ? "policy" : older + "open N · filtered accept N · filtered dismiss N · policy"
    var document = Document(
      kind: state.kind,
      title: Document.Title(state.heading.title + (count == 0 ? "" : " · \(CountText.of(count, "sender"))")),
      blocks: blocks, hint: state.page.isLoaded ? StyledText(hint, .hint) : nil, data: state.pageData)
    document.neighbours = state.neighbours
    return document
  }

  private static func item(_ request: NotificationRequest, number: Int, layout: Layout) -> Item {
    let account = request.account
    let count = CountText.of(request.notificationsCount, "notification")
    let time = RelativeTime(request.updatedAt, in: layout)
    let name = ExcerptText.cut(account.shownName, to: 60)
    let line =
      StyledText.name(name, of: account.acct) + StyledText("  @\(ExcerptText.cut(account.acct, to: 80))", .secondary)
      + StyledText(" · \(count) · \(time.short)", .secondary)
    var blocks: [Block] = [.paragraph(line)]
    var sentences = ["\(name), @\(ExcerptText.cut(account.acct, to: 80)): \(count)"]
    if let status = request.lastStatus {
      // A stranger's text stays folded where a filter or a warning says so.
      let excerpt = Self.excerpt(status, layout: layout)
      blocks.append(.paragraph(excerpt))
      sentences.append(ExcerptText.spoken(excerpt.plain, of: status))
    }
    sentences.append(capitalized(time.spoken))
    var item = Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined(sentences)),
      references: [Reference(kind: .sender, id: request.id.rawValue), .account(account.id)]
        + (request.lastStatus.map { [.status($0.displayed.id)] } ?? []),
      data: [
        "id": .string(request.id.rawValue), "account": AccountView.brief(account),
        "notifications_count": .int(request.notificationsCount),
        "created_at": .string(MastodonDate.format(request.createdAt)),
        "updated_at": .string(MastodonDate.format(request.updatedAt)),
        "status": request.lastStatus.map {
          StatusView($0, number: nil, context: .notifications, layout: layout).data
        } ?? .null,
      ])
    item.audience = request.lastStatus?.audience ?? .unstated
    return item
  }

  private static func excerpt(_ status: Status, layout: Layout) -> StyledText {
    switch status.filterVerdict(in: .notifications, at: layout.now) {
    case .warn(let titles):
      StyledText("Filtered: \(titles.map { ExcerptText.cut($0, to: 60) }.joined(separator: ", "))", .warning)
    case .hide: StyledText("Hidden by a filter", .warning)
    default: StyledText(ExcerptText.of(status, limit: 160), status.displayed.spoilerText.isEmpty ? .text : .warning)
    }
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
