import GRDB

let profileRoutes: [Route] = [
  Route("PATCH", "/api/v1/accounts/update_credentials", .user("write:accounts")) { context in
    try context.transaction.changeProfile(of: try context.ownAccount(), context.parameters)
    return try context.credentials()
  },
  .get("/api/v1/profile", .user("read:me")) { try $0.profile() },
  Route("PATCH", "/api/v1/profile", .user("write:accounts")) { context in
    try context.transaction.changeProfile(of: try context.ownAccount(), context.parameters)
    return try context.profile()
  },
  Route("DELETE", "/api/v1/profile/avatar", .user("write:accounts")) { context in
    try context.transaction.resetImage("avatar", of: try context.ownAccount())
    return try context.credentials()
  },
  Route("DELETE", "/api/v1/profile/header", .user("write:accounts")) { context in
    try context.transaction.resetImage("header", of: try context.ownAccount())
    return try context.credentials()
  },
  .post("/api/v1/accounts", .application("write:accounts")) { try $0.signUp() },
  .post("/api/v1/emails/confirmations", .user("write:accounts")) { _ in
    throw APIError.forbidden
  },
]

extension RequestContext {
  func ownAccount() throws -> AccountRow {
    guard let account = try transaction.account(try user()) else { throw APIError.invalidToken }
    return account
  }

  func credentials() throws -> SandboxResponse {
    let account = try ownAccount()
    let owner = try transaction.owner(account.id)
    return .json { AccountRenderer(instance: transaction.instance).write(account, to: &$0, owner: owner) }
  }

  /// The profile in source form, without HTML.
  fileprivate func profile() throws -> SandboxResponse {
    let account = try ownAccount()
    let instance = transaction.instance
    return .object { writer in
      writer.field("id", account.id)
      writer.field("display_name", account.displayName)
      writer.field("note", account.noteSource)
      writer.field("fields", raw: account.fieldsSource)
      for name in ["avatar", "avatar_static"] as [StaticString] {
        writer.field(name, account.avatar == nil ? nil : account.avatarAddress(in: instance))
      }
      writer.field("avatar_description", account.avatarDescription)
      for name in ["header", "header_static"] as [StaticString] {
        writer.field(name, account.header == nil ? nil : account.headerAddress(in: instance))
      }
      writer.field("header_description", account.headerDescription)
      writer.field("locked", account.locked)
      writer.field("bot", account.bot)
      writer.field("hide_collections", account.hidesCollections)
      writer.field("discoverable", account.discoverable)
      writer.field("indexable", account.indexable)
      writer.field("show_media", account.showsMedia)
      writer.field("show_media_replies", account.showsMediaReplies)
      writer.field("show_featured", account.showsFeatured)
      writer.field("attribution_domains", raw: account.attributionDomains)
    }
  }

  /// Registers an account and returns a token for it.
  fileprivate func signUp() throws -> SandboxResponse {
    guard let bearer, bearer.accountID == nil else { throw APIError.forbidden }
    guard transaction.instance.configuration.allowsRegistration else { throw APIError.forbidden }
    let wrong = try validationErrors()
    guard wrong.isEmpty else {
      let words = wrong.map { "\($0.field.prefix(1).uppercased())\($0.field.dropFirst()) \($0.description)" }
      var apiError = APIError.invalid(words.joined(separator: ", "))
      apiError.details = wrong
      throw apiError
    }
    let account = try transaction.settle(parameters.text("username") ?? "", language: parameters.text("locale"))
    try transaction.keep(
      parameters.text("password") ?? "", email: parameters.text("email") ?? "", of: account)
    if transaction.instance.configuration.reviewsRegistrations {
      try transaction.setMeta("pending.\(account)", parameters.text("reason") ?? "")
    }
    let token = try transaction.issueToken(for: account, to: bearer.applicationID, bearer.scopes)
    return .object { $0.token(token, bearer.scopes, at: transaction.now) }
  }

  private func validationErrors() throws -> [APIError.Detail] {
    var wrong: [APIError.Detail] = []
    func object(_ field: String, _ error: String, _ words: String) {
      wrong.append(APIError.Detail(field: field, error: error, description: words))
    }
    for field in ["username", "email", "password"] where parameters.text(field) == nil {
      object(field, "ERR_BLANK", "can't be blank")
    }
    if let name = parameters.text("username") {
      if !name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) {
        object("username", "ERR_INVALID", "must contain only letters, numbers and underscores")
      } else if name.count > 30 {
        object("username", "ERR_TOO_LONG", "is too long (maximum is 30 characters)")
      } else if try transaction.account(named: name) != nil {
        object("username", "ERR_TAKEN", "has already been taken")
      }
    }
    if let email = parameters.text("email"), !email.contains("@") {
      object("email", "ERR_INVALID", "is invalid")
    }
    if let password = parameters.text("password"), password.count < 8 {
      object("password", "ERR_TOO_SHORT", "is too short (minimum is 8 characters)")
    }
    if transaction.instance.configuration.reviewsRegistrations, parameters.text("reason") == nil {
      object("reason", "ERR_BLANK", "can't be blank")
    }
    if parameters.flag("agreement") != true { object("agreement", "ERR_ACCEPTED", "must be accepted") }
    return wrong
  }
}

extension Transaction {
  /// Creates an account that can sign in.
  func settle(_ username: String, language: String?) throws -> Int64 {
    // From the same sequence as status ids, so that the id contains the time.
    let id = now.milliseconds << 16 + Int64(try database.value(Int.self, "SELECT count(*) FROM accounts") ?? 0)
    try database.run(
      """
      INSERT INTO accounts(id, acct, username, display_name, note, note_source, fields, bot, locked, created_at)
      VALUES (?, ?, ?, '', '', '', '[]', 0, 0, ?)
      """, [id, username, username, now])
    try database.run(
      "INSERT INTO users(account_id, privacy, sensitive, language) VALUES (?, 'public', 0, ?)", [id, language])
    return id
  }
}
