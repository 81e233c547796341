import FeatureKit
import MastodonKit
import Testing

@testable import StatusKit

/// The actions that a post's visibility forbids.
@Suite struct StatusPermissionTests {
  private func post(_ visibility: Visibility) -> Status {
    var status = Status.fixtures.plain
    status.visibility = visibility
    return status
  }

  private let author = Status.fixtures.plain.account.id

  @Test(arguments: [
    (Visibility.public, nil as Visibility?, false, true), (.unlisted, nil, false, true), (.direct, nil, true, false),
    (.direct, nil, false, false), (.private, nil, false, false), (.private, nil, true, true),
    (.private, .public, true, false), (.private, .private, true, true), (.unknown("local"), nil, false, true),
  ])
  func boostIsRefusedWhereTheVisibilityForbidsIt(
    _ visibility: Visibility, _ boost: Visibility?, _ isOwn: Bool, _ isAllowed: Bool
  ) {
    let refusal = post(visibility).refusalOfBoost(boost, by: isOwn ? author : "999")
    #expect((refusal == nil) == isAllowed)
  }

  @Test(arguments: [
    (Visibility.public, Visibility.public, false, true), (.direct, .direct, true, false),
    (.private, .private, false, false), (.private, .public, true, false), (.private, .private, true, true),
  ])
  func quoteIsRefusedWhereTheVisibilityForbidsIt(
    _ visibility: Visibility, _ quote: Visibility, _ isOwn: Bool, _ isAllowed: Bool
  ) {
    let refusal = post(visibility).refusalOfQuote(in: quote, by: isOwn ? author : "999")
    #expect((refusal == nil) == isAllowed)
  }

  @Test func pinIsRefusedForDirectPostsAndThoseOfOthers() {
    #expect(post(.direct).refusalOfPin(by: author) != nil)
    #expect(post(.public).refusalOfPin(by: "999") != nil)
    #expect(post(.private).refusalOfPin(by: author) == nil)
    #expect(post(.public).refusalToOthers("changed", by: author) == nil)
    #expect(post(.public).refusalToOthers("changed", by: "999")?.suggestion == "Only your own posts can be changed.")
  }

  @Test(arguments: [
    (Visibility.public, QuotePolicy.public, true), (.private, .public, false), (.private, .followers, false),
    (.direct, .followers, false), (.private, .nobody, true),
  ])
  func othersCantBeLetQuoteWhatTheyMayNotSee(_ visibility: Visibility, _ policy: QuotePolicy, _ isAllowed: Bool) {
    #expect((post(visibility).refusal(of: policy) == nil) == isAllowed)
  }

  @Test func unknownAccountIsLeftToTheServer() {
    #expect(post(.private).refusalOfBoost(nil, by: nil) == nil)
    #expect(post(.public).refusalOfPin(by: nil) == nil)
  }
}
