internal import FoundationEssentials
public import MastodonKit

extension Endpoint where Response == Status {
  /// One status.
  public static func status(_ id: Status.ID) -> Endpoint {
    Endpoint(.get, apiPath("/api/v1/statuses", id.rawValue), access: .either, operation: "load the post")
  }

  /// Favourites a status.
  public static func favourite(_ id: Status.ID) -> Endpoint { .act("favourite", on: id, "favourite the post") }

  /// Takes a favourite back.
  public static func unfavourite(_ id: Status.ID) -> Endpoint {
    .act("unfavourite", on: id, "take the favourite back")
  }

  /// Boosts a status; the answer is the boosted status, out of the boost that the server sends.
  public static func reblog(_ id: Status.ID) -> Endpoint { .act("reblog", on: id, "boost the post") }

  /// Takes a boost back.
  public static func unreblog(_ id: Status.ID) -> Endpoint { .act("unreblog", on: id, "take the boost back") }

  /// Bookmarks a status.
  public static func bookmark(_ id: Status.ID) -> Endpoint { .act("bookmark", on: id, "bookmark the post") }

  /// Takes a bookmark back.
  public static func unbookmark(_ id: Status.ID) -> Endpoint { .act("unbookmark", on: id, "take the bookmark back") }

  /// Deletes a status; the answer holds its text, to write it again from.
  public static func deleteStatus(_ id: Status.ID) -> Endpoint {
    Endpoint(.delete, apiPath("/api/v1/statuses", id.rawValue), access: .account, operation: "delete the post")
  }

  /// Sends a status; a second try with the same key within an hour answers with the first status.
  ///
  /// - throws: what `JSONEncoder` throws, which for plain text is nothing.
  public static func createStatus(_ draft: StatusDraft, idempotencyKey: String) throws -> Endpoint {
    let encoder = MastodonJSON.makeEncoder()
    encoder.outputFormatting.insert(.sortedKeys)
    return Endpoint(
      .post, "/api/v1/statuses", body: .json(try encoder.encode(NewStatus(draft))),
      headers: [Field("Idempotency-Key", idempotencyKey)], access: .account, operation: "send the post")
  }

  private static func act(_ verb: String, on id: Status.ID, _ operation: String) -> Endpoint {
    Endpoint(.post, apiPath("/api/v1/statuses", id.rawValue, verb), access: .account, operation: operation) { answer in
      let status = try MastodonJSON.decode(Status.self, from: answer.body)
      return status.reblog ?? status
    }
  }
}

extension Endpoint where Response == StatusContext {
  /// What came before and after a status in its thread.
  public static func context(_ id: Status.ID) -> Endpoint {
    Endpoint(.get, apiPath("/api/v1/statuses", id.rawValue, "context"), access: .either, operation: "load the thread")
  }
}

/// A draft as the wire has it: what is not set is left out, since some servers reject nulls.
private struct NewStatus: Encodable {
  let status: String
  let visibility: String
  let spoilerText: String?
  let language: String?
  let inReplyToID: String?

  enum CodingKeys: String, CodingKey {
    case status, visibility, language
    case spoilerText = "spoiler_text"
    case inReplyToID = "in_reply_to_id"
  }

  init(_ draft: StatusDraft) {
    status = draft.text
    visibility = draft.visibility.rawValue
    spoilerText = draft.spoilerText.isEmpty ? nil : draft.spoilerText
    language = draft.language
    inReplyToID = draft.inReplyToID?.rawValue
  }
}
