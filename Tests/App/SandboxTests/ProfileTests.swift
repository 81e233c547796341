import MastodonKit
import Testing

@testable import Sandbox

@Suite struct ProfileTests {
  private func patch(_ instance: TestInstance, _ form: KeyValuePairs<String, String>, at target: String? = nil) async
    -> SandboxResponse
  {
    await instance.send(
      SandboxRequest("PATCH", target ?? "/api/v1/accounts/update_credentials", form: form, token: instance.token))
  }

  @Test func profileFieldsAreChangedIndividually() async throws {
    let instance = try await TestInstance()
    let response = await patch(
      instance,
      [
        "display_name": "Yourself", "note": "Boats & #locks", "locked": "true", "bot": "1", "discoverable": "false",
        "fields_attributes[0][name]": "Boat", "fields_attributes[0][value]": "https://boat.example",
        "source[privacy]": "unlisted", "source[sensitive]": "true", "source[language]": "de",
        "source[quote_policy]": "followers",
      ])
    let account: Account = try response.decoded()
    #expect(account.displayName == "Yourself" && account.locked && account.bot)
    #expect(account.note.contains("Boats &amp; <a") && account.fields.first?.value.contains("<a href") == true)
    #expect(response.text.contains(#""discoverable":false"#))
    #expect(account.source?.note == "Boats & #locks")
    let preferences = await instance.get("/api/v1/preferences").text
    for words in [
      #""posting:default:visibility":"unlisted""#, #""posting:default:sensitive":true"#,
      #""posting:default:language":"de""#, #""posting:default:quote_policy":"followers""#,
    ] { #expect(preferences.contains(words)) }
    let status = try await instance.postStatus("With my defaults")
    #expect(status.visibility == .unlisted && status.sensitive && status.language == "de")
    // Missing fields stay unchanged.
    #expect(try await patch(instance, ["note": "Less"]).decoded(Account.self).displayName == "Yourself")
    let raw = await instance.get("/api/v1/profile").text
    #expect(raw.contains(#""note":"Less""#) && raw.contains(#""value":"https://boat.example""#))
    #expect(await patch(instance, ["show_media": "false"], at: "/api/v1/profile").text.contains(#""show_media":false"#))
  }

  @Test(arguments: [
    ("display_name", String(repeating: "a", count: 31), "Display name is too long (maximum is 30 characters)"),
    ("note", String(repeating: "a", count: 501), "Note is too long (maximum is 500 characters)"),
    ("source[privacy]", "everybody", "Default privacy is not included in the list"),
    ("source[quote_policy]", "cousins", "Quote approval policy is not included in the list"),
    ("fields_attributes[0][value]", "nameless", "Fields can't have a value without a name"),
    (
      "avatar_description", String(repeating: "a", count: 151),
      "Avatar description is too long (maximum is 150 characters)"
    ),
  ]) func profileLimitsAreChecked(_ key: String, _ value: String, _ words: String) async throws {
    let instance = try await TestInstance()
    let response = await patch(instance, [key: value])
    #expect(response.status == 422 && response.apiError == "Validation failed: \(words)")
  }

  @Test func profileFieldsAreFormattedWithoutParagraphs() async throws {
    let instance = try await TestInstance()
    let answer = await patch(
      instance,
      [
        "fields_attributes[0][name]": "Pronouns", "fields_attributes[0][value]": "she & her",
        "fields_attributes[1][name]": "Boat", "fields_attributes[1][value]": "https://boat.example",
      ])
    let fields = try answer.decoded(Account.self).fields
    #expect(fields.first?.value == "she &amp; her")
    #expect(fields.last?.value.hasPrefix("<a href") == true)
  }

  @Test func avatarAndHeaderCanBeSetAndRemoved() async throws {
    let instance = try await TestInstance()
    let before = try await instance.account("you")
    for name in ["avatar", "header"] {
      let target = "/api/v1/accounts/update_credentials"
      #expect(await instance.upload(target, method: "PATCH", file: name, SampleFile.mp4).status == 422)
      let changed: Account = try await instance.upload(target, method: "PATCH", file: name, SampleFile.png).decoded()
      let url = name == "avatar" ? changed.avatar : changed.header
      let served = await instance.getWithoutToken((url ?? "").replacing("https://sandbox.example", with: ""))
      #expect(served.body == SampleFile.png)
      let back: Account = try await instance.send(
        SandboxRequest("DELETE", "/api/v1/profile/\(name)", form: [:], token: instance.token)
      ).decoded()
      #expect(back.avatar == before.avatar && back.header == before.header)
    }
  }

  @Test func registrationNeedsAnApplicationToken() async throws {
    let instance = try await TestInstance()
    let application = try await instance.sandbox.write { transaction in
      try transaction.issueToken(for: nil, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    let form: KeyValuePairs = [
      "username": "newt", "email": "newt@pond.example", "password": "correct horse", "agreement": "true",
      "locale": "en",
    ]
    #expect(await instance.post("/api/v1/accounts", form).status == 403)
    let token: Token = try await instance.post("/api/v1/accounts", form, token: application).decoded()
    let account: Account = try await instance.get(
      "/api/v1/accounts/verify_credentials", token: token.accessToken
    ).decoded()
    #expect(account.acct == "newt")
    let again = await instance.post("/api/v1/accounts", form, token: application)
    #expect(again.status == 422 && again.apiError == "Validation failed: Username has already been taken")
    #expect(
      again.text.contains(#""details":{"username":[{"error":"ERR_TAKEN","description":"has already been taken"}]}"#))
    let empty = await instance.post("/api/v1/accounts", token: application)
    #expect(empty.text.contains("ERR_BLANK") && empty.text.contains("ERR_ACCEPTED"))
  }
}

@Suite struct CommunityTests {
  private static let instance = Task { try await TestInstance() }

  @Test(arguments: [
    "/api/v1/instance", "/api/v2/instance", "/api/v1/instance/peers", "/api/v1/instance/activity",
    "/api/v1/instance/rules", "/api/v1/instance/domain_blocks", "/api/v1/instance/extended_description",
    "/api/v1/instance/privacy_policy", "/api/v1/instance/terms_of_service",
    "/api/v1/instance/terms_of_service/2026-01-01", "/api/v1/instance/translation_languages", "/api/v1/custom_emojis",
    "/api/v1/directory", "/api/v1/trends", "/api/v1/trends/tags", "/api/v1/trends/statuses", "/api/v1/trends/links",
    "/nodeinfo/2.0",
  ]) func instanceInformationNeedsNoToken(_ target: String) async throws {
    let response = await (try await Self.instance.value).getWithoutToken(target)
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"]?.hasPrefix("application/json") == true)
  }

  @Test func trendsAreComputedFromLocalPosts() async throws {
    let instance = try await Self.instance.value
    let tags: [MastodonKit.Tag] = try await instance.getWithoutToken("/api/v1/trends/tags").decoded()
    #expect(tags.contains { $0.name == "canal" })
    let statuses: [Status] = try await instance.getWithoutToken("/api/v1/trends/statuses?limit=5").decoded()
    #expect(statuses.count == 5)
    let links: [PreviewCard] = try await instance.getWithoutToken("/api/v1/trends/links").decoded()
    let url = try #require(links.first?.url)
    let timeline: [Status] = try await instance.getWithoutToken("/api/v1/timelines/link?url=\(url)").decoded()
    #expect(timeline.allSatisfy { $0.card?.url == url } && !timeline.isEmpty)
    #expect(await instance.getWithoutToken("/api/v1/timelines/link?url=https://nobody.example").status == 404)
  }

  @Test func suggestionsAreUnfollowedAccountsAndCanBeDismissed() async throws {
    let instance = try await TestInstance()
    struct Suggestion: Decodable { var account: Account }
    let first: [Suggestion] = try await instance.get("/api/v2/suggestions").decoded()
    let moss = try #require(first.first { $0.account.acct == "moss" }?.account)
    #expect(!first.contains { $0.account.acct == "wren" || $0.account.acct == "you" })
    let delete = SandboxRequest("DELETE", "/api/v1/suggestions/\(moss.id)", form: [:], token: instance.token)
    #expect(await instance.send(delete).text == "{}")
    let second: [Suggestion] = try await instance.get("/api/v2/suggestions").decoded()
    #expect(!second.contains { $0.account.acct == "moss" })
  }

  @Test func announcementsCanBeDismissedAndReactedTo() async throws {
    let instance = try await TestInstance()
    struct Announcement: Decodable {
      struct Reaction: Decodable {
        var name: String
        var count: Int
        var me: Bool
      }
      var id: String
      var read: Bool
      var reactions: [Reaction]
    }
    func current() async throws -> Announcement {
      let all: [Announcement] = try await instance.get("/api/v1/announcements").decoded()
      guard let first = all.first else { throw APIError.notFound }
      return first
    }
    let first = try await current()
    #expect(!first.read && first.reactions.map(\.count) == [2])
    let broom = "/api/v1/announcements/\(first.id)/reactions/%F0%9F%A7%B9"
    #expect(await instance.send(SandboxRequest("PUT", broom, form: [:], token: instance.token)).text == "{}")
    #expect(await instance.post("/api/v1/announcements/\(first.id)/dismiss").text == "{}")
    let second = try await current()
    #expect(second.read && second.reactions.map(\.count) == [3] && second.reactions.map(\.me) == [true])
    #expect(await instance.send(SandboxRequest("DELETE", broom, form: [:], token: instance.token)).status == 200)
    #expect(await instance.send(SandboxRequest("DELETE", broom, form: [:], token: instance.token)).status == 404)
    let word = "/api/v1/announcements/\(first.id)/reactions/word"
    #expect(await instance.send(SandboxRequest("PUT", word, form: [:], token: instance.token)).status == 422)
  }

  @Test func onlyFollowedAccountsCanBeEndorsed() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.account("wren")
    let moss = try await instance.account("moss")
    #expect(await instance.post("/api/v1/accounts/\(moss.id)/endorse").status == 422)
    #expect(await instance.post("/api/v1/accounts/\(wren.id)/endorse").status == 200)
    #expect(try await instance.get("/api/v1/endorsements").decoded([Account].self).map(\.acct) == ["wren"])
    await instance.post("/api/v1/accounts/\(wren.id)/unendorse")
    #expect(try await instance.get("/api/v1/endorsements").decoded([Account].self).isEmpty)
  }

  @Test func fiveOwnPostsCanBePinned() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    #expect(
      await instance.post("/api/v1/statuses/\(frost.id)/pin").apiError
        == "Validation failed: Someone else's post cannot be pinned")
    let direct = try await instance.postStatus("@wren psst", ["visibility": "direct"])
    #expect(await instance.post("/api/v1/statuses/\(direct.id)/pin").status == 422)
    var ids: [Status.ID] = []
    for number in 0..<6 { ids.append(try await instance.postStatus("pin \(number)").id) }
    for id in ids.prefix(5) {
      #expect(await instance.post("/api/v1/statuses/\(id)/pin").text.contains(#""pinned":true"#))
    }
    #expect(
      await instance.post("/api/v1/statuses/\(ids[5])/pin").apiError
        == "Validation failed: You have already pinned the maximum number of posts")
    await instance.post("/api/v1/statuses/\(ids[0])/unpin")
    let you = try await instance.account("you")
    let pinned: [Status] = try await instance.get("/api/v1/accounts/\(you.id)/statuses?pinned=true").decoded()
    #expect(pinned.map(\.id) == ids[1...4].reversed())
  }

  @Test func mutedConversationDoesNotNotify() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.token(of: "wren")
    let question = try await instance.postStatus("Question")
    let answer = try await instance.postStatus("@you one", ["in_reply_to_id": question.id.rawValue], as: wren)
    let count = try await instance.notifications().count
    #expect(await instance.post("/api/v1/statuses/\(answer.id)/mute").text.contains(#""muted":true"#))
    try await instance.postStatus("@you two", ["in_reply_to_id": answer.id.rawValue], as: wren)
    #expect(try await instance.notifications().count == count)
    #expect(await instance.post("/api/v1/statuses/\(question.id)/unmute").text.contains(#""muted":false"#))
    try await instance.postStatus("@you three", ["in_reply_to_id": answer.id.rawValue], as: wren)
    #expect(try await instance.notifications("?limit=1").first?.status?.words == "@you three")
  }

  @Test func linkHasAnInventedCard() async throws {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("Read https://reef.example/notes/how-to-fold-a-map.html now")
    #expect(
      status.card?.title == "How to fold a map html" && status.card?.url.hasPrefix("https://reef.example") == true)
    #expect(try await instance.postStatus("No link").card == nil)
  }
}
