import MastodonClient
import MastodonKit
import Testing

/// The relationship with an account, as servers report it that leave something out.
@Suite struct RelationshipAnswerTests {
  private func relationship(_ answer: String) async throws -> Relationship {
    try await ScriptedServer(answer).client().accountService.relationship("7")
  }

  /// As Sharkey answers.
  @Test func relationshipWithoutAnIDBelongsToTheRequestedAccount() async throws {
    let relationship = try await relationship(#"[{"following":true,"followed_by":false}]"#)
    #expect(relationship.id == "7" && relationship.following)
    let followed = try await ScriptedServer(#"{"following":true}"#).client().accountService.setFollowing("7", true)
    #expect(followed.id == "7" && followed.following)
  }

  @Test(arguments: [
    ("[]", MastodonError.lacks(host: "shore.example", feature: .relationships)),
    (#"[{"id":"8","following":true}]"#, .lacks(host: "shore.example", feature: .relationships)),
    ("[7]", .invalidResponse(host: "shore.example", operation: "load your relationship to the account")),
    (#"{"id":"7"}"#, .invalidResponse(host: "shore.example", operation: "load your relationship to the account")),
  ]) func emptyRelationshipResponseIsNotAMissingAccount(_ answer: String, _ error: MastodonError) async throws {
    await #expect(throws: error) { _ = try await relationship(answer) }
  }
}
