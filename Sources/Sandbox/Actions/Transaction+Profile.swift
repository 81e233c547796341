import GRDB

extension Transaction {
  /// Updates a profile from a form; missing fields stay unchanged.
  ///
  /// - throws: ``APIError`` if a limit is exceeded.
  func changeProfile(of account: AccountRow, _ form: Parameters) throws {
    try changeTexts(of: account, form)
    try changeFlags(of: account.id, form)
    try changeFields(of: account, form)
    try changeAvatarAndHeader(of: account, form)
    try changeDefaults(of: account.id, form)
  }

  private func set(_ column: String, of account: Int64, _ value: (any DatabaseValueConvertible)?) throws {
    try database.run("UPDATE accounts SET \(column) = ? WHERE id = ?", [value, account])
  }

  private func changeTexts(of account: AccountRow, _ form: Parameters) throws {
    if form.has("display_name") {
      let name = form.text("display_name") ?? ""
      guard name.count <= instance.maxDisplayName else {
        throw APIError.invalid("Display name is too long (maximum is \(instance.maxDisplayName) characters)")
      }
      try set("display_name", of: account.id, name)
    }
    if form.has("note") {
      let note = form.text("note") ?? ""
      guard note.utf8.count <= 100_000, StatusText(note).length(perURL: instance.charactersPerURL) <= instance.maxNote
      else {
        throw APIError.invalid("Note is too long (maximum is \(instance.maxNote) characters)")
      }
      try set("note_source", of: account.id, note)
      try set("note", of: account.id, try html(note, near: account))
    }
    for (key, column) in [("avatar_description", "avatar_description"), ("header_description", "header_description")]
    where form.has(key) {
      let text = form.text(key) ?? ""
      guard text.count <= instance.maxAvatarDescription else {
        let name = key == "avatar_description" ? "Avatar" : "Header"
        throw APIError.invalid(
          "\(name) description is too long (maximum is \(instance.maxAvatarDescription) characters)")
      }
      try set(column, of: account.id, text)
    }
  }

  private func html(_ text: String, near account: AccountRow, isField: Bool = false) throws -> String {
    let typed = StatusText(text)
    let mentioned = try mentionedAccounts(in: typed, near: account)
    let formatter = ContentFormatter(instance: instance, mentioned: mentioned)
    return isField ? formatter.inline(typed) : formatter.html(typed)
  }

  private func changeFlags(of account: Int64, _ form: Parameters) throws {
    for name in [
      "locked", "bot", "discoverable", "indexable", "hide_collections", "show_media", "show_media_replies",
      "show_featured",
    ] {
      if let flag = form.flag(name) { try set(name, of: account, flag) }
    }
    guard form.has("attribution_domains") else { return }
    let domains = form.texts("attribution_domains").filter { !$0.isEmpty }
    guard domains.count <= 10 else { throw APIError.invalid("Attribution domains are too many (maximum is 10)") }
    try set("attribution_domains", of: account, JSONWriter.texts(domains))
  }

  /// Profile fields arrive as a list or as a hash with arbitrary keys.
  private func changeFields(of account: AccountRow, _ form: Parameters) throws {
    guard form.has("fields_attributes") else { return }
    let fields = form.tables("fields_attributes").map { ($0.text("name") ?? "", $0.text("value") ?? "") }
      .filter { !$0.0.isEmpty || !$0.1.isEmpty }
    guard fields.count <= instance.maxFields else {
      throw APIError.invalid("Fields are too many (maximum is \(instance.maxFields))")
    }
    guard fields.allSatisfy({ $0.0.count <= 255 && $0.1.count <= 255 }) else {
      throw APIError.invalid("Fields contain a name or a value that is too long (maximum is 255 characters)")
    }
    guard fields.allSatisfy({ !$0.0.isEmpty }) else {
      throw APIError.invalid("Fields can't have a value without a name")
    }
    func json(_ value: (String) throws -> String) rethrows -> String {
      try JSONWriter.objects(fields) { writer, field in
        writer.field("name", field.0)
        writer.field("value", try value(field.1))
        writer.null("verified_at")
      }
    }
    try set("fields_source", of: account.id, json { $0 })
    try set("fields", of: account.id, try json { try html($0, near: account, isField: true) })
  }

  private func changeAvatarAndHeader(of account: AccountRow, _ form: Parameters) throws {
    for (name, old) in [("avatar", account.avatar), ("header", account.header)] {
      guard let file = form.file(name) else { continue }
      guard let format = MediaFormat(of: file.body), format.type == "image", format.size(of: file.body) != nil else {
        throw APIError.invalid("\(name == "avatar" ? "Avatar" : "Header") content type is invalid")
      }
      guard file.body.count < instance.maxAvatarBytes else {
        throw APIError.invalid(
          "\(name == "avatar" ? "Avatar" : "Header") file size must be less than \(instance.maxAvatarBytes >> 20) MB")
      }
      let kept = try keep(file, by: account.id, isWaiting: true)
      // Media of the types `avatar` and `header` cannot be attached to a status.
      try database.run("UPDATE media SET type = ? WHERE id = ?", [name, kept.id])
      try removeImage(old)
      try set(name, of: account.id, kept.name)
    }
  }

  func removeImage(_ name: String?) throws {
    guard let name else { return }
    try database.run("DELETE FROM media WHERE name = ?", [name])
    try instance.files.remove(name, database)
  }

  /// Restores the default avatar or header.
  func resetImage(_ name: String, of account: AccountRow) throws {
    try removeImage(name == "avatar" ? account.avatar : account.header)
    try set(name, of: account.id, nil)
  }

  private func changeDefaults(of account: Int64, _ form: Parameters) throws {
    guard let source = form.table("source") else { return }
    if let word = source.text("privacy") {
      guard let audience = Audience(word: word), audience != .direct else {
        throw APIError.invalid("Default privacy is not included in the list")
      }
      try database.run("UPDATE users SET privacy = ? WHERE account_id = ?", [word, account])
    }
    if let sensitive = source.flag("sensitive") {
      try database.run("UPDATE users SET sensitive = ? WHERE account_id = ?", [sensitive, account])
    }
    if source.has("language") {
      try database.run("UPDATE users SET language = ? WHERE account_id = ?", [source.text("language"), account])
    }
    if let policy = try quotePolicy(source.text("quote_policy")) {
      try database.run("UPDATE users SET quote_policy = ? WHERE account_id = ?", [policy.rawValue, account])
    }
  }
}
