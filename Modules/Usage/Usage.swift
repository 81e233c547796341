public import FoundationEssentials

/// Which commands ran and how long they took, if the user turned that on; arguments are never recorded.
public enum Usage {
  public struct State: Hashable, Sendable {
    /// Whether commands are being recorded.
    public var isOn: Bool
    /// The recorded runs, oldest first.
    public var records: [Record]
    public var file: String

    public init(isOn: Bool, records: [Record], file: String) {
      self.isOn = isOn
      self.records = records
      self.file = file
    }
  }

  public struct Record: Hashable, Sendable {
    public var time: Date
    public var command: String
    /// The duration in milliseconds.
    public var milliseconds: Int

    public init(time: Date, command: String, milliseconds: Int) {
      self.time = time
      self.command = command
      self.milliseconds = milliseconds
    }
  }

  /// The runs of one command, added up.
  public struct Total: Hashable, Sendable {
    public var command: String
    public var count: Int
    /// The duration of all runs together.
    public var milliseconds: Int
    /// The duration of the slowest run.
    public var slowest: Int

    /// The average duration of a run.
    public var average: Int { count == 0 ? 0 : milliseconds / count }
  }

  @MainActor
  public struct Action {
    /// Deletes all entries of the log.
    public var clear: () throws -> Void

    public init(clear: @escaping () throws -> Void) { self.clear = clear }
  }
}

extension Usage.State {
  /// A total for each command, most used first.
  public var totals: [Usage.Total] {
    var totals: [String: Usage.Total] = [:]
    for record in records {
      var total = totals[record.command] ?? Usage.Total(command: record.command, count: 0, milliseconds: 0, slowest: 0)
      total.count += 1
      total.milliseconds += record.milliseconds
      total.slowest = max(total.slowest, record.milliseconds)
      totals[record.command] = total
    }
    return totals.values.sorted { $0.count == $1.count ? $0.command < $1.command : $0.count > $1.count }
  }

  /// The five longest runs, longest first.
  public var slowest: [Usage.Record] {
    Array(records.sorted { $0.milliseconds > $1.milliseconds }.prefix(5))
  }
}
