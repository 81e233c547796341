import FoundationEssentials
import MastodonKit
import Testing

@testable import StatusKit

@Suite struct TimedIDTests {
  @Test func idOfAnotherServerIsThePlaceOfTheSameTime() {
    let id: Status.ID = "117692850769821696"
    #expect(id.ownPlace == id)
    let other = Status.ID("127.0.0.1:4472/117692850769821699").ownPlace
    #expect(other?.time == id.time && other != nil)
    #expect(Status.ID("shore.example/01JDQ3V4WM0000000000000000").ownPlace?.time != nil)
    #expect(Status.ID("shore.example/AbCd12").ownPlace == nil, "the id tells no time")
  }
}
