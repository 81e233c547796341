import FoundationEssentials
import MastodonKit

@testable import Sandbox

/// An instance with content for every endpoint, and a valid request for each.
struct RouteRequests {
  let instance: TestInstance
  private var ids: [String: String] = [:]
  private var appToken = ""
  private var application: [String: String] = [:]

  private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private struct Made: Decodable {
    var id: String?
    var clientId: String?
    var clientSecret: String?
    var accessToken: String?
    var url: String?
  }

  private func make(_ target: String, _ form: KeyValuePairs<String, String>, as token: String? = nil) async throws
    -> Made
  {
    try Self.decoder.decode(Made.self, from: Data(await instance.post(target, form, token: token).body))
  }

  private func firstID(_ target: String) async throws -> String {
    try Self.decoder.decode([Made].self, from: Data(await instance.get(target).body)).first?.id ?? "none"
  }

  init() async throws {
    instance = try await TestInstance(configuration: SandboxConfiguration(translation: .reverseWords))
    try await meet()
    try await keepThings()
    try await post()
    try await beNoticed()
    try await register()
  }

  private mutating func meet() async throws {
    for name in ["wren", "zoe", "moss", "rook", "heron", "chinatsu", "pool@shore.example", "noura@dunes.example"] {
      ids[name] = try await instance.account(name).id.rawValue
    }
    for name in ["wren", "moss"] { await instance.post("/api/v1/accounts/\(ids[name] ?? "")/follow") }
    await instance.post("/api/v1/accounts/\(ids["wren"] ?? "")/endorse")
    await instance.post("/api/v1/accounts/\(ids["chinatsu"] ?? "")/mute", ["duration": "600"])
    await instance.post("/api/v1/accounts/\(ids["zoe"] ?? "")/block")
    await instance.post("/api/v1/accounts/\(ids["zoe"] ?? "")/unblock")
    await instance.post("/api/v1/accounts/\(ids["pool@shore.example"] ?? "")/block")
    await instance.post("/api/v1/domain_blocks", ["domain": "elsewhere.example"])
    await instance.post("/api/v1/tags/lock/follow")
    // Two follow requests.
    let you = try await instance.account("you").id.rawValue
    ids["you"] = you
    let locked = SandboxRequest(
      "PATCH", "/api/v1/accounts/update_credentials", form: ["locked": "true"], token: instance.token)
    _ = await instance.send(locked)
    for name in ["chinatsu", "heron", "rook"] {
      await instance.post("/api/v1/accounts/\(you)/unfollow", token: try await instance.token(of: name))
      await instance.post("/api/v1/accounts/\(you)/follow", token: try await instance.token(of: name))
    }
  }

  private mutating func keepThings() async throws {
    ids["list"] = try await make("/api/v1/lists", ["title": "Neighbours"]).id
    ids["list2"] = try await make("/api/v1/lists", ["title": "Away"]).id
    await instance.post("/api/v1/lists/\(ids["list"] ?? "")/accounts", ["account_ids[]": ids["wren"] ?? ""])
    let filter: KeyValuePairs = [
      "title": "Weirs", "context[]": "home", "keywords_attributes[][keyword]": "weir",
    ]
    ids["filter"] = try await make("/api/v2/filters", filter).id
    ids["filter2"] = try await make("/api/v2/filters", ["title": "Gone", "context[]": "thread"]).id
    ids["keyword"] = try await firstID("/api/v2/filters/\(ids["filter"] ?? "")/keywords")
    let early: KeyValuePairs = ["phrase": "locks", "context[]": "home"]
    ids["early"] = try await make("/api/v1/filters", early).id
    ids["early2"] = try await make("/api/v1/filters", ["phrase": "rain", "context[]": "home"]).id
    ids["feature"] = try await make("/api/v1/featured_tags", ["name": "mornings"]).id
    ids["announcement"] = try await firstID("/api/v1/announcements")
    for (key, value) in [("media", ""), ("media2", ""), ("media3", "")] {
      let made = try Self.decoder.decode(
        Made.self, from: Data(await instance.upload("/api/v2/media", SampleFile.png, ["description": value]).body))
      ids[key] = made.id
      ids["picture"] = made.url?.split(separator: "/").last.map(String.init)
    }
    try await collect()
    await instance.post("/api/v1/annual_reports/2026/generate", [:])
    await instance.post("/api/v1/markers", ["home[last_read_id]": "5"])
    await instance.post(
      "/api/v1/push/subscription",
      [
        "subscription[endpoint]": "https://push.example/1", "subscription[keys][p256dh]": Self.key,
        "subscription[keys][auth]": "BTBZMqHH6r4Tts7J_aSIgg", "data[alerts][mention]": "true",
      ])
  }

  /// Creates collections, and finds the one with the user in it.
  private mutating func collect() async throws {
    struct Wrapped: Decodable { var collection: Made }
    for (key, name) in [("collection", "Night people"), ("collection2", "Gone")] {
      let response = await instance.post(
        "/api/v1/collections", ["name": name, "tag_name": "lock", "account_ids[]": ids["wren"] ?? ""])
      ids[key] = try Self.decoder.decode(Wrapped.self, from: Data(response.body)).collection.id
    }
    let other = try await instance.get("/api/v1/collections/\(ids["collection"] ?? "")")
      .decoded(CollectionWithAccounts.self)
    ids["item"] = other.collection.items.first?.id.rawValue
    let holding = try await instance.get("/api/v1/accounts/\(ids["you"] ?? "")/in_collections")
      .decoded(Collections.self)
    ids["theirs"] = holding.collections.first?.id.rawValue
    ids["own item"] = holding.collections.first?.items.first { $0.accountID?.rawValue == ids["you"] }?.id.rawValue
  }

  private mutating func post() async throws {
    let status = try await instance.postStatus(
      "A #walk by the weir with @wren, :kettle:", ["media_ids[]": ids["media"] ?? "", "language": "en"])
    ids["status"] = status.id.rawValue
    ids["address"] = status.url
    ids["status2"] = try await instance.postStatus("A second one").id.rawValue
    ids["status3"] = try await instance.postStatus("https://town.example/read is worth it #lock").id.rawValue
    let edit = SandboxRequest(
      "PUT", "/api/v1/statuses/\(status.id)",
      form: ["status": "A #walk by the weir, :kettle: #lock", "language": "en"], token: instance.token)
    _ = await instance.send(edit)
    let wren = try await instance.token(of: "wren")
    ids["quote"] = try await instance.postStatus("Like this", ["quoted_status_id": status.id.rawValue], as: wren).id
      .rawValue
    ids["poll"] = try await instance.postStatus(
      "Tea?", ["poll[options][]": "Yes", "poll[options][]": "No", "poll[expires_in]": "600"], as: wren
    ).poll?.id.rawValue
    for act in ["favourite", "reblog"] { await instance.post("/api/v1/statuses/\(status.id)/\(act)", token: wren) }
    for act in ["favourite", "bookmark", "pin"] { await instance.post("/api/v1/statuses/\(status.id)/\(act)") }
    await instance.post("/api/v2/filters/\(ids["filter"] ?? "")/statuses", ["status_id": status.id.rawValue])
    ids["target"] = try await firstID("/api/v2/filters/\(ids["filter"] ?? "")/statuses")
    let later: KeyValuePairs = [
      "status": "Later", "scheduled_at": "2026-11-22T12:00:00Z", "poll[options][]": "Yes", "poll[options][]": "No",
      "poll[expires_in]": "600",
    ]
    ids["scheduled"] = try await make("/api/v1/statuses", later).id
    ids["scheduled2"] = try await make("/api/v1/statuses", later).id
    try await instance.postStatus(
      "@you in private", ["visibility": "direct", "in_reply_to_id": status.id.rawValue], as: wren)
    ids["conversation"] = try await firstID("/api/v1/conversations")
    ids["notification"] = try await firstID("/api/v1/notifications")
  }

  /// Creates notification requests from several accounts.
  private mutating func beNoticed() async throws {
    let policy = SandboxRequest(
      "PATCH", "/api/v2/notifications/policy", form: ["for_not_following": "filter"], token: instance.token)
    _ = await instance.send(policy)
    for name in ["heron", "rook", "zoe", "chinatsu"] {
      let id = ids[name] ?? ""
      for act in ["unfollow", "unmute"] { await instance.post("/api/v1/accounts/\(id)/\(act)") }
      try await instance.postStatus("@you Hello from \(name)", as: try await instance.token(of: name))
    }
    await instance.post("/api/v1/accounts/\(ids["chinatsu"] ?? "")/mute", ["duration": "600"])
    let waiting = try Self.decoder.decode(
      [Made].self, from: Data(await instance.get("/api/v1/notifications/requests").body))
    for (index, request) in waiting.enumerated() { ids["waiting\(index)"] = request.id }
    struct Groups: Decodable {
      var notificationGroups: [Group]
      struct Group: Decodable { var groupKey: String }
    }
    let groups = try Self.decoder.decode(Groups.self, from: Data(await instance.get("/api/v2/notifications").body))
    ids["group"] = groups.notificationGroups.last?.groupKey
  }

  private mutating func register() async throws {
    let form: KeyValuePairs = [
      "client_name": "Walker", "redirect_uris": ApplicationRow.outOfBand, "scopes": "read write",
    ]
    let made = try await make("/api/v1/apps", form)
    application = ["client_id": made.clientId ?? "", "client_secret": made.clientSecret ?? ""]
    let asked: KeyValuePairs = [
      "grant_type": "client_credentials", "client_id": made.clientId ?? "", "client_secret": made.clientSecret ?? "",
      "scope": "read write",
    ]
    appToken = try await make("/oauth/token", asked).accessToken ?? ""
    ids["link"] = try await instance.sandbox.read { transaction in
      try transaction.database.value(
        String.self,
        "SELECT json_extract(card, '$.url') FROM statuses WHERE card IS NOT NULL AND visibility = 0 LIMIT 1")
    }
  }

  /// A valid request for a route.
  func request(for name: String, _ route: Route) async throws -> SandboxRequest {
    let target = route.path.map { segment in
      switch segment {
      case .literal(let word): "/\(word)"
      case .capture(let capture): "/\(PercentCoding.encode(value(of: capture, in: name)))"
      }
    }.joined()
    if name == "POST /api/v1/media" || name == "POST /api/v2/media" { return file(in: target, "file") }
    let form = form(for: name)
    let token = name == "POST /api/v1/accounts" ? appToken : instance.token
    guard route.method == "GET" || name == "DELETE /api/v1/lists/:id/accounts" else {
      let pairs = form.map { PercentCoding.encode($0.0) + "=" + PercentCoding.encode($0.1) }
      var request = SandboxRequest(route.method, target, form: [:], token: token)
      request.body = Array(pairs.joined(separator: "&").utf8)
      return request
    }
    let query = form.map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
    return SandboxRequest(
      route.method, query.isEmpty ? target : "\(target)?\(query)", headers: SandboxHeaders(token: token))
  }

  private func file(in target: String, _ name: String) -> SandboxRequest {
    let head = "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.png\"\r\n\r\n"
    return SandboxRequest(
      "POST", target,
      headers: ["Authorization": "Bearer \(instance.token)", "Content-Type": "multipart/form-data; boundary=x"],
      body: Array(head.utf8) + SampleFile.png + Array("\r\n--x--\r\n".utf8))
  }

  /// The value of a path parameter; a deletion gets a second object so that the first stays.
  private func value(of capture: String, in name: String) -> String {
    let isRemoval = name.hasPrefix("DELETE")
    func pick(_ key: String) -> String { (isRemoval ? ids["\(key)2"] : nil) ?? ids[key] ?? "none" }
    switch (capture, name) {
    case ("name", _) where name.contains("/media/"): return ids["picture"] ?? "none"
    case ("name", _) where name.contains("/reactions/"): return "🦭"
    case ("name", _) where name.contains("/avatars/") || name.contains("/headers/"): return "wren.png"
    case ("name", _) where name.contains("/emoji/"): return "kettle.png"
    case ("handle", _): return "@you"
    case ("name", _) where name.hasPrefix("GET /users/"): return "you"
    case ("name", _), ("tag", _): return "lock"
    case ("date", _): return "2026-01-01"
    case ("year", _): return "2026"
    case ("collection_id", _): return ids[name.hasSuffix("/revoke") ? "theirs" : "collection"] ?? "none"
    case ("id", _) where name.hasSuffix("/revoke") && name.contains("/collections/"): return ids["own item"] ?? "none"
    case ("id", _) where name.contains("/items/:id"): return ids["item"] ?? "none"
    case ("key", _): return ids["group"] ?? "none"
    case ("account_id", _): return ids[name.hasSuffix("/in_collections") ? "you" : "rook"] ?? "none"
    case ("quoting_id", _): return ids["quote"] ?? "none"
    default: break
    }
    let kinds: [(String, String)] = [
      ("/api/v1/statuses/:id", "status"), ("/users/:name/statuses/:id", "status"), ("GET /:handle/:id", "status"),
      ("/announcements/", "announcement"), ("/api/v1/filters/", "early"),
      ("/filters/keywords/", "keyword"), ("/filters/statuses/", "target"), ("/api/v2/filters/", "filter"),
      ("/scheduled_statuses/", "scheduled"), ("/requests/:id/dismiss", "waiting1"), ("/requests/:id", "waiting0"),
      ("/notifications/", "notification"), ("/follow_requests/:id/reject", "heron"), ("/follow_requests/", "chinatsu"),
      ("/list/", "list"), ("/conversations/", "conversation"), ("/polls/", "poll"),
      ("/featured_tags/", "feature"), ("GET /api/v1/media/", "media"), ("PUT /api/v1/media/", "media2"),
      ("/media/", "media3"), ("/collections/", "collection"),
      ("/accounts/", "wren"),
    ]
    if name.contains("/accounts/:id/") {
      // Blocking has many side effects, so it uses a separate account.
      let isSevering =
        ["follow", "followers", "block", "mute"].contains { name.hasSuffix($0) } && !name.hasPrefix("GET")
      let isOwn = ["statuses", "featured_tags", "endorsements"].contains { name.hasSuffix($0) }
      return ids[isOwn ? "you" : isSevering ? "noura@dunes.example" : "wren"] ?? "none"
    }
    if name.contains("/lists/:id") { return name.hasSuffix("accounts") ? ids["list"] ?? "none" : pick("list") }
    return kinds.first { name.contains($0.0) }.map { pick($0.1) } ?? "none"
  }

  /// The form parameters that an endpoint requires.
  private func form(for name: String) -> [(String, String)] {
    let status = ids["status"] ?? ""
    let wren = ids["wren"] ?? ""
    let page: [(String, String)] = [
      ("client_id", application["client_id"] ?? ""), ("redirect_uri", ApplicationRow.outOfBand),
      ("response_type", "code"), ("scope", "read"),
    ]
    switch name {
    case "GET /oauth/authorize": return page
    case "POST /oauth/authorize": return page + [("account", "you")]
    case "POST /oauth/token":
      return application.map { ($0.key, $0.value) } + [("grant_type", "client_credentials"), ("scope", "read")]
    case "POST /oauth/revoke": return application.map { ($0.key, $0.value) } + [("token", "none")]
    case "POST /api/v1/apps": return [("client_name", "Another"), ("redirect_uris", ApplicationRow.outOfBand)]
    case "POST /api/v1/accounts":
      return [
        ("username", "newcomer"), ("email", "n@town.example"), ("password", "long enough"), ("agreement", "true"),
        ("locale", "en"),
      ]
    case "GET /.well-known/webfinger": return [("resource", "acct:wren@sandbox.example")]
    case "GET /api/v1/accounts/lookup": return [("acct", "wren")]
    case "GET /api/v1/accounts/search": return [("q", "wren")]
    case "GET /api/v1/accounts", "GET /api/v1/accounts/relationships": return [("id[]", wren)]
    case "GET /api/v1/accounts/familiar_followers": return [("id[]", ids["moss"] ?? "")]
    case "GET /api/v2/search": return [("q", "lock")]
    case "GET /api/v1/statuses": return [("id[]", status)]
    case "GET /api/v1/timelines/link": return [("url", ids["link"] ?? "")]
    case "GET /api/oembed": return [("url", ids["address"] ?? "")]
    case "GET /api/v1/markers": return [("timeline[]", "home")]
    case "GET /api/v2/notifications": return [("expand_accounts", "partial_avatars")]
    case "POST /api/v1/collections": return [("name", "One more")]
    case "POST /api/v1/collections/:collection_id/items": return [("account_id", ids["rook"] ?? "")]
    case "POST /api/v1/statuses": return [("status", "Said on the walk")]
    case "PUT /api/v1/statuses/:id": return [("status", "A #walk, mended"), ("language", "en")]
    case "PUT /api/v1/statuses/:id/interaction_policy": return [("quote_approval_policy", "followers")]
    case "POST /api/v1/statuses/:id/translate": return [("lang", "ja")]
    case "POST /api/v1/polls/:id/votes": return [("choices[]", "0")]
    case "PUT /api/v1/scheduled_statuses/:id": return [("scheduled_at", "2026-11-23T12:00:00Z")]
    case "PATCH /api/v2/notifications/policy", "PUT /api/v2/notifications/policy":
      return [("for_new_accounts", "filter")]
    case "POST /api/v1/notifications/requests/accept": return [("id[]", ids["waiting2"] ?? "")]
    case "POST /api/v1/notifications/requests/dismiss": return [("id[]", ids["waiting3"] ?? "")]
    case "POST /api/v1/markers": return [("home[last_read_id]", status)]
    case "POST /api/v1/reports": return [("account_id", wren), ("comment", "Too good")]
    case "POST /api/v1/domain_blocks", "DELETE /api/v1/domain_blocks": return [("domain", "elsewhere.example")]
    default: return listForm(for: name)
    }
  }

  private func listForm(for name: String) -> [(String, String)] {
    switch name {
    case "POST /api/v1/lists": return [("title", "Third")]
    case "PUT /api/v1/lists/:id": return [("title", "Renamed"), ("replies_policy", "none")]
    case "POST /api/v1/lists/:id/accounts": return [("account_ids[]", ids["moss"] ?? "")]
    case "DELETE /api/v1/lists/:id/accounts": return [("account_ids[]", ids["wren"] ?? "")]
    case "POST /api/v1/filters": return [("phrase", "fog"), ("context[]", "home")]
    case "PUT /api/v1/filters/:id": return [("phrase", "mist"), ("context[]", "home")]
    case "POST /api/v2/filters": return [("title", "Fog"), ("context[]", "home")]
    case "PUT /api/v2/filters/:id": return [("title", "Mist")]
    case "POST /api/v2/filters/:id/keywords": return [("keyword", "fog")]
    case "PUT /api/v2/filters/keywords/:id": return [("keyword", "mist")]
    case "POST /api/v2/filters/:id/statuses": return [("status_id", ids["status2"] ?? "")]
    case "POST /api/v1/featured_tags": return [("name", "evenings")]
    case "POST /api/v1/accounts/:id/note": return [("comment", "Keeps bees")]
    case "PATCH /api/v1/accounts/update_credentials": return [("display_name", "You :kettle:")]
    case "PATCH /api/v1/profile": return [("display_name", "You again")]
    case "POST /api/v1/push/subscription":
      return [
        ("subscription[endpoint]", "https://push.example/2"), ("subscription[keys][p256dh]", Self.key),
        ("subscription[keys][auth]", "BTBZMqHH6r4Tts7J_aSIgg"),
      ]
    case "PUT /api/v1/push/subscription": return [("data[alerts][poll]", "true")]
    default: return []
    }
  }
}
