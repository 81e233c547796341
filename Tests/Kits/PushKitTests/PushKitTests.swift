import FeatureKit
import PushKit
import Testing

@Suite struct PushKitTests {
  @Test func eachAlertHasItsOwnSettingAndType() {
    #expect(Set(PushAlert.allCases.map(\.setting)).count == PushAlert.allCases.count)
    #expect(Set(PushAlert.allCases.map(\.kind)).count == PushAlert.allCases.count)
    #expect(Set(PushAlert.allCases.map(\.summary)).count == PushAlert.allCases.count)
    #expect(PushAlert.mentions.setting == "push-mentions")
    #expect(PushAlert.followRequests.title == "follow requests")
  }

  @Test func moderatorsAlertsAndEditsAreOffByDefault() {
    #expect(PushAlert.allCases.filter { !$0.isOnByDefault } == [.edits, .quotedEdits, .signUps, .reports])
  }

  @Test(arguments: [
    ("https://ntfy.example/upHx4Q0bWb2d7M?up=1", "ntfy.example"), ("https://push.example", "push.example"),
    ("http://127.0.0.1:8077/inbox", "127.0.0.1:8077"), ("https://push.example?topic", "push.example"),
  ]) func hostLeavesOutTheSecretPartOfTheAddress(_ endpoint: String, _ host: String) {
    var subscription = PushSubscription.fixtures.usual
    subscription.endpoint = endpoint
    #expect(subscription.host == host)
  }
}
