/// Polls; visible to those who can see their status.
let pollRoutes: [Route] = [
  .get("/api/v1/polls/:id", .scope("read:statuses")) { context in try context.response(try context.poll()) },
  .post("/api/v1/polls/:id/votes", .user("write:statuses")) { context in
    let choices = context.parameters.texts("choices").map { Int($0) ?? -1 }
    try context.transaction.vote(try context.poll(), choices: choices, by: try context.user())
    return try context.response(try context.poll())
  },
]

extension RequestContext {
  fileprivate func poll() throws -> PollRow {
    let id = try id()
    guard let poll = try PollRow.load([id], for: viewer, in: transaction.database)[id] else {
      throw APIError.recordNotFound
    }
    _ = try transaction.status(poll.statusID, for: viewer)
    return poll
  }

  fileprivate func response(_ poll: PollRow) throws -> SandboxResponse {
    .json { poll.write(to: &$0, for: viewer, at: transaction.now) }
  }
}
