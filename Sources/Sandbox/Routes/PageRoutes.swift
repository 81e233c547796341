import GRDB

/// The pages that the URLs of accounts, posts and hashtags lead to, for people with a browser.
let pageRoutes: [Route] = [
  .get("/:handle") { context in try context.profilePage(context.handle()) },
  .get("/users/:name") { context in try context.profilePage(context.captures["name"] ?? "") },
  .get("/:handle/:id") { context in try context.statusPage(by: context.handle()) },
  .get("/users/:name/statuses/:id") { context in try context.statusPage(by: context.captures["name"] ?? "") },
  .get("/tags/:tag") { try $0.tagPage() },
]

extension RequestContext {
  /// The account's name in a path such as `/@rook`.
  fileprivate func handle() throws(APIError) -> String {
    guard let handle = captures["handle"], handle.hasPrefix("@") else { throw .notFound }
    return String(handle.dropFirst())
  }

  fileprivate func profilePage(_ name: String) throws -> SandboxResponse {
    guard let account = try transaction.account(named: name) else { throw APIError.notFound }
    let posts: [StatusRow] = try transaction.database.all(
      "WHERE s.account_id = :account AND s.visibility = 0 AND s.reblog_of_id IS NULL ORDER BY s.id DESC LIMIT 20",
      ["account": account.id])
    return page(account.displayName, account.note + (try articles(posts)))
  }

  fileprivate func statusPage(by name: String) throws -> SandboxResponse {
    // What only some may see has no page.
    let status = try transaction.status(id(), for: nil)
    guard let author = try transaction.account(status.accountID), author.acct.lowercased() == name.lowercased() else {
      throw APIError.notFound
    }
    return page("\(author.displayName) (@\(author.acct))", try articles([status]))
  }

  fileprivate func tagPage() throws -> SandboxResponse {
    let tag = Hashtag.normalized(captures["tag"] ?? "")
    let posts: [StatusRow] = try transaction.database.all(
      """
      JOIN status_tags t ON t.status_id = s.id
      WHERE t.tag = :tag AND s.visibility = 0 ORDER BY s.id DESC LIMIT 20
      """, ["tag": tag])
    return page("#\(tag)", try articles(posts))
  }

  /// Posts as HTML; what has a warning is folded.
  private func articles(_ posts: [StatusRow]) throws -> String {
    let authors = try Dictionary(
      transaction.accounts(inOrder: Array(Set(posts.map(\.accountID)))).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return posts.map { post in
      let name = ContentFormatter.escape(authors[post.accountID]?.acct ?? "")
      let content =
        post.spoilerText.isEmpty
        ? post.content
        : "<details><summary>\(ContentFormatter.escape(post.spoilerText))</summary>\(post.content)</details>"
      return """
        <article><p><a href="/@\(name)">@\(name)</a> <a href="/@\(name)/\(post.id)">#\(post.id)</a></p>
        \(content)</article>
        """
    }.joined(separator: "\n")
  }

  private func page(_ title: String, _ body: String) -> SandboxResponse {
    .html(AuthorizePage.page(title, transaction.instance, body))
  }
}
