import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Explore {
  /// A trending link: its title, who published and wrote it, how much it was shared.
  @Sendable static func row(_ link: TrendsLink, number: Int, layout: Layout) -> Item {
    let (card, usage) = (link.card, UsageText(link.history))
    let title = ExcerptText.cut(card.title.isEmpty ? shortened(card.url) : card.title, to: 120)
    let authors = card.authors.map { author in
      author.account.map { "\(ExcerptText.cut($0.name, to: 60)) @\(ExcerptText.cut($0.acct, to: 80))" }
        ?? ExcerptText.cut(author.name, to: 60)
    }.filter { !$0.isEmpty }
    var source = [ExcerptText.cut(card.providerName, to: 60)]
    if !authors.isEmpty { source.append("by \(authors.joined(separator: ", "))") }
    source = source.filter { !$0.isEmpty }
    let summary = ExcerptText.cut(HTMLText.plainText(card.description), to: 160)
    var blocks: [Block] = [
      usage.line.values.isEmpty
        ? .paragraph(StyledText(title, .name))
        : .spread(StyledText(title, .name), trailing: usage.line.text(by: "day"))
    ]
    if !source.isEmpty { blocks.append(.paragraph(StyledText(source.joined(separator: " · "), .secondary))) }
    if !summary.isEmpty { blocks.append(.paragraph(StyledText(summary))) }
    blocks.append(.paragraph(StyledText(card.url, .link, url: card.url)))
    if !usage.words.isEmpty {
      blocks.append(.paragraph(StyledText(usage.words.joined(separator: " · "), .secondary)))
    }
    return Item(
      number: number, blocks: blocks,
      spoken: Sentence.closed(
        Sentence.joined([title, Sentence.list(source), summary, Sentence.list(usage.words), usage.spokenLine])),
      references: [Reference(kind: .link, id: card.url)] + card.authors.compactMap(\.account).map { .account($0.id) },
      data: [
        "url": .string(card.url), "title": .string(card.title), "description": .string(card.description),
        "provider": .string(card.providerName),
        "authors": .array(
          card.authors.map {
            ["name": .string($0.name), "url": .string($0.url), "account": $0.account.map(AccountView.brief) ?? .null]
          }),
        "history": usage.data,
      ])
  }

  /// A suggested account with the reasons.
  @Sendable static func row(_ suggestion: Suggestion, number: Int, layout: Layout) -> Item {
    var item = row(suggestion.account, number: number, layout: layout)
    let reasons = reasons(suggestion)
    item.blocks.append(.paragraph(StyledText(reasons, .secondary)))
    item.spoken = Sentence.closed(Sentence.joined([item.spoken, reasons]))
    item.data = [
      "account": item.data, "reasons": .array(suggestion.sources.map { .string($0.rawValue) }),
    ]
    return item
  }

  @Sendable static func row(_ account: Account, number: Int, layout: Layout) -> Item {
    AccountView(account, layout: layout).item(number: number)
  }

  @Sendable static func row(_ tag: MastodonKit.Tag, number: Int, layout: Layout) -> Item {
    TagView(tag).item(number: number)
  }

  /// Why an account is suggested.
  static func reasons(_ suggestion: Suggestion) -> String {
    let reasons = suggestion.sources.compactMap { source in
      switch source {
      case .featured: "chosen by your server's moderators"
      case .mostFollowed: "followed by many on your server"
      case .mostInteractions: "many on your server respond to their posts"
      case .similarToRecentlyFollowed: "similar to accounts that you followed lately"
      case .friendsOfFriends: "followed by accounts that you follow"
      case .unknown: nil as String?
      }
    }
    guard let first = reasons.first else { return "Suggested by your server" }
    return ([first.prefix(1).uppercased() + first.dropFirst()] + reasons.dropFirst()).joined(separator: " · ")
  }
}
