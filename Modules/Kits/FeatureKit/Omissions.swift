/// What servers left out of what one command asked for, and whether the archive has answered in their place.
@MainActor
public struct Omissions {
  /// The loss in one request: a sentence, and the names of the parts for scripts.
  public typealias Found = (sentence: String, names: [String])

  /// Returns what was left out since the last call.
  public let take: () -> [Found]
  /// Returns the age of the oldest answer that came from the archive, with the sentence that says why, which is empty if
  /// the user wanted that; `nil` if none did.
  public let archived: () -> (age: Duration, reason: String)?

  public init(take: @escaping () -> [Found], archived: @escaping () -> (age: Duration, reason: String)?) {
    self.take = take
    self.archived = archived
  }

  public static var none: Omissions { Omissions(take: { [] }, archived: { nil }) }
}
