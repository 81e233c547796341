/// What servers left out of what one command asked for, whether the archive has answered in their place, and whether changes
/// were sent.
@MainActor
public struct Omissions {
  /// The loss in one request: a sentence, and the names of the parts for scripts.
  public typealias Found = (sentence: String, names: [String])

  /// Returns what was left out since the last call.
  public let take: () -> [Found]
  /// Returns the age of the oldest answer that came from the archive, with the sentence that says why, which is empty if
  /// the user wanted that; `nil` if none did.
  public let archived: () -> (age: Duration, reason: String)?
  /// Returns why the server was not reached, if the archive has answered for that reason.
  public let unreached: () -> AppError?
  /// Returns whether a request that changes something was sent for the current account, by the command or otherwise.
  public let hasSentChanges: () -> Bool

  public init(
    take: @escaping () -> [Found], archived: @escaping () -> (age: Duration, reason: String)?,
    unreached: @escaping () -> AppError?, hasSentChanges: @escaping () -> Bool
  ) {
    self.take = take
    self.archived = archived
    self.unreached = unreached
    self.hasSentChanges = hasSentChanges
  }
}
