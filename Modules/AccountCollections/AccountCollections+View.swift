public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

extension AccountCollections {
  /// The collections of an account, each with its number, name and description.
  ///
  /// As JSON it is `{screen, subject, limit, items}`; an item is a collection.
  public static func view(_ overview: Overview, layout: Layout) -> Document {
    let (title, empty, subject) =
      switch overview.subject {
      case .own:
        ("Your collections", "No collections yet. A collection recommends accounts to others.", "own")
      case .account(let name): ("Collections by \(Sanitizer.oneLine(name))", "No collections.", "account")
      case .withMe: ("Collections with you", "You are in no collection.", "with_me")
      }
    var blocks: [Block] = []
    for (index, collection) in overview.collections.enumerated() {
      if index > 0 { blocks.append(.blank) }
      blocks.append(.item(item(collection, index + 1, isOwn: overview.subject == .own)))
    }
    if blocks.isEmpty { blocks = [.paragraph(StyledText(empty, .secondary))] }
    var hint: [Hint.Command] = overview.collections.isEmpty ? [] : ["collection N"]
    switch overview.subject {
    case .own: hint += [.kept("collection create NAME"), "collections --with-me"]
    case .account: hint += overview.collections.isEmpty ? [] : ["profile N"]
    case .withMe: hint += overview.collections.isEmpty ? [] : ["collection leave N", "profile N"]
    }
    return Document(
      kind: "collections",
      title: Document.Title(title, note: note(overview)),
      blocks: blocks, hint: hint.isEmpty ? nil : Hint(hint),
      data: [.init("subject", .string(subject)), .init("limit", .optional(overview.limit))])
  }

  private static func note(_ overview: Overview) -> String? {
    let count = overview.collections.count
    return overview.limit.map { "\(count) of \($0)" } ?? (count == 0 ? nil : "\(count)")
  }

  private static func item(_ collection: Collection, _ number: Int, isOwn: Bool) -> Item {
    let isHidden = collection.sensitive && !isOwn
    let name = isHidden ? "Marked as sensitive" : shownName(collection)
    let description = isHidden ? "" : Sanitizer.oneLine(HTMLText.plainText(collection.description))
    let facts = facts(collection).joined(separator: " · ")
    var blocks: [Block] = [
      .spread(StyledText(name, isHidden ? .warning : .name), trailing: StyledText(facts, .secondary))
    ]
    if !description.isEmpty { blocks.append(.paragraph(StyledText(description))) }
    if isHidden { blocks.append(.paragraph(StyledText("collection \(number) shows it", .hint))) }
    let spoken = [
      name, description, Sentence.list(Self.facts(collection)), isHidden ? "Collection \(number) to see" : "",
    ]
    return Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined(spoken)),
      references: [
        Reference(kind: .collection, id: collection.id.rawValue), .account(collection.accountID),
      ], data: data(collection))
  }

  private static func facts(_ collection: Collection) -> [String] {
    var facts = [CountText.of(max(collection.itemCount, collection.items.count), "account")]
    if let tag = collection.tag { facts.append("#\(Sanitizer.oneLine(tag.name))") }
    if !collection.discoverable { facts.append("not listed") }
    return facts
  }

  /// A collection: who made it, what it is about, and its accounts.
  ///
  /// As JSON it is `{screen, collection, owner, items}`; an item is an account with `state` and `item_id`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let collection = state.collection
    var blocks: [Block] = []
    if let owner = state.owner {
      let line =
        StyledText("by ", .secondary) + StyledText(Sanitizer.oneLine(owner.shownName), .name)
        + StyledText("  @\(Sanitizer.oneLine(owner.acct))", .secondary)
      blocks.append(
        .spoken([.paragraph(line)], as: "By \(Sanitizer.oneLine(owner.shownName)), @\(Sanitizer.oneLine(owner.acct))."))
    }
    if collection.sensitive { blocks.append(.paragraph(StyledText("Marked as sensitive.", .warning))) }
    blocks += Block.byOthers(HTMLText.parse(collection.description))
    var facts = Self.facts(collection)
    var spoken = facts
    if collection.updatedAt.timeIntervalSince1970 > 0 {
      let time = RelativeTime(collection.updatedAt, in: layout)
      facts.append("changed \(time.day)")
      spoken.append("changed \(time.spoken)")
    }
    blocks.append(.paragraph(StyledText(facts.joined(separator: " · "), .secondary, spoken: Sentence.list(spoken))))
    if let url = collection.url { blocks.append(.paragraph(StyledText(url, .link, url: url))) }
    for (index, account) in state.content.accounts.enumerated() {
      blocks += [.blank, .item(item(account, index + 1, state, layout))]
    }
    let hidden = collection.items.count { item in
      item.accountID.map { id in !state.content.accounts.contains { $0.id == id } } ?? true
    }
    if state.content.accounts.isEmpty, hidden == 0 {
      blocks += [.blank, .paragraph(StyledText("No accounts yet.", .secondary))]
    }
    if hidden > 0 {
      let text = "\(CountText.of(hidden, "account")) \(hidden == 1 ? "is" : "are") hidden from you."
      blocks += [.blank, .paragraph(StyledText(text, .secondary))]
    }
    let typed = ReferenceSyntax.typed(id: collection.id.rawValue)
    var hint: [Hint.Command] = state.content.accounts.isEmpty ? [] : ["profile N", "follow N"]
    if state.owner == nil {
      hint += ["collection add \(typed) @NAME", "collection edit \(typed)"]
    } else if state.ownItem != nil {
      hint.append("collection leave \(typed)")
    }
    return Document(
      kind: "collection", title: Document.Title("\(shownName(collection)) · collection"), blocks: blocks,
      hint: Hint(hint),
      data: [
        .init("collection", data(collection)), .init("owner", state.owner.map(AccountView.brief) ?? .null),
      ])
  }

  private static func item(_ account: Account, _ number: Int, _ state: State, _ layout: Layout) -> Item {
    var item = AccountView(account, isMe: account.id == state.me, layout: layout).item(number: number)
    let place = state.collection.items.first { $0.accountID == account.id }
    if let place, place.state != .accepted {
      let text = place.state == .pending ? "has not agreed yet" : Sanitizer.oneLine(place.state.rawValue)
      item.blocks.append(.paragraph(StyledText(text, .warning)))
      item.spoken = Sentence.closed(Sentence.joined([item.spoken, text.prefix(1).uppercased() + text.dropFirst()]))
    }
    if case .object(let members) = item.data {
      item.data = .object(
        members + [
          .init("state", .optional(place?.state.rawValue)), .init("item_id", .optional(place?.id.rawValue)),
        ])
    }
    return item
  }

  /// `{id, name, description, url, account_id, count, tag, language, sensitive, discoverable, created_at, updated_at}`.
  static func data(_ collection: Collection) -> JSONValue {
    [
      "id": .string(collection.id.rawValue), "name": .string(collection.name),
      "description": .string(HTMLText.wholeText(collection.description)), "url": .optional(collection.url),
      "account_id": .string(collection.accountID.rawValue),
      "count": .int(max(collection.itemCount, collection.items.count)), "tag": .optional(collection.tag?.name),
      "language": .optional(collection.language), "sensitive": .bool(collection.sensitive),
      "discoverable": .bool(collection.discoverable), "created_at": .string(MastodonDate.format(collection.createdAt)),
      "updated_at": .string(MastodonDate.format(collection.updatedAt)),
    ]
  }

  /// The name on one line, and never empty.
  static func shownName(_ collection: Collection) -> String {
    let name = Sanitizer.oneLine(collection.name)
    return name.isEmpty ? "(no name)" : name
  }

}
