import GRDB

/// Generates a number of events per second, determined by the seed.
struct BackgroundActivity: Sendable {
  private let interval: Double
  private var random: SeededRandom
  private(set) var nextDue: Moment
  private var count = 0

  /// Limits the events after the process was suspended.
  private static let maxActions = 5000

  enum Kind: Sendable, Equatable {
    case post(Resident, String)
    case favourite(Resident)
    case boost(Resident)
  }

  /// The generator for an activity that has one.
  init?(_ activity: SandboxActivity, seed: UInt64, from moment: Moment) {
    guard case .busy(let perSecond) = activity else { return nil }
    self.init(perSecond: perSecond, seed: seed, from: moment)
  }

  init(perSecond: Int, seed: UInt64, from moment: Moment) {
    interval = 1 / Double(max(perSecond, 1))
    random = SeededRandom(seed: seed ^ 0x6275_7374_6C65)
    nextDue = moment + interval
    start = moment
  }

  private var start: Moment

  func isDue(at now: Moment) -> Bool { nextDue <= now }

  /// The actions due by now, with their times.
  mutating func actions(until now: Moment) -> [(moment: Moment, kind: Kind)] {
    var actions: [(moment: Moment, kind: Kind)] = []
    while nextDue <= now, actions.count < Self.maxActions {
      actions.append((nextDue, next()))
      count += 1
      // Computed from the start to avoid accumulating rounding errors.
      nextDue = start + Double(count + 1) * interval
    }
    if nextDue <= now {
      start = now
      count = 0
      nextDue = now + interval
    }
    return actions
  }

  private mutating func next() -> Kind {
    let resident = random.pick(Resident.humans) ?? .wren
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6:
      let words =
        random.pick(["Hello", "Anybody?", "Low bridge", "Mind the gate", "Rain", "Bread", "Still here"]) ?? ""
      return .post(resident, "\(words) (\(count + 1)) #crowd")
    case 6..<9: return .favourite(resident)
    default: return .boost(resident)
    }
  }
}

extension Sandbox {
  /// Performs the background activity that is due.
  func performBackgroundActivity(until now: Moment) throws {
    guard let actions = backgroundActivity?.actions(until: now), !actions.isEmpty else { return }
    try write { transaction in
      for (moment, kind) in actions { try transaction.perform(kind, at: moment) }
    }
  }
}

extension Transaction {
  fileprivate func perform(_ kind: BackgroundActivity.Kind, at moment: Moment) throws {
    func id(_ resident: Resident) throws -> Int64? {
      let insert: AccountRow? = try self.account(named: resident.acct)
      return insert?.id
    }
    // The newest public posts; favouriting one's own post is allowed, as on Mastodon.
    func latest(before: Int) throws -> StatusRow? {
      try database.first(
        "WHERE s.visibility = 0 AND s.reblog_of_id IS NULL ORDER BY s.id DESC LIMIT 1 OFFSET ?", [before])
    }
    switch kind {
    case .post(let resident, let text):
      guard let author = try id(resident) else { return }
      try post(NewStatus(author: author, text: text), at: moment)
    case .favourite(let resident):
      guard let actor = try id(resident), let status = try latest(before: Int(actor % 7)) else { return }
      try favourite(status, by: actor, at: moment)
    case .boost(let resident):
      guard let actor = try id(resident), let status = try latest(before: Int(actor % 5)) else { return }
      _ = try reblog(status, by: actor, as: .public, at: moment)
    }
  }
}
