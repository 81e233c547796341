import GRDB
import MastodonKit

let instanceRoutes: [Route] = [
  .get("/api/v1/instance") { try $0.instanceV1() },
  .get("/api/v2/instance") { try $0.instanceV2() },
  .get("/api/v1/instance/rules") { context in .json { $0.rules(of: context.transaction.instance) } },
  .get("/api/v1/instance/peers") { context in
    let peers = try context.transaction.database.values(
      String.self, "SELECT DISTINCT domain FROM accounts WHERE domain IS NOT NULL ORDER BY domain")
    return .json { $0.array(peers) { $0.value($1) } }
  },
  .get("/api/v1/custom_emojis") { _ in .json { $0.array(CustomEmojiTable.all) { $0.raw($1.json) } } },
]

/// Discovery: NodeInfo, WebFinger, OAuth metadata.
let discoveryRoutes: [Route] = [
  .get("/.well-known/nodeinfo") { context in
    .object { writer in
      writer.field("links", objects: [context.origin]) { writer, origin in
        writer.field("rel", "http://nodeinfo.diaspora.software/ns/schema/2.0")
        writer.field("href", "\(origin)/nodeinfo/2.0")
      }
    }
  },
  .get("/nodeinfo/2.0") { try $0.nodeInfo() },
  .get("/.well-known/oauth-authorization-server") { $0.authorizationServer() },
  .get("/.well-known/host-meta") { $0.hostMeta },
  .get("/.well-known/webfinger") { try $0.webFinger() },
  .get("/") { context in
    let instance = context.transaction.instance
    return .html(
      "<!DOCTYPE html><html><head><title>\(instance.title)</title></head><body><h1>\(instance.title)</h1></body></html>"
    )
  },
  .get("/health") { context in
    if context.request.headers["Accept"]?.contains("json") == true {
      return .object { $0.field("status", "OK") }
    }
    return SandboxResponse(headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("OK".utf8))
  },
  // A WebSocket request with a valid token is upgraded before it gets here.
  .get("/api/v1/streaming", .user("read:statuses")) { _ in throw APIError.badRequest("Expected a WebSocket") },
  .get("/api/v1/streaming/health") { _ in
    SandboxResponse(headers: ["Content-Type": "text/plain"], body: Array("OK".utf8))
  },
]

extension RequestContext {
  private var description: String { Instance.fixtures.sandbox.description }

  private func count(_ sql: String) throws -> Int { try transaction.database.value(Int.self, sql) ?? 0 }

  private var streamingAddress: String {
    origin.hasPrefix("https") ? "wss" + origin.dropFirst(5) : "ws" + origin.dropFirst(4)
  }

  private func writeDomain(_ name: StaticString, to writer: inout JSONWriter) {
    guard transaction.instance.quirks.has(.namesAccountDomain) else { return writer.field(name, accountDomain) }
    writer.field(name, request.host ?? transaction.instance.domain)
    writer.field("account_domain", accountDomain)
  }

  fileprivate func instanceV2() throws -> SandboxResponse {
    let instance = transaction.instance
    let contact = try transaction.account(named: "rook")
    let vapid = try transaction.vapidKey()?.publicKey ?? ""
    let active = try count("SELECT count(*) FROM accounts WHERE domain IS NULL")
    return .object { writer in
      writeDomain("domain", to: &writer)
      writer.field("title", instance.title)
      writer.field("version", instance.version)
      writer.field("source_url", "\(instance.origin)/source")
      writer.field("description", description)
      writer.null("wrapstodon")
      writer.field("usage") { $0.field("users") { $0.field("active_month", active) } }
      writer.field("thumbnail") {
        $0.field("url", "\(instance.origin)/thumbnail.png")
        $0.field("description", "A canal with a lock, drawn small.")
      }
      writer.field("icon", raw: "[]")
      writer.field("languages", ["en", "ja"])
      writer.field("configuration") { $0.configuration(of: instance, streaming: streamingAddress, vapid: vapid) }
      writer.field("registrations") {
        $0.field("enabled", instance.configuration.allowsRegistration)
        let isReviewed = instance.configuration.reviewsRegistrations
        $0.field("approval_required", isReviewed)
        if isReviewed { $0.field("reason_required", true) } else { $0.null("reason_required") }
        for name in ["message", "min_age", "url"] as [StaticString] { $0.null(name) }
      }
      if instance.quirks.software == nil { writer.field("api_versions") { $0.field("mastodon", 11) } }
      writer.field("contact") { writer in
        writer.field("email", "lock@\(instance.domain)")
        writer.contact("account", contact, instance)
      }
      writer.key("rules")
      writer.rules(of: instance)
    }
  }

  fileprivate func instanceV1() throws -> SandboxResponse {
    let instance = transaction.instance
    let contact = try transaction.account(named: "rook")
    let vapid = try transaction.vapidKey()?.publicKey ?? ""
    let users = try count("SELECT count(*) FROM accounts WHERE domain IS NULL")
    let statuses = try count("SELECT count(*) FROM statuses WHERE local = 1")
    let domains = try count("SELECT count(DISTINCT domain) FROM accounts")
    return .object { writer in
      writeDomain("uri", to: &writer)
      writer.field("title", instance.title)
      writer.field("short_description", description)
      writer.field("description", description)
      writer.field("email", "lock@\(instance.domain)")
      writer.field("version", instance.version)
      writer.field("urls") { $0.field("streaming_api", streamingAddress) }
      writer.field("stats") {
        $0.field("user_count", users)
        $0.field("status_count", statuses)
        $0.field("domain_count", domains)
      }
      writer.field("thumbnail", "\(instance.origin)/thumbnail.png")
      writer.field("languages", ["en", "ja"])
      writer.field("registrations", instance.configuration.allowsRegistration)
      writer.field("approval_required", instance.configuration.reviewsRegistrations)
      writer.field("invites_enabled", false)
      writer.field("configuration") { $0.configuration(of: instance, streaming: streamingAddress, vapid: vapid) }
      writer.contact("contact_account", contact, instance)
      writer.key("rules")
      writer.rules(of: instance)
    }
  }

  fileprivate func nodeInfo() throws -> SandboxResponse {
    let instance = transaction.instance
    let users = try count("SELECT count(*) FROM accounts WHERE domain IS NULL")
    let statuses = try count("SELECT count(*) FROM statuses WHERE local = 1")
    return .object { writer in
      writer.field("version", "2.0")
      writer.field("software") {
        $0.field("name", instance.quirks.software?.name ?? "mastodon")
        $0.field("version", instance.quirks.software?.version ?? instance.version)
      }
      writer.field("protocols", ["activitypub"])
      writer.field("services", raw: #"{"outbound":[],"inbound":[]}"#)
      writer.field("usage") { writer in
        writer.field("users") {
          $0.field("total", users)
          $0.field("activeMonth", users)
          $0.field("activeHalfyear", users)
        }
        writer.field("localPosts", statuses)
      }
      writer.field("openRegistrations", instance.configuration.allowsRegistration)
      writer.field("metadata", raw: "{}")
    }
  }

  fileprivate func webFinger() throws -> SandboxResponse {
    let instance = transaction.instance
    guard let resource = parameters.text("resource") else { throw APIError.badRequest("Bad Request") }
    let profiles = ["\(instance.origin)/@", "\(instance.origin)/users/", "acct:"]
    guard let prefix = profiles.first(where: resource.hasPrefix),
      let account = try transaction.account(named: resource.dropFirst(prefix.count)),
      account.domain == nil
    else { throw APIError.notFound }
    var response = SandboxResponse.object { writer in
      writer.field("subject", "acct:\(account.username)@\(accountDomain)")
      writer.field("aliases", [account.url(in: instance), account.uri(in: instance)])
      writer.field("links", objects: [account.uri(in: instance)]) { writer, uri in
        writer.field("rel", "self")
        writer.field("type", "application/activity+json")
        writer.field("href", uri)
      }
    }
    response.headers = ["Content-Type": "application/jrd+json; charset=utf-8"]
    return response
  }

  /// The address of WebFinger, in the format that came before it.
  fileprivate var hostMeta: SandboxResponse {
    SandboxResponse(
      headers: ["Content-Type": "application/xrd+xml; charset=utf-8"],
      body: Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
          <Link rel="lrdd" template="\(origin)/.well-known/webfinger?resource={uri}"/>
        </XRD>

        """.utf8))
  }
}

extension JSONWriter {
  fileprivate mutating func contact(_ name: StaticString, _ account: AccountRow?, _ instance: InstanceInfo) {
    key(name)
    if let account { AccountRenderer(instance: instance).write(account, to: &self) } else { null() }
  }

  fileprivate mutating func rules(of instance: InstanceInfo) {
    array(objects: instance.quirks.has(.hasNoRules) ? [] : Instance.fixtures.sandbox.rules) { writer, rule in
      writer.field("id", rule.id.rawValue)
      writer.field("text", rule.text)
      writer.field("hint", rule.hint)
      writer.field("translations", raw: "{}")
    }
  }
}
