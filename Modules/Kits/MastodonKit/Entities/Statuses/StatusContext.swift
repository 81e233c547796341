/// The statuses before and after a status in its thread.
public struct StatusContext: Hashable, Sendable {
  /// The statuses that it replies to, oldest first.
  public var ancestors: [Status] = []
  /// The replies, depth first.
  public var descendants: [Status] = []
}

extension StatusContext: Decodable {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    ancestors = json.list("ancestors").droppingRepeats(of: \Status.id)
    descendants = json.list("descendants").droppingRepeats(of: \Status.id)
  }
}
