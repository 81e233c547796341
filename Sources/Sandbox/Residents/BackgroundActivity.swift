import GRDB

/// A crowd: so many events a second by the instance's clock, told by the seed alone.
struct BackgroundActivity: Sendable {
  private let interval: Double
  private var random: SeededRandom
  private(set) var nextDue: Moment
  private var count = 0

  /// A process that slept does not wake to an hour's crowd at once.
  private static let maxActions = 5000

  enum Kind: Sendable, Equatable {
    case post(Resident, String)
    case favourite(Resident)
    case boost(Resident)
  }

  init(perSecond: Int, seed: UInt64, from moment: Moment) {
    interval = 1 / Double(max(perSecond, 1))
    random = SeededRandom(seed: seed ^ 0x6275_7374_6C65)
    nextDue = moment + interval
    start = moment
  }

  private var start: Moment

  func isDue(at now: Moment) -> Bool { nextDue <= now }

  /// What is due by now, each at its moment.
  mutating func actions(until now: Moment) -> [(moment: Moment, kind: Kind)] {
    var actions: [(moment: Moment, kind: Kind)] = []
    while nextDue <= now, actions.count < Self.maxActions {
      actions.append((nextDue, next()))
      count += 1
      // From the start, so that thirds of a second do not add up to a drift.
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
  /// Does what the crowd does by now.
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
    // What was posted last and is nobody's boost; favouriting one's own is allowed here as it is on Mastodon.
    func latest(before: Int) throws -> StatusRow? {
      try database.row(
        """
        SELECT \(StatusRow.columns) FROM statuses s
        WHERE s.visibility = 0 AND s.reblog_of_id IS NULL ORDER BY s.id DESC LIMIT 1 OFFSET ?
        """, [before]
      ).map(StatusRow.init)
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
