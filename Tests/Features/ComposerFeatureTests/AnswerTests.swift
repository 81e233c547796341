import FoundationEssentials
import MastodonKit
import Testing

/// The answer to a new post, which some servers take from another post.
@MainActor @Suite struct AnswerTests {
  private let start = Date(timeIntervalSince1970: 1_000_000_000.7)

  private func isAnswer(_ text: String, age: TimeInterval, author: Account = .fixtures.you) -> Bool {
    let status = Status(
      id: "1", createdAt: start - age, account: author, content: "<p>\(text)</p>", visibility: .public)
    return StatusDraft(text: "A new text").isAnswered(by: status, me: Account.fixtures.you.id, since: start)
  }

  @Test func anOlderPostWithAnotherTextIsNoAnswer() {
    #expect(!isAnswer("A precious older post", age: 60))
    // The server may have taken an earlier request.
    #expect(isAnswer("A new text", age: 60))
  }

  @Test func aNewPostIsTheAnswerWhateverTheServerMadeOfIt() {
    #expect(isAnswer("A new", age: -1))
    #expect(isAnswer("A new", age: 0.7), "some servers keep whole seconds")
    #expect(!isAnswer("A new text", age: 0, author: .fixtures.wren))
  }
}
