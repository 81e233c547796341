/// The statuses before and after a status in its thread.
public struct StatusContext: Hashable, Sendable {
  /// The statuses that it replies to, oldest first.
  public var ancestors: [Status]
  /// The replies, depth first.
  public var descendants: [Status]

  /// Creates a context.
  public init(ancestors: [Status] = [], descendants: [Status] = []) {
    self.ancestors = ancestors
    self.descendants = descendants
  }
}

extension StatusContext: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case ancestors, descendants
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    ancestors = json.list(.ancestors).droppingRepeats(of: \Status.id)
    descendants = json.list(.descendants).droppingRepeats(of: \Status.id)
  }
}
