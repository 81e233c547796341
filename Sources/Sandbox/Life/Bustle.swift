import GRDB

/// A crowd: so many events a second by the instance's clock, told by the seed alone.
struct Bustle: Sendable {
  private let interval: Double
  private var random: SeededRandom
  private(set) var nextDue: Moment
  private var count = 0

  /// A process that slept does not wake to an hour's crowd at once.
  private static let most = 5000

  enum Deed: Sendable, Equatable {
    case say(Person, String)
    case favourite(Person)
    case boost(Person)
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
  mutating func deeds(until now: Moment) -> [(moment: Moment, deed: Deed)] {
    var deeds: [(moment: Moment, deed: Deed)] = []
    while nextDue <= now, deeds.count < Self.most {
      deeds.append((nextDue, next()))
      count += 1
      // From the start, so that thirds of a second do not add up to a drift.
      nextDue = start + Double(count + 1) * interval
    }
    if nextDue <= now {
      start = now
      count = 0
      nextDue = now + interval
    }
    return deeds
  }

  private mutating func next() -> Deed {
    let person = random.pick(Person.talkers) ?? .wren
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6:
      let words =
        random.pick(["Hello", "Anybody?", "Low bridge", "Mind the gate", "Rain", "Bread", "Still here"]) ?? ""
      return .say(person, "\(words) (\(count + 1)) #crowd")
    case 6..<9: return .favourite(person)
    default: return .boost(person)
    }
  }
}

extension Sandbox {
  /// Does what the crowd does by now.
  func beBusy(until now: Moment) throws {
    guard let deeds = bustle?.deeds(until: now), !deeds.isEmpty else { return }
    try write { transaction in
      for (moment, deed) in deeds { try transaction.perform(deed, at: moment) }
    }
  }
}

extension Transaction {
  fileprivate func perform(_ deed: Bustle.Deed, at moment: Moment) throws {
    func id(_ person: Person) throws -> Int64? {
      let found: AccountRow? = try self.account(named: person.acct)
      return found?.id
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
    switch deed {
    case .say(let person, let text):
      guard let author = try id(person) else { return }
      try post(NewStatus(author: author, text: text), at: moment)
    case .favourite(let person):
      guard let actor = try id(person), let status = try latest(before: Int(actor % 7)) else { return }
      try favourite(status, by: actor, at: moment)
    case .boost(let person):
      guard let actor = try id(person), let status = try latest(before: Int(actor % 5)) else { return }
      _ = try reblog(status, by: actor, as: .public, at: moment)
    }
  }
}
