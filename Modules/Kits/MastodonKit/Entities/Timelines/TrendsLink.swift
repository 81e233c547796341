/// A page that many link to.
public struct TrendsLink: Hashable, Sendable {
  public var card: PreviewCard
  /// Its recent uses, the latest day first.
  public var history: [Tag.Usage] = []
}

extension TrendsLink: DecodableEntity {
  /// Decodes a server's JSON leniently: a card with a history.
  public init(_ json: Fields) throws {
    card = try PreviewCard(json)
    history = json.list("history")
  }
}
