import Links
import MastodonKit
import Testing

@testable import Session

@Suite struct RouteTests {
  @Test func aLinkToAPostAPersonOrAHashtagIsAScreen() {
    #expect(Route(.status("7")) == .thread("7"))
    #expect(Route(.account("8")) == .profile("8"))
    #expect(Route(.tag("canal")) == .tag(TagTimelineQuery("canal")))
  }

  @Test func aLinkToATabOrATextIsNoScreenOfItsOwn() {
    #expect(Route(.tab("home")) == nil)
    #expect(Route(.compose("Hello")) == nil)
  }
}
