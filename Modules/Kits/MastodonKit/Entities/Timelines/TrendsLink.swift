/// A page that many link to.
public struct TrendsLink: Hashable, Sendable {
  public var card: PreviewCard
  /// Its recent uses, the latest day first.
  public var history: [Tag.Usage] = []
}

extension TrendsLink: Decodable {
  /// Decodes a server's JSON leniently: a card with a history.
  public init(from decoder: any Decoder) throws {
    card = try PreviewCard(from: decoder)
    history = try decoder.fields().list("history")
  }
}
