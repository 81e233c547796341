/// Polls, seen by whoever sees their status.
let pollRoutes: [Route] = [
  .get("/api/v1/polls/:id") { call in try call.response(try call.poll()) },
  .post("/api/v1/polls/:id/votes", .user("write:statuses")) { call in
    let choices = call.parameters.texts("choices").map { Int($0) ?? -1 }
    try call.transaction.vote(try call.poll(), choices: choices, by: try call.user())
    return try call.response(try call.poll())
  },
]

extension Call {
  fileprivate func poll() throws -> PollRow {
    let id = try id()
    guard let poll = try PollRow.load([id], for: viewer, in: transaction.database)[id] else {
      throw Refusal.recordNotFound
    }
    _ = try transaction.status(poll.statusID, for: viewer)
    return poll
  }

  fileprivate func response(_ poll: PollRow) throws -> SandboxResponse {
    .json { poll.write(to: &$0, for: viewer, at: transaction.now) }
  }
}
