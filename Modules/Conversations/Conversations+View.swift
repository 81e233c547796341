public import FeatureKit
public import MastodonKit
public import StatusKit
public import TerminalKit

extension Conversations {
  /// The conversations as text.
  ///
  /// As JSON it is `{screen, unread, has_older, cursor, items}`; an item is `{id, unread, accounts, last_status}`.
  public static func view(_ state: ListState<Conversation>, layout: Layout) -> Document {
    let page = state.page.value
    let unread = page?.elements.count(where: \.unread) ?? 0
    let blocks = state.page.blocks { page in
      guard !page.shown.isEmpty else { return [.paragraph(StyledText(state.emptyText, .secondary))] }
      return page.visible.enumerated().map { .item(item($1, number: $0 + 1, me: state.me, layout: layout)) }
    }
    let turns = (page?.hasOlder == true ? "older · " : "") + (page?.hasNewerHeld == true ? "newer · " : "")
    let hint =
      page?.elements.isEmpty == true
      ? "post --visibility direct @NAME TEXT" : turns + "open N · read N · conversation delete N"
    var document = Document(
      kind: state.kind, title: Document.Title(state.heading.title + (unread > 0 ? " · \(unread) unread" : "")),
      blocks: blocks, hint: page == nil ? nil : StyledText(hint, .hint),
      data: [.init("unread", .int(unread))] + state.pageData)
    document.neighbours = state.neighbours
    return document
  }

  private static func item(_ conversation: Conversation, number: Int, me: Account.ID?, layout: Layout) -> Item {
    let status = conversation.lastStatus
    let time = status.map { RelativeTime($0.createdAt, in: layout) }
    // A conversation of several has no colour of its own.
    var first =
      conversation.accounts.count == 1
      ? StyledText.name(conversation.names, of: conversation.accounts[0].acct) : StyledText(conversation.names, .name)
    if let time { first += StyledText(" · \(time.short)", .secondary) }
    let text = status.map { excerpt($0, me: me, in: conversation, layout: layout) }
    let spoken = [
      (conversation.unread ? "Unread: " : "") + conversation.names + (text.map { ": \($0.spoken)" } ?? ""),
      time.map { $0.spoken.prefix(1).uppercased() + $0.spoken.dropFirst() } ?? "",
    ]
    var item = Item(
      number: number, mark: StyledText(conversation.unread ? "•" : " ", .accent, spoken: ""),
      blocks: [.paragraph(first), .paragraph(text ?? StyledText("The last message is gone.", .secondary))],
      spoken: Sentence.closed(Sentence.joined(spoken)),
      references: [Reference(kind: .conversation, id: conversation.id.rawValue)]
        + (status.map { [.status($0.displayed.id)] } ?? []) + conversation.accounts.map { .account($0.id) }
        + (status?.quotedReferences ?? []),
      data: data(of: conversation, layout: layout))
    item.audience = .limited
    return item
  }

  /// A conversation in JSON: `{id, unread, accounts, last_status}`.
  public static func data(of conversation: Conversation, layout: Layout) -> JSONValue {
    let status = conversation.lastStatus
    return [
      "id": .string(conversation.id.rawValue), "unread": .bool(conversation.unread),
      "accounts": .array(conversation.accounts.map(AccountView.brief)),
      "last_status": status.map { StatusView($0, number: nil, context: .thread, layout: layout).data } ?? .null,
    ]
  }

  /// A conversation with a new message as a live line, such as `✉ a1 Wren · 14:02  See you at eight`.
  public static func note(for conversation: Conversation, layout: Layout) -> Note {
    let status = conversation.lastStatus
    let time = status.map { " · " + RelativeTime($0.createdAt, in: layout).absolute } ?? ""
    var note = Note(
      StyledText(conversation.names, .name) + StyledText(time, .secondary), sign: StyledText("✉", .accent, spoken: ""),
      detail: status.map { StyledText(ExcerptText.of(ChatText.withoutNames($0), limit: 200)) } ?? StyledText(),
      references: (status.map { [.status($0.displayed.id)] } ?? [])
        + [Reference(kind: .conversation, id: conversation.id.rawValue)] + conversation.accounts.map { .account($0.id) }
        + (status?.quotedReferences ?? []))
    note.audience = .limited
    return note
  }

  /// The last message in a line: who wrote it, where that is not clear, and its beginning.
  private static func excerpt(
    _ status: Status, me: Account.ID?, in conversation: Conversation, layout: Layout
  ) -> StyledText {
    let text = ExcerptText.of(ChatText.withoutNames(status), limit: 160)
    let author: String? =
      status.account.id == me
      ? "You" : conversation.accounts.count > 1 ? ExcerptText.cut(status.account.shownName, to: 40) : nil
    return (author.map { StyledText("\($0): ", .secondary) } ?? StyledText())
      + StyledText(text, status.spoilerText.isEmpty ? .text : .warning)
  }
}

/// Messages without the names that a direct post has to begin with.
enum ChatText {
  /// The post without the mentions at the start of its text.
  static func withoutNames(_ status: Status) -> Status {
    var status = status
    status.content = withoutNames(status.content)
    return status
  }

  /// HTML without the mentions at its start; anything else is left as it is.
  ///
  /// Servers write `<p><span class="h-card"><a …>@<span>rook</span></a></span> Hello`.
  static func withoutNames(_ html: String) -> String {
    let start = html.hasPrefix("<p>") ? "<p>" : ""
    var rest = html.dropFirst(start.count)
    while let end = mentionEnd(rest) { rest = rest[end...].drop(while: \.isWhitespace) }
    // A message of nothing but names stays as it is.
    guard rest.contains(where: { !$0.isWhitespace }), !rest.hasPrefix("</p>") else { return html }
    return start + rest
  }

  /// The end of a mention at the beginning of some HTML.
  private static func mentionEnd(_ html: Substring) -> Substring.Index? {
    let isCard = html.hasPrefix("<span class=\"h-card\"")
    guard isCard || html.hasPrefix("<a "), let tag = html.firstRange(of: "</a>") else { return nil }
    let link = html[..<tag.upperBound]
    guard link.contains("u-url mention") || link.contains("class=\"mention\"") else { return nil }
    guard isCard else { return tag.upperBound }
    let after = html[tag.upperBound...]
    return after.hasPrefix("</span>") ? after.index(after.startIndex, offsetBy: 7) : nil
  }
}
