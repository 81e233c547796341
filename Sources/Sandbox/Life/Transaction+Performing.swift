extension Transaction {
  /// Does what a resident is about to do; what has become impossible meanwhile is let go.
  func perform(_ act: Residents.Act) throws {
    guard let actor = try account(named: act.person.acct)?.id else { return }
    do {
      try perform(act, as: actor)
    } catch is Refusal {
      // The status was deleted, the poll has ended, the follower thought better of it.
      return
    }
  }

  private func perform(_ act: Residents.Act, as actor: Int64) throws {
    switch act.deed {
    case .say(let text, let line):
      var new = NewStatus(author: actor, text: text)
      new.spoilerText = Line.all.indices.contains(line) ? Line.all[line].warning : ""
      new.language = Line.all.indices.contains(line) ? Line.all[line].language : nil
      new.language = new.language ?? act.person.language
      try post(new, at: act.due)
    case .answer(let status, let text):
      try answer(try self.status(status, for: actor), text, as: actor, by: act)
    case .favourite(let status):
      try favourite(try self.status(status, for: actor), by: actor, at: act.due)
    case .boost(let status):
      let status = try self.status(status, for: actor)
      guard status.audience.rawValue <= 1 else { return }
      _ = try reblog(status, by: actor, as: .public, at: act.due)
    case .vote(let status, let choice):
      guard let poll = try self.status(status, for: actor).pollID,
        let row = try PollRow.load([poll], for: actor, in: database)[poll]
      else { return }
      try vote(row, choices: [choice], by: actor)
    case .follow(let account): try follow(account, by: actor, at: act.due)
    case .whim(let index):
      if Whim.all.indices.contains(index) { try perform(Whim.all[index], as: actor, at: act.due) }
    case .edit(let status, let text):
      let status = try self.status(status, for: actor)
      if status.accountID == actor { try mend(status, text, at: act.due) }
    case .delete(let status):
      let status = try self.status(status, for: actor)
      if status.accountID == actor { try delete(status) }
    case .accept(let account): try acceptFollow(of: actor, by: account, at: act.due)
    }
  }

  /// An answer reaches as far as what it answers, under the same warning, and names everybody in the talk.
  private func answer(_ status: StatusRow, _ text: String, as actor: Int64, by act: Residents.Act) throws {
    let named = try accounts(inOrder: [status.accountID]).filter { $0.id != actor }.map { "@\($0.acct)" }
    var new = NewStatus(author: actor, text: (named + [text]).joined(separator: " "))
    new.inReplyToID = status.id
    new.audience = status.audience
    new.spoilerText = status.spoilerText
    new.language =
      text.unicodeScalars.contains { $0.value > 0x2FFF || (0x600...0x6FF).contains($0.value) }
      ? act.person.language : "en"
    try post(new, at: act.due)
  }
}
