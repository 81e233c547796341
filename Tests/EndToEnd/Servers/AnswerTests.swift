import Testing

/// Answers of servers that leave something out, or that seem to.
@Suite(.serialized, .ownThread)
struct AnswerTests {
  private func newest(_ server: SandboxProcess) throws -> JSON? {
    let own = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    return try server.get("/api/v1/accounts/\(own)/statuses?limit=1").array?.first
  }

  /// The id of a public post of somebody else.
  private func post(on server: SandboxProcess) throws -> String {
    let account = try server.get("/api/v1/accounts/lookup?acct=rook")["id"]?.string ?? ""
    let posts = try server.get("/api/v1/accounts/\(account)/statuses?exclude_reblogs=true").array ?? []
    return try #require(posts.first { $0["visibility"]?.string == "public" }?["id"]?.string)
  }

  @Test(arguments: ["snac", "takahe", "gotosocial", "wordpress"])
  func quoteIsRefusedBeforeItIsSentWhereTheServerHasNone(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let quote = try machine.howdah("quote", try post(on: server), "Look at this one")
    #expect(quote.code == 7, "\(quote.everything)")
    #expect(quote.error.contains("\(server.host) has no quotes."), "\(quote.everything)")
    #expect(quote.error.contains("Post its link instead"), "\(quote.everything)")
    #expect(try newest(server)?["content"]?.string?.contains("Look at this one") != true)
  }

  @Test(arguments: ["snac", "wordpress"]) func pollIsRefusedBeforeItIsSent(_ name: String) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let post = try machine.howdah("post", "Which one?", "--poll", "a", "--poll", "b")
    #expect(post.code == 7, "\(post.everything)")
    #expect(post.error.contains("\(server.host) has no polls in posts."), "\(post.everything)")
    #expect(try newest(server)?["content"]?.string?.contains("Which one?") != true)
  }

  /// Software that is not known to lack it, so that only the answer tells.
  @Test func lostPartIsSaidOnceAndRefusedFromThenOn() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "silent")
    let post = try machine.howdah("post", "Which one?", "--poll", "a", "--poll", "b", "--json")
    #expect(post.code == 8, "\(post.everything)")
    let answer = try JSON(post.output)
    #expect(answer["dropped"]?.array?.compactMap(\.string) == ["poll"], "\(post.everything)")
    #expect(answer["message"]?.string == "Sent. \(server.host) left out the poll.", "\(post.everything)")
    #expect(answer["id"]?.string == (try newest(server)?["id"]?.string))
    // The next run remembers it.
    let again = try machine.howdah("post", "And now?", "--poll", "a", "--poll", "b")
    #expect(again.code == 7 && again.error.contains("has no polls in posts"), "\(again.everything)")
    let warning = try machine.howdah("post", "A spoiler", "--cw", "fog", "--visibility", "unlisted")
    #expect(warning.code == 8, "\(warning.everything)")
    #expect(warning.output.hasPrefix("http"), "\(warning.everything)")
    #expect(
      warning.error.replacing("\nvisibility", with: " visibility")
        == "Sent. \(server.host) left out the content warning and changed the visibility to public.\n",
      "\(warning.everything)")
  }

  @Test func serverThatMadeAPrivatePostPublicGetsNoOther() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "silent")
    let first = try machine.howdah("dm", "@rook", "a secret", "--yes")
    #expect(first.code == 8 && first.error.contains("changed the visibility to public"), "\(first.everything)")
    let second = try machine.howdah("dm", "@rook", "another secret", "--yes")
    #expect(second.code == 7 && second.error.contains("has no private posts"), "\(second.everything)")
    #expect(try newest(server)?["content"]?.string?.contains("another") == false)
  }

  @Test func threadEndsWhereThereAreNoReplies() throws {
    let machine = try Machine()
    try machine.signIn(quirks: "silent")
    let text = (0...200).map { "word\($0)" }.joined(separator: " ")
    let first = try machine.howdah("post", "--thread", text, "--json")
    #expect(first.code == 8, "\(first.everything)")
    let error = try JSON(String(first.error.prefix { $0 != "\n" }))["error"]
    #expect(error?["message"]?.string == "Post 2 of 4 was sent, but the server made it a post of its own.")
    #expect(error?["partial"]?.bool == true, "\(first.everything)")
    let again = try machine.howdah("post", "--thread", text)
    #expect(again.code == 7 && again.error.contains("has no replies"), "\(again.everything)")
    let other = try machine.howdah("post", "--thread", text + " more")
    #expect(other.code == 7 && other.error.contains("has no replies"), "\(other.everything)")
  }

  @Test(arguments: [("takahe", 7), ("snac", 0), ("silent", 8)])
  func scheduledPostComesFromTheServersAnswer(_ name: String, _ code: Int32) throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: name)
    let post = try machine.howdah("post", "A later word", "--at", "2h")
    #expect(post.code == code, "\(post.everything)")
    let isThere = try newest(server)?["content"]?.string?.contains("A later word") == true
    #expect(isThere == (code == 8), "\(post.everything)")
    if code == 8 { #expect(post.error.contains("Published at once: http"), "\(post.everything)") }
    if code == 7 { #expect(post.error.contains("has no scheduled posts"), "\(post.everything)") }
    let drafts = try machine.howdah("drafts", "--json")
    #expect(try (JSON(drafts.output)["items"]?.array?.count ?? 0) == (code == 7 ? 1 : 0), "\(drafts.everything)")
  }

  @Test func staleFlagIsReadOnceMore() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "gotosocial")
    let id = try post(on: server)
    #expect(try machine.howdah("boost", id).code == 0)
    let unboost = try machine.howdah("unboost", id)
    #expect(unboost.code == 0 && unboost.output.hasPrefix("Removed your boost"), "\(unboost.everything)")

    let other = try Machine()
    _ = try other.signIn(quirks: "takahe")
    _ = try other.howdah("unfollow", "@rook", "--yes")
    let follow = try other.howdah("follow", "@rook")
    #expect(follow.code == 0 && follow.output.hasPrefix("Followed "), "\(follow.everything)")

    let third = try Machine()
    _ = try third.signIn(quirks: "snac")
    let tag = try third.howdah("follow", "#canal")
    #expect(tag.code == 0 && tag.output.hasPrefix("Followed "), "\(tag.everything)")
  }

  @Test func editKeepsTheFormat() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "gotosocial")
    let post = try machine.howdah("post", "*one*", "--format", "markdown", "--json")
    let id = try #require(JSON(post.output)["id"]?.string, "\(post.everything)")
    let edit = try machine.howdah("edit", id, "*two*")
    #expect(edit.code == 0, "\(edit.everything)")
    #expect(try server.get("/api/v1/statuses/\(id)/source")["content_type"]?.string == "text/markdown")
  }

  @Test func postIsPutIntoAFilterAndTakenOut() throws {
    let machine = try Machine()
    let server = try machine.signIn(quirks: "gotosocial")
    let id = try post(on: server)
    #expect(try machine.howdah("filter", "create", "T1", "--action", "warn").code == 0)
    let put = try machine.howdah("filter-post", id, "T1")
    #expect(put.code == 0, "\(put.everything)")
    let why = try machine.howdah("filter", "why", id)
    #expect(why.output.contains("T1") && why.output.contains("the filter is about this post"), "\(why.everything)")
    let taken = try machine.howdah("unfilter-post", id, "T1")
    #expect(taken.code == 0 && taken.output.hasPrefix("Took "), "\(taken.everything)")
  }

  @Test func boostThatTheVisibilityForbidsIsNotSent() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    #expect(try machine.howdah("post", "@rook a word", "--visibility", "direct").code == 0)
    let id = try #require(try newest(server)?["id"]?.string)
    let boost = try machine.howdah("boost", id)
    #expect(boost.code == 7, "\(boost.everything)")
    #expect(boost.error.contains("A direct post can't be boosted."), "\(boost.everything)")
  }
}
