public import FoundationEssentials

/// Which verbs ran and how long they took: names and times, never what was typed behind them, and only on this machine.
public enum Usage {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// Whether anything is written down.
    public var isOn: Bool
    /// What was written down, the oldest first.
    public var records: [Record]
    /// Where it is kept.
    public var file: String

    /// Makes a state.
    public init(isOn: Bool, records: [Record], file: String) {
      self.isOn = isOn
      self.records = records
      self.file = file
    }
  }

  /// One run of a verb.
  public struct Record: Hashable, Sendable {
    /// When it began.
    public var time: Date
    /// The verb's name.
    public var verb: String
    /// How long it took.
    public var milliseconds: Int

    /// Makes a record.
    public init(time: Date, verb: String, milliseconds: Int) {
      self.time = time
      self.verb = verb
      self.milliseconds = milliseconds
    }
  }

  /// All runs of one verb.
  public struct Total: Hashable, Sendable {
    /// The verb's name.
    public var verb: String
    /// How often it ran.
    public var count: Int
    /// How long all runs took.
    public var milliseconds: Int
    /// How long the slowest took.
    public var slowest: Int

    /// How long one took on the average.
    public var average: Int { count == 0 ? 0 : milliseconds / count }
  }

  /// What the screen cannot do by itself.
  @MainActor
  public struct Action {
    /// Forgets everything that was written down.
    public var clear: () throws -> Void

    /// Makes an action.
    public init(clear: @escaping () throws -> Void) { self.clear = clear }
  }
}

extension Usage.State {
  /// The verbs with their runs, the most used first.
  public var totals: [Usage.Total] {
    var totals: [String: Usage.Total] = [:]
    for record in records {
      var total = totals[record.verb] ?? Usage.Total(verb: record.verb, count: 0, milliseconds: 0, slowest: 0)
      total.count += 1
      total.milliseconds += record.milliseconds
      total.slowest = max(total.slowest, record.milliseconds)
      totals[record.verb] = total
    }
    return totals.values.sorted { $0.count == $1.count ? $0.verb < $1.verb : $0.count > $1.count }
  }

  /// The runs that took longest, the longest first.
  public var slowest: [Usage.Record] {
    Array(records.sorted { $0.milliseconds > $1.milliseconds }.prefix(5))
  }
}
