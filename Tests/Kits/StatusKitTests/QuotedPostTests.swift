import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@testable import StatusKit

/// The quoted post is a post: it has a reference, its media and its link are shown.
@MainActor @Suite struct QuotedPostTests {
  private let quote = Status.fixtures.quote

  private func item(_ status: Status) -> Item {
    StatusView(status, number: 3, context: .public, layout: .fixture).item
  }

  private func shown(_ status: Status) -> String {
    text(Document(kind: "home", blocks: [.item(item(status))]))
  }

  private var context: ArgumentContext {
    .showing([[], [], item(quote).references, item(Status.fixtures.plain).references]) { _, kind in
      Reference(kind: kind, id: "1")
    }
  }

  @Test func quotedPostIsNamedByItsNumberAndQ() async throws {
    let quoted = try #require(quote.quote?.quotedStatus)
    #expect(shown(quote).contains("open 3q"))
    #expect(context.references(of: "3q") == [.status(quoted.id), .account(quoted.account.id)])
    var opened: [Status.ID] = []
    var action = StatusAction.fixtures.none
    action.open = {
      opened.append($0)
      return .screen
    }
    let verbs = StatusVerbs(numbered: [], action: action).verbs
    _ = try await verbs.type("open 3q", in: context)
    _ = try await verbs.type("open 3Q", in: context)
    #expect(opened == [quoted.id, quoted.id])
  }

  @Test func numberWithoutAQuotedPostIsRefusedAndNeverAName() async throws {
    let verbs =
      StatusVerbs(numbered: [], action: .fixtures.none).verbs
      + [Verb("mute", Parameter<Reference>.reference(kinds: [.account]), help: "Mute an account") { _ in .nothing }]
    for (line, message) in [
      ("fav 4q", "Post 4 quotes no post that can be opened."), ("fav 9q", "No post 9 on this screen."),
      ("mute 9q", "No post 9 on this screen."),
    ] {
      let error = await #expect(throws: AppError.self) { try await verbs.type(line, in: context) }
      #expect(error?.message == message)
    }
  }

  @Test func mediaOfTheQuotedPostAreShownWithTheirCommand() {
    var status = quote
    status.quote?.quotedStatus?.mediaAttachments = [MediaAttachment.fixtures.heron]
    #expect(shown(status).contains("media 3q"))
  }

  @Test(arguments: [Status.fixtures.quoteDeleted, Status.fixtures.quoteRevoked, Status.fixtures.quotePending])
  func quoteThatCannotBeOpenedHasNoReference(_ status: Status) {
    #expect(!shown(status).contains("3q"))
    #expect(!item(status).references.contains { $0.ofQuoted != nil })
  }

  @Test func linksListThePostThatIsQuoted() throws {
    let url = try #require(quote.quote?.quotedStatus?.url)
    #expect(PostLinks.addresses(in: quote).last == url)
  }

  @Test func cardTellsWhoWroteThePageWhenAndWhatItIsAbout() throws {
    var status = Status.fixtures.linkCard
    status.card?.description = "A machine of brass."
    let page =
      #"{"url":"https://a.example","authors":[{"name":"Juniper Vale","account":{"id":"7","username":"jun","acct":"jun"}}]}"#
    status.card?.authors = try MastodonJSON.decode(PreviewCard.self, from: page).authors
    status.card?.publishedAt = Date(timeIntervalSince1970: 1_700_000_000)
    status.card?.imageDescription = "Wheels"
    status.card?.missingAttribution = true
    let text = shown(status)
    for part in ["by Juniper Vale (@jun)", "A machine of brass.", "its image: Wheels", StatusBody.missingAttribution] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test(arguments: [
    #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"mine","quote":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"}}"#,
    #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"mine","pleroma":{"quote":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"},"quote_id":"9","quote_visible":true}}"#,
    #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"mine","quote":true,"reblog":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"}}"#,
    #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"mine","quote":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"},"reblog":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"}}"#,
  ])
  func quotesOfAkkomaPleromaAndMisskeyAreRead(_ json: String) throws {
    let status = try MastodonJSON.decode(Status.self, from: Data(json.utf8))
    #expect(status.displayed.id == "1" && status.quote?.quotedStatus?.id == "9")
  }

  @Test func quoteOfWhichOnlyTheIDIsKnownCanBeOpened() throws {
    let json =
      #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"mine","pleroma":{"quote_id":"9","quote_visible":true}}"#
    let status = try MastodonJSON.decode(Status.self, from: Data(json.utf8))
    #expect(shown(status).contains("open 3q"))
  }

  @Test func boostStaysABoost() throws {
    let json =
      #"{"id":"1","account":{"id":"2","username":"a","acct":"a"},"content":"theirs","reblog":{"id":"9","account":{"id":"3","username":"b","acct":"b"},"content":"theirs"}}"#
    #expect(try MastodonJSON.decode(Status.self, from: Data(json.utf8)).displayed.id == "9")
  }
}
