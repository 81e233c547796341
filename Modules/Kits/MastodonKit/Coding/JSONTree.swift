/// Any JSON that ``MastodonJSON`` decodes; a string, a number or a boolean is its text.
public indirect enum JSONTree: Decodable, Sendable {
  case null
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  public init(from decoder: any Decoder) throws {
    let value = decoder as? ParsedValue
    switch value?.kind {
    case .object: self = .object(try [String: JSONTree](from: decoder))
    case .array: self = .list(try [JSONTree](from: decoder))
    default: self = value?.text.map(JSONTree.text) ?? .null
    }
  }
}
