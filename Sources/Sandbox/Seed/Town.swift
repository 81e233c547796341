import GRDB
import MastodonKit

/// Founds the instance: who lives there, who follows whom, and what was said in the last days.
///
/// The words are the same for every seed; the seed decides who favourites what and by how much the times are shifted.
struct Town {
  let seed: UInt64

  /// Those whom the reader follows on the first day.
  static let followed: [Person] = [.wren, .rook, .heron, .chinatsu, .zoe, .tides, .juniper]

  func found(in transaction: Transaction) throws {
    let ids = try settle(transaction)
    var random = SeededRandom(seed: seed)
    var labels: [String: StatusRow] = [:]
    for act in plan(at: transaction.now, &random) {
      try perform(act, ids, &labels, transaction)
    }
    try leaveSomeUnread(ids, transaction)
    try announce(transaction)
    try transaction.keep(Residents(seed: seed, now: transaction.now))
  }

  private func settle(_ transaction: Transaction) throws -> [Person: Int64] {
    let cast = Account.fixtures
    var ids: [Person: Int64] = [:]
    for account in [cast.you] + cast.residents + cast.visitors {
      guard let person = Person(rawValue: account.acct), let id = Int64(account.id.rawValue) else { continue }
      try add(account, id, transaction)
      ids[person] = id
    }
    try transaction.database.run(
      "INSERT INTO users(account_id, privacy, sensitive, language) VALUES (?, 'public', 0, 'en')", [ids[.you]])
    return ids
  }

  private func add(_ account: Account, _ id: Int64, _ transaction: Transaction) throws {
    var fields = JSONWriter()
    fields.array(account.fields) { writer, field in
      writer.object {
        $0.field("name", field.name)
        $0.field("value", field.value)
        $0.field("verified_at", time: field.verifiedAt.map(Moment.init))
      }
    }
    let parts = account.acct.split(separator: "@")
    try transaction.database.run(
      """
      INSERT INTO accounts(id, acct, username, domain, display_name, note, note_source, fields, bot, locked, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, account.acct, account.username, parts.count > 1 ? String(parts[1]) : nil, account.displayName, account.note,
        account.source?.note ?? "", String(decoding: fields.bytes, as: UTF8.self), account.bot, account.locked,
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

  /// The three newest notifications have not been read.
  private func leaveSomeUnread(_ ids: [Person: Int64], _ transaction: Transaction) throws {
    try transaction.database.run(
      """
      INSERT INTO markers(account_id, timeline, last_read_id, version, updated_at)
      SELECT account_id, 'notifications', id, 1, created_at FROM notifications
      WHERE account_id = ? ORDER BY id DESC LIMIT 1 OFFSET 3
      """, [ids[.you]])
  }
}

extension Town {
  /// One thing that happened, so that all can happen in the order of time.
  private struct Act {
    var moment: Moment
    var deed: Deed
  }

  private enum Deed {
    case say(Scene)
    case favourite(String, by: Person)
    case boost(String, by: Person)
    case follow(Person, by: Person)
    case vote(String, [Int])
    case closePolls
  }

  private func plan(at now: Moment, _ random: inout SeededRandom) -> [Act] {
    var acts = followings(at: now)
    for (number, scene) in (Scene.all + tideTables(at: now)).enumerated() {
      // Less than the minute that lies at least between a scene and its answer.
      let moment = now + (-60 * Double(scene.minutesAgo) - random.seconds(0...25))
      var scene = scene
      let label = scene.label ?? "scene \(number)"
      scene.label = label
      acts.append(Act(moment: moment, deed: .say(scene)))
      let room = -1 * Double(moment.milliseconds - now.milliseconds) / 1000
      let candidates = Person.talkers.filter { $0 != scene.author && !scene.likedBy.contains($0) }
      for person in scene.likedBy + candidates.shuffled(using: &random).prefix(scene.likes) {
        let delay = random.seconds(20...max(30, min(room * 0.8, 5400)))
        acts.append(Act(moment: min(moment + delay, now + -1), deed: .favourite(label, by: person)))
      }
      for boost in scene.boosts {
        let moment = now + (-60 * Double(boost.minutesAgo) - random.seconds(0...25))
        acts.append(Act(moment: moment, deed: .boost(label, by: boost.by)))
      }
      if let poll = scene.poll, moment + Double(poll.expiresIn) <= now {
        acts.append(Act(moment: moment + Double(poll.expiresIn), deed: .closePolls))
      }
      if !scene.yourVotes.isEmpty { acts.append(Act(moment: moment + 600, deed: .vote(label, scene.yourVotes))) }
    }
    // Those of one moment stay in the order in which they were planned.
    return acts.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(\.element)
  }

  /// Everybody reads everybody, but the reader reads seven and is read by three, the last since yesterday.
  private func followings(at now: Moment) -> [Act] {
    let first = now + -75 * 3600
    var acts: [Act] = []
    for person in Person.allCases where person != .tides && person != .you {
      for other in Person.allCases where other != person && other != .you {
        acts.append(Act(moment: first, deed: .follow(other, by: person)))
      }
    }
    for person in Self.followed { acts.append(Act(moment: first + 3600, deed: .follow(person, by: .you))) }
    acts.append(Act(moment: first + 7200, deed: .follow(.you, by: .wren)))
    acts.append(Act(moment: first + 7300, deed: .follow(.you, by: .rook)))
    acts.append(Act(moment: now + -25 * 3600, deed: .follow(.you, by: .zoe)))
    return acts
  }

  private func tideTables(at now: Moment) -> [Scene] {
    (0..<6).map { half in
      let minutes = 180 + half * 720
      return Scene(.tides, minutes, Tides.table(at: now + -60 * Double(minutes))) { $0.likes = half % 3 }
    }
  }

  private func perform(
    _ act: Act, _ ids: [Person: Int64], _ labels: inout [String: StatusRow], _ transaction: Transaction
  ) throws {
    func id(_ person: Person) throws -> Int64 {
      guard let id = ids[person] else { throw SandboxError.noSuchAccount(person.acct) }
      return id
    }
    func status(_ label: String) throws(Refusal) -> StatusRow {
      guard let found = labels[label] else { throw Refusal.recordNotFound }
      return found
    }
    switch act.deed {
    case .say(let scene):
      let parent = try scene.answers.map(status)
      let quoted = try scene.quotes.map(status)
      let parentAuthor = parent.flatMap { parent in ids.first { $0.value == parent.accountID }?.key }
      let new = scene.status(by: try id(scene.author), answering: parent?.id, of: parentAuthor, quoting: quoted?.id)
      labels[scene.label ?? ""] = try transaction.post(new, at: act.moment)
    case .favourite(let label, let person):
      try transaction.favourite(try status(label), by: try id(person), at: act.moment)
    case .boost(let label, let person):
      _ = try transaction.reblog(try status(label), by: try id(person), as: .public, at: act.moment)
    case .follow(let target, let person):
      try transaction.follow(try id(target), by: try id(person), at: act.moment)
    case .closePolls: try transaction.announceEndedPolls(at: act.moment)
    case .vote(let label, let choices):
      guard let poll = try status(label).pollID,
        let row = try PollRow.load([poll], for: try id(.you), in: transaction.database)[poll]
      else { throw Refusal.recordNotFound }
      try transaction.cast(choices, in: row, by: try id(.you))
    }
  }
}
