public import FoundationEssentials
public import Observation

/// A request by another program, as the log shows it.
public struct IntentRecord: Hashable, Sendable {
  public var time: Date
  /// The request: `open a post`.
  public var summary: String
  /// The latest outcome: `waiting for Return`.
  public var outcome: String

  public init(time: Date, summary: String, outcome: String) {
    self.time = time
    self.summary = summary
    self.outcome = outcome
  }
}

/// The latest requests by other programs, newest first.
@MainActor @Observable
public final class IntentLog {
  /// Identifies a record whose outcome may still change.
  public struct Entry: Hashable, Sendable {
    fileprivate let number: Int
  }

  public static let limit = 20

  private var entries: [(entry: Entry, record: IntentRecord)] = []
  @ObservationIgnored private var count = 0

  public init() {}

  /// The records, newest first.
  public var records: [IntentRecord] { entries.map(\.record) }

  /// Adds a record, and drops the oldest one if there are too many.
  @discardableResult
  public func add(_ record: IntentRecord) -> Entry {
    count += 1
    let entry = Entry(number: count)
    entries.insert((entry, record), at: 0)
    if entries.count > Self.limit { entries.removeLast() }
    return entry
  }

  /// Changes the outcome of a record; does nothing if it has been dropped.
  public func update(_ entry: Entry, outcome: String) {
    guard let index = entries.firstIndex(where: { $0.entry == entry }) else { return }
    entries[index].record.outcome = outcome
  }
}
