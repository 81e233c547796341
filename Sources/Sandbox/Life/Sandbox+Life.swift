public import FoundationEssentials
import GRDB

extension Sandbox {
  /// Lets whatever is due happen, and the residents act, until the task is cancelled.
  ///
  /// Another process on the same file may do the same: what is due is kept in the file, and done once; the streams here tell
  /// what was done there.
  public func live() async {
    while !Task.isCancelled {
      let due: Date?
      do { due = try step() } catch { due = nil }
      // Never longer than two seconds: what another process did to the file, or a request in the meantime, shows up here.
      let seconds = due.map { $0.timeIntervalSince(clock.now()) } ?? 2
      await clock.sleep(min(max(seconds, 0.05), 2))
    }
  }

  /// Does all that is due by now, and says when there is more to do.
  ///
  /// Where the residents rest, scheduled posts are published and polls end all the same.
  ///
  /// - throws: What SQLite says when the file cannot be written.
  @discardableResult
  public func step() throws -> Date? {
    publish(try newsOfOthers())
    let now = Moment(clock.now())
    if let bustle, bustle.isDue(at: now) { try beBusy(until: now) }
    let next = try read { try $0.nextDue(withResidents: life.hasResidents) }
    guard let next, next <= now else { return soonest(next, bustle?.nextDue)?.date }
    return try write { transaction in
      if life.hasResidents {
        var residents = try transaction.residents()
        while let act = residents.next(until: now) {
          let before = transaction.events.count
          try transaction.perform(act)
          try transaction.tell(&residents, of: transaction.events[before...], by: act)
        }
        try transaction.keep(residents)
      }
      try transaction.settleQuotes(at: now)
      try transaction.announceEndedPolls(at: now)
      let before = transaction.events.count
      try transaction.publishScheduled(at: now)
      if life.hasResidents, transaction.events.count > before { try transaction.tellResidents(since: before) }
      return soonest(try transaction.nextDue(withResidents: life.hasResidents), bustle?.nextDue)?.date
    }
  }

  private func soonest(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension Transaction {
  func residents() throws -> Residents {
    try JSONDecoder().decode(Residents.self, from: Data((try meta("residents") ?? "").utf8))
  }

  func keep(_ residents: Residents) throws {
    try setMeta("residents", String(decoding: try JSONEncoder().encode(residents), as: UTF8.self))
    try setMeta("residents.due", String(residents.nextDue.milliseconds))
  }

  /// When something is due: an act of a resident, the end of a poll, a scheduled status, another server's answer.
  func nextDue(withResidents: Bool) throws -> Moment? {
    let residents = withResidents ? try meta("residents.due").flatMap { Int64($0) } : nil
    return try database.value(
      Moment.self,
      """
      SELECT min(due) FROM (
        SELECT :residents AS due
        UNION ALL SELECT min(expires_at) FROM polls WHERE announced = 0
        UNION ALL SELECT min(scheduled_at) FROM scheduled_statuses
        UNION ALL SELECT min(created_at) + :delay FROM statuses WHERE quote_state = 'pending' AND quote_of_id IS NOT NULL)
      """, ["residents": residents, "delay": Int64(Self.quoteDelay * 1000)])
  }

  /// Lets the residents know what somebody did who signed in.
  func tellResidents(since start: Int = 0) throws {
    let new = events[start...].filter {
      switch $0 {
      case .posted, .followed: true
      case .edited, .deleted, .notified, .filtersChanged, .conversed, .notificationsMerged, .reacted, .revoked: false
      }
    }
    guard !new.isEmpty else { return }
    var residents = try residents()
    try tell(&residents, of: new[...], by: nil)
    try keep(residents)
  }

  func tell(_ residents: inout Residents, of events: ArraySlice<Event>, by act: Residents.Act?) throws {
    for event in events {
      switch event {
      case .posted(let id):
        if case .whim(let index)? = act?.deed { residents.follow(index, as: id, at: act?.due ?? now) }
        if let said = try said(id, by: act) { residents.notice(said, at: act?.due ?? now) }
      case .followed(let target, let account):
        guard act == nil, let followed = try self.account(target), let person = Person(rawValue: followed.acct) else {
          continue
        }
        residents.noticeFollower(account, of: person, isAsking: followed.locked, at: now)
      case .edited, .deleted, .notified, .filtersChanged, .conversed, .notificationsMerged, .reacted, .revoked: continue
      }
    }
  }

  /// What residents see of a status; boosts pass without a word.
  private func said(_ id: Int64, by act: Residents.Act?) throws -> Residents.Said? {
    guard let status = try statuses([id]).first, status.reblogOfID == nil else { return nil }
    let people = try peopleByID()
    let mentioned = try database.values(
      Int64.self, "SELECT account_id FROM mentions WHERE status_id = ? ORDER BY account_id", [id])
    var said = Residents.Said(
      status: id, resident: act?.person, text: status.text, audience: status.audience,
      mentions: mentioned.compactMap { people[$0] })
    said.answering = status.inReplyToAccountID.flatMap { people[$0] }
    if said.answering == .you { said.answering = nil }
    said.mentions.removeAll { $0 == .you }
    said.depth = try depth(of: status)
    if let poll = status.pollID {
      said.pollOptions =
        try database.value(Int.self, "SELECT count(*) FROM poll_options WHERE poll_id = ?", [poll]) ?? 0
    }
    if case .say(_, let line)? = act?.deed { said.line = line }
    switch status.audience {
    case .public, .unlisted: break
    case .direct: said.readers = said.mentions
    case .private:
      let followers = try database.values(
        Int64.self, "SELECT account_id FROM follows WHERE target_id = ? ORDER BY account_id", [status.accountID])
      said.readers = Array(Set(followers.compactMap { people[$0] } + said.mentions)).sorted {
        $0.rawValue < $1.rawValue
      }
    }
    return said
  }

  private func peopleByID() throws -> [Int64: Person] {
    var people: [Int64: Person] = [:]
    for row in try database.rows("SELECT id, acct FROM accounts") { people[row[0]] = Person(rawValue: row[1]) }
    return people
  }

  private func depth(of status: StatusRow) throws -> Int {
    guard let parent = status.inReplyToID else { return 0 }
    return try database.value(
      Int.self,
      """
      WITH RECURSIVE up(id, parent) AS (
        SELECT id, in_reply_to_id FROM statuses WHERE id = ?
        UNION ALL SELECT p.id, p.in_reply_to_id FROM statuses p JOIN up ON p.id = up.parent)
      SELECT count(*) FROM up
      """, [parent]) ?? 0
  }
}
