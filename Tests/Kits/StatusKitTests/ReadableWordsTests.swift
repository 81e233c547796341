import FeatureKit
import TerminalKit
import Testing

@testable import MastodonKit
@testable import StatusKit

/// Words of the API and codes of pictures, as people read and hear them.
@Suite struct ReadableWordsTests {
  @Test(arguments: [
    ("public", Visibility.public), ("unlisted", .unlisted), ("quiet", .unlisted), ("followers", .private),
    ("private", .private), ("direct", .direct), ("mentioned", .direct), ("FOL", .private), ("d", .direct),
  ])
  func visibilityAcceptsOurNamesAndTheAPIs(_ typed: String, _ visibility: Visibility) {
    #expect(Visibility(typed: typed) == visibility)
  }

  @Test(arguments: ["p", "", "nobody", "followers only"])
  func aWordThatMeansTwoOrNothingIsRefused(_ typed: String) { #expect(Visibility(typed: typed) == nil) }

  @Test func itIsReadInTheWordsThatAreTyped() {
    #expect(Visibility.known.map(\.word) == ["public", "unlisted", "followers", "direct"])
    #expect(Visibility.known.allSatisfy { Visibility(typed: $0.word) == $0 })
    #expect(Visibility(typed: "direct", among: [.public, .private]) == nil)
  }

  @Test(arguments: [
    ("Zoë :spanner:", "Zoë"), (":spanner: Zoë :kettle: Marsh", "Zoë Marsh"), (":spanner:", "zoe"),
    ("Zoë :unknown:", "Zoë :unknown:"), ("12:30", "12:30"), ("", "zoe"), (":spanner::kettle: Zoë", "Zoë"),
    (":spanner:kettle:", "kettle:"), ("Zoë: spanner", "Zoë: spanner"), ("a:spanner", "a:spanner"),
  ])
  func aNameIsReadWithoutTheCodesOfItsPictures(_ name: String, _ shown: String) {
    var account = Account.fixtures.zoe
    account.displayName = name
    account.username = "zoe"
    account.emojis = ["spanner", "kettle"].map { CustomEmoji(shortcode: $0) }
    #expect(account.shownName == shown)
  }

  @Test func spokenTextHasNoColonsAndKeepsItsStops() {
    var status = Status.fixtures.plain
    status.content = "<p>Tea first :kettle:</p>"
    status.emojis = [CustomEmoji(shortcode: "kettle")]
    let spoken = StatusView(status, number: 1, context: .home, layout: Layout(width: 80, now: .fixtureNow)).item.spoken
    #expect(spoken.contains("Tea first kettle. "))
    #expect(ExcerptText.spoken("first :kettle: then :cup:", of: status) == "first kettle then :cup:")
  }
}
