extension Transaction {
  /// Performs a planned action, unless it is no longer possible.
  func perform(_ action: ResidentSchedule.Action) throws {
    guard let actor = try account(named: action.resident.acct)?.id else { return }
    do {
      try perform(action, as: actor)
    } catch is APIError {
      // For example: the status was deleted or the poll has ended.
      return
    }
  }

  private func perform(_ action: ResidentSchedule.Action, as actor: Int64) throws {
    switch action.kind {
    case .post(let text, let index):
      let source = ResidentPost.all.indices.contains(index) ? ResidentPost.all[index] : nil
      var new = NewStatus(author: actor, text: text)
      new.spoilerText = source?.warning ?? ""
      new.language = source?.language ?? action.resident.language
      try post(new, at: action.due)
    case .reply(let status, let text):
      try reply(try self.status(status, for: actor), text, as: actor, by: action)
    case .favourite(let status):
      try favourite(try self.status(status, for: actor), by: actor, at: action.due)
    case .boost(let status):
      let status = try self.status(status, for: actor)
      guard status.audience.rawValue <= 1 else { return }
      _ = try reblog(status, by: actor, as: .public, at: action.due)
    case .vote(let status, let choice):
      guard let poll = try self.status(status, for: actor).pollID,
        let row = try PollRow.load([poll], for: actor, in: database)[poll]
      else { return }
      try vote(row, choices: [choice], by: actor)
    case .follow(let account): try follow(account, by: actor, at: action.due)
    case .behavior(let index):
      if ResidentBehavior.all.indices.contains(index) {
        try perform(ResidentBehavior.all[index], as: actor, at: action.due)
      }
    case .edit(let status, let text):
      let status = try self.status(status, for: actor)
      if status.accountID == actor { try correct(status, text, at: action.due) }
    case .delete(let status):
      let status = try self.status(status, for: actor)
      if status.accountID == actor { try delete(status) }
    case .accept(let account): try acceptFollow(of: actor, by: account, at: action.due)
    }
  }

  /// Replies with the same audience and content warning.
  private func reply(_ status: StatusRow, _ text: String, as actor: Int64, by action: ResidentSchedule.Action) throws {
    let named = try accounts(inOrder: [status.accountID]).filter { $0.id != actor }.map { "@\($0.acct)" }
    var new = NewStatus(author: actor, text: (named + [text]).joined(separator: " "))
    new.inReplyToID = status.id
    new.audience = status.audience
    new.spoilerText = status.spoilerText
    new.language =
      text.unicodeScalars.contains { $0.value > 0x2FFF || (0x600...0x6FF).contains($0.value) }
      ? action.resident.language : "en"
    try post(new, at: action.due)
  }
}
