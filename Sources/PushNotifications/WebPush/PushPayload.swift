public import MastodonKit

/// The decrypted content of a push: a title and a body, and the notification that it is about.
///
/// Servers also include the account's token, which is not read.
public struct PushPayload: Hashable, Sendable {
  /// The notification; `nil` if the server does not name it.
  public var notificationID: Notification.ID?
  public var kind: Notification.Kind?
  /// The title, such as `You were mentioned by Rook`.
  public var title: String
  /// The beginning of the post or profile that it is about; may be empty.
  public var body = ""
}

extension PushPayload {
  /// Parses decrypted content.
  ///
  /// - Throws: ``PushFailure/noNotification`` if it has neither a title nor a body.
  public init(reading bytes: [UInt8]) throws(PushFailure) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .noNotification }
    let record: JSONRecord?
    do { record = try JSONRecord(bytes) } catch { throw .noNotification }
    guard let record else { throw .noNotification }
    let (title, body) = (record.string("title") ?? "", record.string("body") ?? "")
    guard !title.isEmpty || !body.isEmpty else { throw .noNotification }
    // A number on Mastodon, text elsewhere.
    let id = record.string("notification_id") ?? record.integer("notification_id").map { String($0) }
    self.init(
      notificationID: id.map { Notification.ID(rawValue: $0) },
      kind: record.string("notification_type").map { Notification.Kind(rawValue: $0) },
      title: title.isEmpty ? body : title, body: title.isEmpty ? "" : body)
  }
}
