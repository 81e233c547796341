public import FoundationEssentials
internal import Synchronization

/// Remembers what servers left out of their answers, and which requests the archive has answered in their place.
///
/// The clients of a run share one. A command reads what was added since it began, as it counts the changes sent since then.
public final class AnswerLog: Sendable {
  public enum Entry: Sendable {
    case omission(Omission)
    /// A request was answered from the archive, with what the server sent at this time.
    ///
    /// The error is the reason; `nil` if the user wanted the archive. Above a page there may be elements that were not read.
    case archived(Date, because: MastodonError?, isBelowGap: Bool = false)
    /// A list had elements that cannot be read.
    case unreadable(Int)
  }

  private let entries = Mutex<[Entry]>([])

  public init() {}

  public var count: Int { entries.withLock(\.count) }

  public func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  /// What was left out since there were so many entries; the same of each post of a thread is one omission.
  public func omissions(since count: Int) -> [Omission] {
    entries.withLock { entries in
      entries[count...].reduce(into: []) { found, entry in
        if case .omission(let omission) = entry, !found.contains(omission) { found.append(omission) }
      }
    }
  }

  /// The number of elements that could not be read since there were so many entries.
  public func unreadable(since count: Int) -> Int {
    entries.withLock { entries in
      entries[count...].reduce(0) { sum, entry in if case .unreadable(let number) = entry { sum + number } else { sum }
      }
    }
  }

  /// The responses from the archive since there were so many entries; `nil` if there was none.
  public func archived(since count: Int) -> ArchivedAnswers? {
    entries.withLock { entries in
      entries[count...].reduce(nil) { found, entry in
        guard case .archived(let date, let reason, let isBelowGap) = entry else { return found }
        return ArchivedAnswers(
          oldest: min(found?.oldest ?? date, date), reason: found?.reason ?? reason,
          hasGap: found?.hasGap == true || isBelowGap)
      }
    }
  }
}

/// The responses that came from the archive.
public struct ArchivedAnswers: Hashable, Sendable {
  /// The time at which the server sent the oldest of them.
  public var oldest: Date
  /// The error that the server was not reached for; `nil` if the user wanted the archive.
  public var reason: MastodonError?
  /// Whether elements that were not read may be between or above those that were.
  public var hasGap = false
}
