/// A page that many link to.
public struct TrendsLink: Hashable, Sendable {
  /// The preview of the page.
  public var card: PreviewCard
  /// How it was linked to lately, the latest day first.
  public var history: [Tag.Usage]

  /// Creates a link.
  public init(card: PreviewCard, history: [Tag.Usage] = []) {
    self.card = card
    self.history = history
  }
}

extension TrendsLink: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case history
  }

  /// Decodes a server's JSON leniently: a card with a history.
  public init(from decoder: any Decoder) throws {
    card = try PreviewCard(from: decoder)
    history = try decoder.fields(CodingKeys.self).list(.history)
  }

  /// Encodes the link as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    try card.encode(to: encoder)
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(history, forKey: .history)
  }
}
