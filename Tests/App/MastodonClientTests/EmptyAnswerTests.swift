import Testing

@testable import MastodonClient
@testable import MastodonKit

/// Answers to a change that say nothing of it: what it was about is read before the change counts as made.
@Suite struct EmptyAnswerTests {
  @Test(arguments: ["{}", #"{"error":"You may not"}"#])
  func relationshipOfWhichNothingIsSaidIsReadAgain(_ answer: String) async throws {
    let server = ScriptedServer { request, _ in
      request.method == .get
        ? .text(#"[{"id":"2","following":true,"blocking":true,"muting":true,"endorsed":true,"followed_by":true}]"#)
        : .text(answer)
    }
    let client = try server.client()
    #expect(try await client.send(.unfollow("2")).following)
    #expect(try await client.send(.unblock("2")).blocking)
    #expect(try await client.send(.unmute("2")).muting)
    #expect(try await client.send(.unendorse("2")).endorsed)
    #expect(try await client.send(.removeFromFollowers("2")).followedBy)
  }

  @Test(arguments: ["", "null", "[]", "{}"])
  func deletionThatIsNotConfirmedIsLookedAt(_ answer: String) async throws {
    let kept = ScriptedServer { request, _ in
      .text(request.method == .get ? #"{"id":"1","content":"hi","account":\#(Sample.account())}"# : answer)
    }
    await #expect(throws: MastodonError.unconfirmed(host: "shore.example", operation: "delete the post")) {
      try await kept.client().statusService.delete("1", false)
    }
    let gone = ScriptedServer { request, _ in
      request.method == .get ? .text(#"{"error":"Record not found"}"#, status: 404) : .text(answer)
    }
    try await gone.client().statusService.delete("1", false)
  }
}
