import MastodonKit
import StatusKit
import TerminalKit

extension Search {
  /// The searches, numbered so that `search N` repeats one.
  static func recent(_ searches: [RecentSearches.Search]) -> Document {
    let blocks: [Block] =
      searches.isEmpty
      ? [.paragraph(StyledText("You have not searched yet. Type search TEXT.", .secondary))]
      : searches.enumerated().map { index, search in .item(item(search, number: index + 1)) }
    return Document(
      kind: "searches", title: Document.Title("Recent searches"), blocks: blocks,
      hint: StyledText(searches.isEmpty ? "search TEXT · help search" : "search N · search --clear", .hint))
  }

  private static func item(_ search: RecentSearches.Search, number: Int) -> Item {
    let cut = ExcerptText.cut(search.text, to: 120)
    let text = cut.isEmpty ? "(invisible characters)" : cut
    let kind = search.kind.map { "\($0.noun) only" }
    return Item(
      number: number,
      blocks: [.paragraph(StyledText(text) + StyledText(kind.map { " · \($0)" } ?? "", .secondary))],
      spoken: Sentence.closed(Sentence.list([text, kind ?? ""].filter { !$0.isEmpty })),
      references: [search.reference],
      data: ["text": .string(search.text), "kind": .optional(search.kind?.noun)])
  }
}

extension RecentSearches.Search {
  var reference: Reference { Reference(kind: .search, id: "\(kind?.rawValue ?? "all") \(text)") }

  /// The search that a number stands for.
  init?(_ reference: Reference) {
    let parts = reference.id.split(separator: " ", maxSplits: 1)
    guard reference.kind == .search, parts.count == 2 else { return nil }
    self.init(String(parts[1]), kind: SearchQuery.Kind(rawValue: String(parts[0])))
  }
}
