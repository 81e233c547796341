internal import MastodonKit

/// One message of a stream: `{"stream": ["user"], "event": "update", "payload": "…JSON again…"}`.
struct StreamMessage: Hashable, Sendable {
  /// The streams that it belongs to, with their arguments; empty if the server does not say.
  var stream: [String]
  /// The event; `nil` for what is not an event, such as the answer to a subscription.
  var event: StreamEvent?
  /// The status code with which the server rejects a subscription.
  var refusal: Int?

  /// Parses the text of a frame; `nil` if it is not a message.
  init?(_ text: String) {
    guard let envelope = Self.decode(Envelope.self, from: text) else { return nil }
    stream = envelope.stream ?? []
    event = envelope.event.flatMap { Self.event($0, payload: envelope.payload?.text ?? "") }
    refusal = envelope.event == nil ? envelope.status : nil
  }

  /// Takes a server-sent event, which does not name its stream: each connection has one.
  init(event name: String, data: String) {
    stream = []
    event = Self.event(name, payload: data)
  }

  private static func event(_ name: String, payload: String) -> StreamEvent? {
    let event: StreamEvent? =
      switch name {
      case "update": decode(Status.self, from: payload).map(StreamEvent.update)
      case "status.update": decode(Status.self, from: payload).map(StreamEvent.statusUpdate)
      case "notification":
        decode(MastodonKit.Notification.self, from: payload).map(StreamEvent.notification)
      case "delete": payload.isEmpty ? nil : .delete(Status.ID(rawValue: payload))
      case "filters_changed": .filtersChanged
      case "conversation": decode(Conversation.self, from: payload).map(StreamEvent.conversation)
      case "announcement": decode(Announcement.self, from: payload).map(StreamEvent.announcement)
      case "announcement.reaction": .announcementReaction
      case "announcement.delete": payload.isEmpty ? nil : .announcementDelete(Announcement.ID(rawValue: payload))
      case "notifications_merged": .notificationsMerged
      default: nil
      }
    return event ?? .unknown(name)
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    // An unreadable payload becomes an event that is known by name alone.
    try? MastodonJSON.decode(type, from: text)
  }

  private struct Envelope: Decodable {
    var stream: [String]?
    var event: String?
    var payload: Payload?
    var status: Int?

    enum CodingKeys: String, CodingKey { case stream, event, payload, error, status }

    init(from decoder: any Decoder) throws {
      let json = try decoder.container(keyedBy: CodingKeys.self)
      event = try json.decodeIfPresent(String.self, forKey: .event)
      // An unreadable member is not worth losing the event for.
      do { stream = try json.decodeIfPresent([String].self, forKey: .stream) } catch { stream = nil }
      do { payload = try json.decodeIfPresent(Payload.self, forKey: .payload) } catch { payload = nil }
      guard event == nil, json.contains(.error) else { return }
      do { status = try json.decodeIfPresent(Int.self, forKey: .status) } catch { status = nil }
    }
  }

  /// A string; for `delete` some servers send the id as a number.
  private struct Payload: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do { text = try value.decode(String.self) } catch { text = String(try value.decode(Int.self)) }
    }
  }
}
