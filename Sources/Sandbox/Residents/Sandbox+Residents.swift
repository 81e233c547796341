public import FoundationEssentials
import GRDB

extension Sandbox {
  /// Performs due actions, the residents' and scheduled ones, until the task is cancelled.
  ///
  /// Several processes may do this on the same file: due actions are stored in it and performed once, and each process's
  /// streams report the actions of the others.
  public func runResidents() async {
    while !Task.isCancelled {
      let due: Date?
      do { due = try step() } catch { due = nil }
      // At most two seconds, to notice changes by requests and other processes.
      let seconds = due.map { $0.timeIntervalSince(clock.now()) } ?? 2
      await clock.sleep(min(max(seconds, 0.05), 2))
    }
  }

  /// Performs all due actions and returns when the next one is due.
  ///
  /// Scheduled posts and polls are handled even if the residents are inactive.
  ///
  /// - throws: SQLite's error if the file cannot be written.
  @discardableResult
  public func step() throws -> Date? {
    publish(try eventsFromOtherProcesses())
    let now = Moment(clock.now())
    if let backgroundActivity, backgroundActivity.isDue(at: now) { try performBackgroundActivity(until: now) }
    try performScript(until: now)
    let next = try read { try $0.nextDue(withResidents: activity.hasResidents) }
    guard let next, next <= now else { return soonest(next)?.date }
    return try write { transaction in
      if activity.hasResidents {
        var schedule = try transaction.residentSchedule()
        try transaction.readInbox(into: &schedule)
        while let action = schedule.next(until: now) {
          let before = transaction.events.count
          try transaction.perform(action)
          try transaction.update(&schedule, with: transaction.events[before...], by: action)
        }
        try transaction.save(schedule)
      }
      try transaction.settleQuotes(at: now)
      try transaction.announceEndedPolls(at: now)
      let before = transaction.events.count
      try transaction.publishScheduled(at: now)
      if activity.hasResidents, transaction.events.count > before { try transaction.notifyResidents(since: before) }
      return soonest(try transaction.nextDue(withResidents: activity.hasResidents))?.date
    }
  }

  private func soonest(_ next: Moment?) -> Moment? {
    [next, backgroundActivity?.nextDue, script?.nextDue].compactMap(\.self).min()
  }
}

extension Transaction {
  func residentSchedule() throws -> ResidentSchedule {
    try JSONDecoder().decode(ResidentSchedule.self, from: Data((try meta("residents") ?? "").utf8))
  }

  func save(_ schedule: ResidentSchedule) throws {
    try setMeta("residents", String(decoding: try JSONEncoder().encode(schedule), as: UTF8.self))
    try setMeta("residents.due", String(schedule.nextDue.milliseconds))
  }

  /// When the next action is due: a resident's, the end of a poll, a scheduled status, or an accepted quote.
  ///
  /// Residents read their inbox at once.
  func nextDue(withResidents: Bool) throws -> Moment? {
    let residents = withResidents ? try meta("residents.due").flatMap { Int64($0) } : nil
    return try database.value(
      Moment.self,
      """
      SELECT min(due) FROM (
        SELECT :residents AS due
        UNION ALL SELECT min(at) FROM resident_inbox WHERE :residents IS NOT NULL
        UNION ALL SELECT min(expires_at) FROM polls WHERE announced = 0
        UNION ALL SELECT min(scheduled_at) FROM scheduled_statuses
        UNION ALL SELECT min(created_at) + :delay FROM statuses WHERE quote_state = 'pending' AND quote_of_id IS NOT NULL)
      """, ["residents": residents, "delay": Int64(Self.quoteDelay * 1000)])
  }

  /// Puts the events of a request into the residents' inbox.
  ///
  /// Loading and saving the schedule for each request would take longer than the request.
  func notifyResidents(since start: Int = 0) throws {
    for event in events[start...] {
      switch event {
      case .posted(let id):
        try database.run("INSERT INTO resident_inbox(status_id, at) VALUES (?, ?)", [id, now])
      case .followed(let target, let account):
        try database.run(
          "INSERT INTO resident_inbox(account_id, followed_by, at) VALUES (?, ?, ?)", [target, account, now])
      case .edited, .deleted, .notified, .filtersChanged, .conversed, .notificationsMerged, .reacted, .revoked: continue
      }
    }
  }

  /// Plans reactions to the contents of the inbox, and empties it; a few hundred at a time, so that requests can be
  /// handled in between.
  func readInbox(into schedule: inout ResidentSchedule) throws {
    let rows = try database.rows(
      "SELECT id, status_id, account_id, followed_by, at FROM resident_inbox ORDER BY id LIMIT 200")
    guard let last: Int64 = rows.last?[0] else { return }
    let residents = try residentsByID()
    for row in rows {
      if let status: Int64 = row[1] {
        if !schedule.isFull, let observed = try observed(status, by: nil, residents) {
          schedule.observe(observed, at: row[4])
        }
      } else if let target: Int64 = row[2], let follower: Int64 = row[3] {
        try observeFollower(follower, of: target, at: row[4], &schedule)
      }
    }
    try database.run("DELETE FROM resident_inbox WHERE id <= ?", [last])
  }

  /// Plans reactions to the events of a resident's action.
  func update(
    _ schedule: inout ResidentSchedule, with events: ArraySlice<Event>, by action: ResidentSchedule.Action
  ) throws {
    let posted = events.compactMap { if case .posted(let id) = $0 { id } else { nil } }
    guard !posted.isEmpty else { return }
    let residents = try residentsByID()
    for id in posted {
      if case .behavior(let index) = action.kind { schedule.follow(index, as: id, at: action.due) }
      if let observed = try observed(id, by: action, residents) { schedule.observe(observed, at: action.due) }
    }
  }

  private func observeFollower(
    _ account: Int64, of target: Int64, at moment: Moment, _ schedule: inout ResidentSchedule
  ) throws {
    guard let followed = try self.account(target), let resident = Resident(rawValue: followed.acct) else { return }
    schedule.observeFollower(account, of: resident, isRequest: followed.locked, at: moment)
  }

  /// The status as residents observe it; `nil` for boosts.
  private func observed(
    _ id: Int64, by action: ResidentSchedule.Action?, _ residents: [Int64: Resident]
  ) throws -> ResidentSchedule.ObservedStatus? {
    guard let status = try statuses([id]).first, status.reblogOfID == nil else { return nil }
    let mentioned = try database.values(
      Int64.self, "SELECT account_id FROM mentions WHERE status_id = ? ORDER BY account_id", [id])
    var observed = ResidentSchedule.ObservedStatus(
      status: id, resident: action?.resident, text: status.text, audience: status.audience,
      mentions: mentioned.compactMap { residents[$0] })
    observed.inReplyTo = status.inReplyToAccountID.flatMap { residents[$0] }
    if observed.inReplyTo == .you { observed.inReplyTo = nil }
    observed.mentions.removeAll { $0 == .you }
    observed.depth = try depth(of: status)
    if let poll = status.pollID {
      observed.pollOptions =
        try database.value(Int.self, "SELECT count(*) FROM poll_options WHERE poll_id = ?", [poll]) ?? 0
    }
    if case .post(_, let index)? = action?.kind { observed.postIndex = index }
    switch status.audience {
    case .public, .unlisted: break
    case .direct: observed.readers = observed.mentions
    case .private:
      let followers = try database.values(
        Int64.self, "SELECT account_id FROM follows WHERE target_id = ? ORDER BY account_id", [status.accountID])
      observed.readers = Array(Set(followers.compactMap { residents[$0] } + observed.mentions)).sorted {
        $0.rawValue < $1.rawValue
      }
    }
    return observed
  }

  private func residentsByID() throws -> [Int64: Resident] {
    var residents: [Int64: Resident] = [:]
    for row in try database.rows("SELECT id, acct FROM accounts") { residents[row[0]] = Resident(rawValue: row[1]) }
    return residents
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
