/// What stands before and after a status in its conversation.
public struct StatusContext: Hashable, Sendable {
  /// What it answers, oldest first.
  public var ancestors: [Status]
  /// What answers it, depth first.
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

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    ancestors = json.list(.ancestors).droppingRepeats(of: \Status.id)
    descendants = json.list(.descendants).droppingRepeats(of: \Status.id)
  }
}
