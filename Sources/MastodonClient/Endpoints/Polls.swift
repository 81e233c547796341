public import MastodonKit

extension Endpoint where Response == Poll {
  public static func poll(_ id: Poll.ID) -> Endpoint {
    Endpoint(.get, "/api/v1/polls/:id", id, access: .either, .readStatuses, to: "load the poll")
  }

  /// Votes with zero-based choices.
  public static func vote(_ id: Poll.ID, choices: [Int]) -> Endpoint {
    Endpoint(
      .post, "/api/v1/polls/:id/votes", id, body: .form(choices.map { Field("choices[]", String($0)) }),
      access: .account, .writeStatuses, to: "vote"
    ).checked(rereading: { _ in .poll(id) }) { poll in
      // A server that sends no choices says nothing of which were kept.
      let isKept = poll.id.answers(id) && poll.voted && (poll.ownVotes.isEmpty || Set(poll.ownVotes) == Set(choices))
      return isKept ? [] : [RequestPart("vote", "your vote")]
    }
  }
}
