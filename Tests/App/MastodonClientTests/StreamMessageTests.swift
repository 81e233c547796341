import CustomDump
import FoundationEssentials
import Testing

@testable import MastodonClient
@testable import MastodonKit

@Suite struct StreamMessageTests {
  private static func frame(_ event: String, payload: String?) throws -> String {
    struct Frame: Encodable {
      let stream = ["user"]
      let event: String
      let payload: String?
    }
    return String(decoding: try MastodonJSON.makeEncoder().encode(Frame(event: event, payload: payload)), as: UTF8.self)
  }

  @Test func thePayloadIsJSONWithinJSON() throws {
    for (name, id) in [("update", "7"), ("status.update", "8")] {
      let message = try #require(StreamMessage(try Self.frame(name, payload: Sample.status(id))))
      #expect(message.stream == ["user"])
      switch message.event {
      case .update(let status): #expect(name == "update" && status.id == "7")
      case .statusUpdate(let status): #expect(name == "status.update" && status.id == "8")
      default: Issue.record("\(String(describing: message.event))")
      }
    }
    let message = try #require(
      StreamMessage(try Self.frame("notification", payload: Sample.notification("3"))))
    guard case .notification(let notification) = message.event else {
      Issue.record("\(String(describing: message.event))")
      return
    }
    #expect(notification.id == "3")
  }

  @Test(arguments: [
    ("pleroma-respond", ["user:notifications"], "pleroma:respond"),
    ("pleroma-follow-relationships", ["user"], "pleroma:follow_relationships_update"),
  ]) func pleromasOwnTypesKeepTheirNames(_ payload: String, _ stream: [String], _ name: String) throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    let data = try #require(FileManager.default.contents(atPath: "\(root)/Fixtures/payloads/streaming/\(payload).json"))
    let message = try #require(StreamMessage(String(decoding: data, as: UTF8.self)))
    #expect(message.stream == stream && message.event == .unknown(name) && message.refusal == nil)
  }

  @Test(arguments: [
    (#"{"stream":["user"],"event":"delete","payload":"7"}"#, StreamEvent.delete("7")),
    (#"{"event":"delete","payload":7}"#, .delete("7")),
    (#"{"stream":["user"],"event":"filters_changed"}"#, .filtersChanged),
    (#"{"event":"filters_changed","payload":"undefined"}"#, .filtersChanged),
    (
      #"{"event":"pleroma:follow_relationships_update","payload":"{}"}"#,
      .unknown("pleroma:follow_relationships_update")
    ),
    (#"{"event":"announcement","payload":{"already":"decoded"}}"#, .unknown("announcement")),
    (#"{"event":"announcement.delete","payload":"5"}"#, .announcementDelete("5")),
    (
      #"{"event":"announcement.reaction","payload":"{\"name\":\"🦀\",\"count\":2,\"announcement_id\":\"5\"}"}"#,
      .announcementReaction
    ),
    (#"{"event":"notifications_merged"}"#, .notificationsMerged),
    (#"{"event":"encrypted_message","payload":"{}"}"#, .unknown("encrypted_message")),
    (
      #"{"event":"conversation","payload":"{\"id\":\"4\",\"unread\":true}"}"#,
      .conversation(.init(id: "4", unread: true))
    ),
    (#"{"event":"update","payload":"not json"}"#, .unknown("update")),
    (#"{"event":"update"}"#, .unknown("update")),
    (#"{"stream":"user","event":"filters_changed"}"#, .filtersChanged),
  ])
  func unknownAndUnreadableEventsKeepTheirName(frame: String, event: StreamEvent) {
    expectNoDifference(StreamMessage(frame)?.event, event)
  }

  @Test(arguments: ["", "hello", "[]", "7", #"{"event":7}"#]) func invalidMessagesAreIgnored(frame: String) {
    #expect(StreamMessage(frame) == nil)
  }

  @Test func errorMessageIsNotAnEvent() throws {
    let message = try #require(
      StreamMessage(#"{"error":"Unknown stream type","status":400}"#))
    #expect(message.event == nil && message.refusal == 400)
  }

  @Test(arguments: [
    ("delete", "7", StreamEvent.delete("7")), ("filters_changed", "undefined", .filtersChanged),
    ("update", "undefined", .unknown("update")), ("", "", .unknown("")),
  ])
  func aServerSentEventIsReadInTheSameWay(name: String, data: String, event: StreamEvent) {
    let message = StreamMessage(event: name, data: data)
    expectNoDifference(message.event, event)
    #expect(message.stream.isEmpty)
  }
}
