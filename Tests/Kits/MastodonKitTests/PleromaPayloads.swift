import FoundationEssentials
import Testing

@testable import MastodonKit

extension Payload {
  /// The additions of Akkoma and Pleroma, and the parts that they leave out.
  static let pleroma: [Payload] = [
    .statuses("pleroma-for-a-list") { list in
      let status = try #require(list.elements.first)
      #expect(status.id == "AqVAb3HcZ5LqN1pS9F")
      #expect(status.visibility == .unknown("list"))
      #expect(status.content == "Only for the crew." && status.account.acct == "pool")
    },
    .statuses("pleroma-six-pictures-without-sizes") { list in
      let media = try #require(list.elements.first).mediaAttachments
      #expect(media.map(\.id.rawValue) == ["-1700", "-1701", "-1702", "-1703", "-1704", "-1705"])
      #expect(media.allSatisfy { $0.kind == .image && $0.meta == nil && $0.blurhash == nil && $0.url != nil })
      #expect(media.map(\.description) == [nil, "Crate 1", nil, "Crate 3", nil, "Crate 5"])
    },
    .statuses("akkoma-2026-quotes") { list in
      // Before and after Akkoma took over Mastodon's shape, a quote shows the same.
      #expect(list.elements.map { $0.quote?.state } == [.accepted, .accepted])
      #expect(list.elements.map { $0.quote?.quotedStatus?.content } == ["It was cold.", "It was cold."])
      #expect(list.elements.map { $0.quote?.quotedStatus?.account.name } == ["Heron", "Heron"])
    },
    Payload("notifications/pleroma-report-chat-event", as: LossyList<Notification>.self) { list in
      // Each is kept with its name and who caused it, so that something can be said of it.
      #expect(
        list.elements.map(\.kind.rawValue)
          == ["pleroma:report", "pleroma:chat_mention", "pleroma:event_reminder", "favourite"])
      #expect(list.elements.map(\.account.username) == ["heron", "pool", "pool", "mallow"])
      #expect(
        list.elements.map { $0.status?.content } == [nil, nil, "Chowder vote at eight.", "Chowder vote at eight."])
      #expect(list.skipped == 0)
    },
    Payload("instance/v2-pleroma", as: Instance.self) { instance in
      #expect(instance.version.contains("compatible; Pleroma") && instance.apiVersions.isEmpty)
      // A thousand attachments are its limit, and no link is shortened: nothing here is Mastodon's four or 23.
      #expect(instance.configuration.maxMediaAttachments == 1000 && instance.configuration.maxCharacters == 5000)
      #expect(instance.configuration.polls.minExpiration == 0 && instance.configuration.polls.maxOptions == 20)
      #expect(instance.registrations.enabled && instance.activeMonth == 3)
      #expect(instance.configuration.statusFormats == ["text/plain", "text/html", "text/markdown", "text/bbcode"])
      #expect(instance.configuration.supportedMIMETypes == ["application/octet-stream"], "those of files stay apart")
    },
    Payload("lists/akkoma-title-only", as: LossyList<List>.self) { list in
      #expect(list.elements == [List(id: "4", title: "Crew"), List(id: "5", title: "Harbour")])
    },
    Payload("conversations/pleroma-with-recipients", as: LossyList<Conversation>.self) { list in
      #expect(list.elements.map(\.id) == ["81", "80"])
      #expect(list.elements.map(\.unread) == [true, false])
      #expect(list.elements.map { $0.lastStatus?.content } == ["Still cold.", nil])
      #expect(list.elements.first?.accounts.map(\.name) == ["Heron"])
    },
    Payload("oauth/token-pixelfed-without-birth", as: Token.self) { token in
      // Its lifetime is useless without its start: it is used until it is refused, and then renewed.
      #expect(token.expiresIn == 1_296_000 && token.expiresAt == nil)
      #expect(token.refreshToken == "not-a-real-one-either" && token.scope == "")
    },
    Payload("oauth/token-life-as-text", as: Token.self) { token in
      #expect(token.expiresIn == 1_296_000 && token.expiresAt == nil)
    },
  ]

  /// The texts of servers that refuse.
  static let refusals: [Payload] = [
    .refusal("pixelfed-message-and-errors") { error in
      #expect(error.error == "The given data was invalid.")
      #expect(
        error.details["file"]?.map(\.description) == ["The file field is required.", "The file must be an image."])
      #expect(error.details["description"]?.map(\.description) == ["Too long."])
      #expect(
        error.words
          == "The given data was invalid. Too long. The file field is required. The file must be an image.")
    },
    .refusal("validation-details") { error in
      #expect(error.error.hasPrefix("Validation failed"))
      #expect(error.details["username"] == [ValidationError.Detail(error: .taken, description: "is taken")])
      #expect(error.details["agreement"]?.map(\.error) == [.accepted, .unknown("ERR_MOOD")])
      #expect(
        error.words == "Validation failed: Username is taken, Agreement must be accepted. agreement must be meant")
    },
    .refusal("oauth-description") { error in
      #expect(error.error == "invalid_grant" && error.errorDescription == "The code was used before.")
      #expect(error.details.isEmpty && error.words == "The code was used before.")
    },
    .refusal("odd-kinds") { error in
      #expect(error == ValidationError(error: "no"))
    },
    .refusal("pleroma-fields-in-the-error") { error in
      #expect(error.words == "email: has invalid format. username: has already been taken. username: is too short")
    },
    .refusal("pleroma-json-in-the-text") { error in
      #expect(error == ValidationError(error: "ap_id: has already been taken"))
    },
    .refusal("pleroma-identifier") { error in
      #expect(error == ValidationError(error: "Your login is missing a confirmed e-mail address"))
    },
    .refusal("akkoma-list-of-faults") { error in
      #expect(error == ValidationError(error: "Missing field: status. Unexpected field: colour."))
    },
    .refusal("only-a-yes-and-a-number") { error in
      #expect(error == ValidationError() && error.words == "")
    },
    Payload("errors/pixelfed-login-page.html"),
    // What a stream says is not an entity; the tests of MastodonClient read it.
    Payload("streaming/pleroma-respond"),
    Payload("streaming/pleroma-follow-relationships"),
    Payload("errors/gateway-page.html"),
    Payload("errors/no-body.html"),
  ]
}
