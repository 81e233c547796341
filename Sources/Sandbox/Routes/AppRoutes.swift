import Crypto
import FoundationEssentials
import GRDB
import MastodonKit

/// Registration of client applications.
let appRoutes: [Route] = [
  .post("/api/v1/apps") { try $0.registerApplication() },
  .get("/api/v1/apps/verify_credentials", .token) { context in
    guard let id = context.bearer?.applicationID, let application = try context.transaction.application(id) else {
      throw APIError.invalidToken
    }
    let key = try context.transaction.vapidKey()?.publicKey ?? ""
    return .object { application.write(to: &$0, vapid: key) }
  },
]

struct ApplicationRow: Sendable {
  /// The redirect URI for showing the code on a page.
  static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  var id: Int64
  var name: String
  var website: String?
  var redirectURIs: [String]
  var scopes: Scopes
  var clientID: String
  var clientSecret: String

  func write(to writer: inout JSONWriter, vapid: String) {
    writer.field("id", id)
    writer.field("name", name)
    writer.field("website", website)
    writer.field("scopes", scopes.names)
    writer.field("redirect_uris", redirectURIs)
    writer.field("redirect_uri", redirectURIs.joined(separator: "\n"))
    writer.field("vapid_key", vapid)
  }
}

extension RequestContext {
  fileprivate func registerApplication() throws -> SandboxResponse {
    guard let name = parameters.text("client_name") else { throw APIError.invalid("Application name can't be blank") }
    let uris = parameters.texts("redirect_uris", orText: true).flatMap { text in
      text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    guard !uris.isEmpty else { throw APIError.invalid("Redirect URI can't be blank") }
    guard uris.allSatisfy({ $0 == ApplicationRow.outOfBand || $0.contains(":/") }) else {
      throw APIError.invalid("Redirect URI must be an absolute URI.")
    }
    let forbidden = ["data:", "vbscript:", "javascript:"]
    guard !uris.contains(where: { forbidden.contains(where: $0.lowercased().hasPrefix) }) else {
      throw APIError.invalid("Redirect URI is forbidden by the server.")
    }
    let website = parameters.text("website") ?? ""
    for (label, text, most) in [
      ("Application name", name, 60), ("Redirect URI", uris.joined(separator: "\n"), 2000), ("Website", website, 2000),
    ] where text.count > most {
      throw APIError.invalid("\(label) is too long (maximum is \(most) characters)")
    }
    guard website.isEmpty || website.hasPrefix("https://") || website.hasPrefix("http://") else {
      throw APIError.invalid("Website is not a valid URL")
    }
    let scopes = Scopes(parameters.text("scopes") ?? "read")
    guard scopes.areKnown else { throw APIError.invalid("Scopes doesn't match configured on the server.") }
    let application = try transaction.register(name, website: parameters.text("website"), uris, scopes)
    let key = try transaction.vapidKey()?.publicKey ?? ""
    return .object {
      application.write(to: &$0, vapid: key)
      $0.field("client_id", application.clientID)
      $0.field("client_secret", application.clientSecret)
      $0.field("client_secret_expires_at", 0)
    }
  }
}

extension Transaction {
  func register(_ name: String, website: String?, _ redirectURIs: [String], _ scopes: Scopes) throws -> ApplicationRow {
    let (id, secret) = (try makeSecret(), try makeSecret())
    try database.run(
      """
      INSERT INTO applications(name, website, redirect_uris, scopes, client_id, client_secret)
      VALUES (?, ?, ?, ?, ?, ?)
      """, [name, website, redirectURIs.joined(separator: "\n"), scopes.description, id, secret])
    return ApplicationRow(
      id: database.lastInsertedRowID, name: name, website: website, redirectURIs: redirectURIs, scopes: scopes,
      clientID: id, clientSecret: secret)
  }

  func application(_ id: Int64) throws -> ApplicationRow? { try application(where: "id = ?", id) }

  func application(clientID: String) throws -> ApplicationRow? { try application(where: "client_id = ?", clientID) }

  private func application(where condition: String, _ value: some DatabaseValueConvertible) throws -> ApplicationRow? {
    try database.row(
      """
      SELECT id, name, website, redirect_uris, scopes, client_id, client_secret FROM applications WHERE \(condition)
      """, [value]
    ).map { row in
      ApplicationRow(
        id: row[0], name: row[1], website: row[2],
        redirectURIs: (row[3] as String).split(separator: "\n").map(String.init), scopes: Scopes(row[4]),
        clientID: row[5], clientSecret: row[6])
    }
  }

  func issueToken(
    for account: Int64?, to application: Int64, _ scopes: Scopes, as chosen: String? = nil
  ) throws -> String {
    var token = try chosen ?? makeSecret()
    // After a reset, tokens that stay valid are those that the seed gives again.
    while chosen == nil, try database.row("SELECT 1 FROM tokens WHERE token = ?", [token]) != nil {
      token = try makeSecret()
    }
    try database.run(
      "INSERT INTO tokens(token, application_id, account_id, scopes, created_at) VALUES (?, ?, ?, ?, ?)",
      [token, application, account, scopes.description, now])
    return token
  }

  func bearer(of token: String) throws -> RequestContext.Bearer? {
    try database.row(
      """
      SELECT id, application_id, account_id, scopes,
        EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND a.moderation IN ('disable', 'suspend'))
      FROM tokens WHERE token = ? AND (expires_at IS NULL OR expires_at > ?)
      """, [token, now]
    ).map {
      var bearer = RequestContext.Bearer(
        tokenID: $0[0], applicationID: $0[1], accountID: $0[2], scopes: Scopes($0[3]))
      bearer.isDisabled = $0[4]
      if instance.configuration.reviewsRegistrations, let account = bearer.accountID {
        bearer.isPending = try meta("pending.\(account)") != nil
      }
      return bearer
    }
  }

  /// Whether a token was issued once and has expired or been revoked.
  func wasValid(_ token: String) throws -> Bool {
    try database.has(
      "SELECT 1 FROM tokens WHERE token = :token UNION ALL SELECT 1 FROM revoked_tokens WHERE token = :token",
      ["token": token])
  }
}

extension Transaction {
  /// A new secret of 43 URL-safe characters: random, or the next that follows from the seed.
  func makeSecret() throws -> String {
    guard let seed = instance.secretSeed else {
      var random = SystemRandomNumberGenerator()
      return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
    let count = (try meta("secrets").flatMap { Int($0) } ?? 0) + 1
    try setMeta("secrets", String(count))
    return Base64URL.encode(SHA256.hash(data: Data("\(seed) \(count)".utf8)))
  }
}
