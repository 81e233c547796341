/// OAuth scopes: `read` includes `read:statuses`, the old `follow` includes follows, blocks and mutes.
struct Scopes: Sendable, Equatable, CustomStringConvertible {
  private(set) var names: [String]

  /// Parses `read write:statuses`; a plus counts as a space, for clients that encode twice.
  init(_ text: String) {
    names = []
    for name in text.split(whereSeparator: { $0 == " " || $0 == "+" || $0 == "," }) where !names.contains(String(name))
    {
      names.append(String(name))
    }
  }

  var description: String { names.joined(separator: " ") }

  /// Whether Mastodon knows all names.
  var areKnown: Bool { !names.isEmpty && names.allSatisfy(Self.known.contains) }

  func allow(_ wanted: String) -> Bool {
    guard !wanted.isEmpty else { return true }
    if names.contains(wanted) { return true }
    let sides = wanted.split(separator: ":")
    guard sides.count == 2 else { return false }
    return names.contains(String(sides[0]))
      || (names.contains("follow") && ["follows", "blocks", "mutes"].contains(sides[1]))
      // The user's own account is readable with `read:accounts` or `profile`.
      || (wanted == "read:me" && (names.contains("profile") || names.contains("read:accounts")))
  }

  /// Whether all scopes were registered by the application.
  func areWithin(_ registered: Scopes) -> Bool { names.allSatisfy(registered.allow) }

  static let known: [String] = {
    let read = [
      "accounts", "blocks", "bookmarks", "collections", "favourites", "filters", "follows", "lists", "mutes",
      "notifications",
      "search", "statuses",
    ]
    let write = [
      "accounts", "blocks", "bookmarks", "collections", "conversations", "favourites", "filters", "follows", "lists",
      "media",
      "mutes", "notifications", "reports", "statuses",
    ]
    // Applications may ask for these, too, although the sandbox serves nothing that needs them.
    let admin = [
      "accounts", "reports", "domain_allows", "domain_blocks", "ip_blocks", "email_domain_blocks",
      "canonical_email_blocks",
    ]
    return ["read", "write", "follow", "push", "profile", "admin:read", "admin:write"] + read.map { "read:\($0)" }
      + write.map { "write:\($0)" } + admin.flatMap { ["admin:read:\($0)", "admin:write:\($0)"] }
  }()
}
