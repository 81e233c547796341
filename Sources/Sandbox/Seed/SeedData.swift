import Crypto
import FoundationEssentials
import GRDB
import MastodonKit

/// Fills a new instance: accounts, follows, and the posts of the last days.
///
/// The texts are the same for every seed; the seed decides favourites and small differences in time.
struct SeedData {
  let seed: UInt64

  /// The accounts that the user follows initially.
  static let followed: [Resident] = [.wren, .rook, .heron, .chinatsu, .zoe, .tides, .juniper]

  func insert(in transaction: Transaction) throws {
    let configuration = transaction.instance.configuration
    if configuration.isRepeatable {
      let key = SHA256.hash(data: Data("\(seed) vapid".utf8))
      try transaction.setMeta("vapid", key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
    let ids = try insertAccounts(transaction, isEmpty: configuration.isEmpty)
    if !configuration.isEmpty { try insertHistory(of: ids, transaction) }
    for username in configuration.users {
      if let resident = try transaction.account(named: username) {
        try transaction.addUser(resident.id)
      } else {
        _ = try transaction.settle(username, language: "en")
      }
    }
    try transaction.save(ResidentSchedule(seed: seed, now: transaction.now))
  }

  /// Inserts what happened before the instance was opened.
  private func insertHistory(of ids: [Resident: Int64], _ transaction: Transaction) throws {
    var random = SeededRandom(seed: seed)
    var labels: [String: StatusRow] = [:]
    for action in plan(at: transaction.now, &random) {
      try perform(action, ids, &labels, transaction)
    }
    try markNotificationsRead(ids, transaction)
    try announce(transaction)
    try collect(ids, transaction)
  }

  private func insertAccounts(_ transaction: Transaction, isEmpty: Bool) throws -> [Resident: Int64] {
    let cast = Account.fixtures
    var ids: [Resident: Int64] = [:]
    for account in isEmpty ? [cast.you] : [cast.you] + cast.residents + cast.visitors {
      guard let resident = Resident(rawValue: account.acct), let id = Int64(account.id.rawValue) else { continue }
      try add(account, id, transaction)
      ids[resident] = id
    }
    try transaction.database.run(
      "INSERT INTO users(account_id, privacy, sensitive, language) VALUES (?, 'public', 0, 'en')", [ids[.you]])
    return ids
  }

  private func add(_ account: Account, _ id: Int64, _ transaction: Transaction) throws {
    let fields = JSONWriter.objects(account.fields) { writer, field in
      writer.field("name", field.name)
      writer.field("value", field.value)
      writer.field("verified_at", field.verifiedAt.map(Moment.init))
    }
    let parts = account.acct.split(separator: "@")
    try transaction.database.run(
      """
      INSERT INTO accounts(id, acct, username, domain, display_name, note, note_source, fields, bot, locked, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, account.acct, account.username, parts.count > 1 ? String(parts[1]) : nil, account.displayName, account.note,
        account.source?.note ?? "", fields, account.bot, account.locked,
        Moment(account.createdAt),
      ])
  }

  private func announce(_ transaction: Transaction) throws {
    let moment = transaction.now + -26 * 3600
    try transaction.database.run(
      "INSERT INTO announcements(id, content, all_day, published_at, updated_at) VALUES (1, ?, 0, ?, ?)",
      [
        "<p>The upper lock closes on Thursday night for its yearly clean. Bring a broom or an excuse.</p>", moment,
        moment,
      ])
    try transaction.database.run(
      """
      INSERT INTO announcement_reactions(announcement_id, account_id, name)
      SELECT 1, id, '🧹' FROM accounts WHERE acct IN ('wren', 'moss')
      """)
  }

  /// A collection by Rook with the user in it.
  private func collect(_ ids: [Resident: Int64], _ transaction: Transaction) throws {
    guard let rook = ids[.rook] else { return }
    let moment = transaction.now + -50 * 3600
    var collection = CollectionRow(account: rook, at: moment)
    collection.name = "Awake at three"
    collection.description = "Who answers when the lamp is on at the upper lock."
    collection.language = "en"
    collection.tag = "night"
    let id = try transaction.insert(collection)
    for resident in [Resident.heron, .wren, .you] {
      guard let account = try ids[resident].flatMap(transaction.account) else { continue }
      _ = try transaction.addToCollection(id, account, at: moment)
    }
  }

  /// Marks all but the three newest notifications as read.
  private func markNotificationsRead(_ ids: [Resident: Int64], _ transaction: Transaction) throws {
    try transaction.database.run(
      """
      INSERT INTO markers(account_id, timeline, last_read_id, version, updated_at)
      SELECT account_id, 'notifications', id, 1, created_at FROM notifications
      WHERE account_id = ? ORDER BY id DESC LIMIT 1 OFFSET 3
      """, [ids[.you]])
  }

  /// An action in the past; all are performed in order of time.
  private struct Action {
    var moment: Moment
    var kind: Kind
  }

  private enum Kind {
    case post(SeedStatus)
    case favourite(String, by: Resident)
    case boost(String, by: Resident)
    case follow(Resident, by: Resident)
    case vote(String, [Int])
    case closePolls
  }

  private func plan(at now: Moment, _ random: inout SeededRandom) -> [Action] {
    var actions = follows(at: now)
    for (number, seedStatus) in (SeedStatus.all + tideTables(at: now)).enumerated() {
      // Less than a minute, the minimum between a post and its reply.
      let moment = now + (-60 * Double(seedStatus.minutesAgo) - random.seconds(0...25))
      var seedStatus = seedStatus
      let label = seedStatus.label ?? "scene \(number)"
      seedStatus.label = label
      actions.append(Action(moment: moment, kind: .post(seedStatus)))
      let room = -1 * Double(moment.milliseconds - now.milliseconds) / 1000
      let candidates = Resident.humans.filter { $0 != seedStatus.author && !seedStatus.favouritedBy.contains($0) }
      for resident in seedStatus.favouritedBy + candidates.shuffled(using: &random).prefix(seedStatus.favouriteCount) {
        let delay = random.seconds(20...max(30, min(room * 0.8, 5400)))
        actions.append(Action(moment: min(moment + delay, now + -1), kind: .favourite(label, by: resident)))
      }
      for boost in seedStatus.boosts {
        let moment = now + (-60 * Double(boost.minutesAgo) - random.seconds(0...25))
        actions.append(Action(moment: moment, kind: .boost(label, by: boost.by)))
      }
      if let poll = seedStatus.poll, moment + Double(poll.expiresIn) <= now {
        actions.append(Action(moment: moment + Double(poll.expiresIn), kind: .closePolls))
      }
      if !seedStatus.userVotes.isEmpty {
        actions.append(Action(moment: moment + 600, kind: .vote(label, seedStatus.userVotes)))
      }
    }
    // Stable: actions of the same time stay in the order they were planned.
    return actions.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(
      \.element)
  }

  /// The initial follows: residents follow each other, the user follows seven and has three followers, one of them new.
  private func follows(at now: Moment) -> [Action] {
    let first = now + -75 * 3600
    var actions: [Action] = []
    for resident in Resident.allCases where resident != .tides && resident != .you {
      for other in Resident.allCases where other != resident && other != .you {
        actions.append(Action(moment: first, kind: .follow(other, by: resident)))
      }
    }
    for resident in Self.followed { actions.append(Action(moment: first + 3600, kind: .follow(resident, by: .you))) }
    actions.append(Action(moment: first + 7200, kind: .follow(.you, by: .wren)))
    actions.append(Action(moment: first + 7300, kind: .follow(.you, by: .rook)))
    actions.append(Action(moment: now + -25 * 3600, kind: .follow(.you, by: .zoe)))
    return actions
  }

  private func tideTables(at now: Moment) -> [SeedStatus] {
    (0..<6).map { half in
      let minutes = 180 + half * 720
      return SeedStatus(.tides, minutes, Tides.table(at: now + -60 * Double(minutes)), favouriteCount: half % 3)
    }
  }

  private func perform(
    _ action: Action, _ ids: [Resident: Int64], _ labels: inout [String: StatusRow], _ transaction: Transaction
  ) throws {
    func id(_ resident: Resident) throws -> Int64 {
      guard let id = ids[resident] else { throw SandboxError.noSuchAccount(resident.acct) }
      return id
    }
    func status(_ label: String) throws(APIError) -> StatusRow {
      guard let insert = labels[label] else { throw APIError.recordNotFound }
      return insert
    }
    switch action.kind {
    case .post(let seedStatus):
      let parent = try seedStatus.replies.map(status)
      let quoted = try seedStatus.quotes.map(status)
      let parentAuthor = parent.flatMap { parent in ids.first { $0.value == parent.accountID }?.key }
      let new = seedStatus.status(
        by: try id(seedStatus.author), inReplyTo: parent?.id, of: parentAuthor, quoting: quoted?.id)
      labels[seedStatus.label ?? ""] = try transaction.post(new, at: action.moment)
    case .favourite(let label, let resident):
      try transaction.favourite(try status(label), by: try id(resident), at: action.moment)
    case .boost(let label, let resident):
      _ = try transaction.reblog(try status(label), by: try id(resident), as: .public, at: action.moment)
    case .follow(let target, let resident):
      try transaction.follow(try id(target), by: try id(resident), at: action.moment)
    case .closePolls: try transaction.announceEndedPolls(at: action.moment)
    case .vote(let label, let choices):
      guard let poll = try status(label).pollID,
        let row = try PollRow.load([poll], for: try id(.you), in: transaction.database)[poll]
      else { throw APIError.recordNotFound }
      try transaction.cast(choices, in: row, by: try id(.you))
    }
  }
}
