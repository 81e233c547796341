public import MastodonKit

extension Endpoint where Response == Poll {
  /// Votes with zero-based choices.
  public static func vote(_ id: Poll.ID, choices: [Int]) -> Endpoint {
    Endpoint(
      .post, apiPath("/api/v1/polls", id.rawValue, "votes"),
      body: .form(choices.map { Field("choices[]", String($0)) }), access: .account, operation: "vote")
  }
}
