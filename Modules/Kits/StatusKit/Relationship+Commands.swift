public import FoundationEssentials
public import MastodonKit

/// The commands that bring back a relationship, with `%` for the account.
extension Relationship {
  /// The commands that follow the account again as now; none if it is not followed.
  public var followingAgain: [String] {
    guard following || requested else { return [] }
    var words = ["follow %"]
    if notifying { words.append("--notify") }
    // Some servers say nothing of these where a follow was only requested.
    if following || notifying || !languages.isEmpty, !showingReblogs { words.append("--no-boosts") }
    if !languages.isEmpty { words.append("--language \(languages.joined(separator: ","))") }
    // Ending a follow ends this too.
    return [words.joined(separator: " ")] + (endorsed ? ["endorse %"] : [])
  }

  /// The command that mutes the account as now, until the same time.
  public func mutingAgain(at now: Date) -> String {
    var words = ["mute %"]
    if let end = mutingExpiresAt {
      let minutes = max(1, Int((end.timeIntervalSince(now) / 60).rounded(.up)))
      let (days, hours) = (minutes / 1440, minutes / 60 % 24)
      let parts = [(days, "d"), (hours, "h"), (minutes % 60, "m")].filter { $0.0 > 0 }
      words.append("--for \(parts.map { "\($0.0)\($0.1)" }.joined())")
    }
    if !mutingNotifications { words.append("--keep-notifications") }
    return words.joined(separator: " ")
  }
}
