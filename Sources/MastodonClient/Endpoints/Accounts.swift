public import MastodonKit

extension Endpoint {
  public static func account(_ id: Account.ID) -> Endpoint<Account> {
    Endpoint<Account>(.get, "/api/v1/accounts/:id", id, access: .either, to: "load the account").about(id, \.id)
  }

  /// The account with this address, if the server knows it; other servers are not asked.
  public static func lookup(_ address: String) -> Endpoint<Account> {
    .init(
      .get, "/api/v1/accounts/lookup", query: [Field("acct", address)], access: .either, .readAccounts,
      to: "find the account \(address)")
  }

  /// The signed-in account.
  public static var verifyCredentials: Endpoint<Account> {
    .init(.get, "/api/v1/accounts/verify_credentials", access: .account, .readAccounts, to: "check who is signed in")
  }

  /// Changes the signed-in account's profile, with new pictures (`avatar`, `header`) if there are any.
  ///
  /// ``MastodonClient/updateProfile(_:)`` checks the pictures first.
  public static func updateCredentials(_ edit: ProfileEdit, pictures: [MultipartFile] = []) -> Endpoint<Account> {
    let fields = edit.form
    return .init(
      .patch, "/api/v1/accounts/update_credentials",
      body: pictures.isEmpty ? fields.form : .multipart(MultipartForm(fields: fields, files: pictures)),
      access: .account, .writeAccounts, to: "change the profile"
    ).compared(with: edit)
  }

  /// Removes the signed-in account's picture.
  public static var deleteAvatar: Endpoint<Account> {
    .init(.delete, "/api/v1/profile/avatar", access: .account, .writeAccounts, to: "remove the picture")
  }

  /// Removes the signed-in account's banner.
  public static var deleteHeader: Endpoint<Account> {
    .init(.delete, "/api/v1/profile/header", access: .account, .writeAccounts, to: "remove the banner")
  }

  /// Shows or hides parts of the signed-in account's profile.
  public static func showParts(_ parts: [ProfilePart: Bool]) -> Endpoint<Void> {
    var fields: [Field] = []
    for part in ProfilePart.allCases { fields.add(part.rawValue, parts[part]) }
    return .init(
      .patch, "/api/v1/profile", body: fields.form, access: .account, .writeAccounts, to: "change the profile")
  }

  /// Requests a new account with the application's own token; the returned token works once the address is confirmed.
  public static func signUp(_ person: SignUp) -> Endpoint<Token> {
    var fields = [
      Field("username", person.username), Field("email", person.email), Field("password", person.password),
      Field("agreement", person.agreesToRules ? "true" : "false"), Field("locale", person.locale),
    ]
    fields.add("reason", person.reason)
    fields.add("date_of_birth", person.dateOfBirth)
    return .init(.post, "/api/v1/accounts", body: .form(fields), access: .account, .writeAccounts, to: "sign up")
  }

  public static func accountStatuses(
    _ id: Account.ID, _ page: PageRequest, filter: AccountPostsFilter = AccountPostsFilter()
  ) -> Endpoint<Page<Status>> {
    var query: [Field] = []
    if filter.onlyMedia { query.add("only_media", true) }
    if filter.excludesReplies { query.add("exclude_replies", true) }
    if filter.excludesReblogs { query.add("exclude_reblogs", true) }
    if filter.pinned { query.add("pinned", true) }
    if filter.excludesDirect { query.add("exclude_direct", true) }
    query.add("tagged", filter.tag)
    // Pinned posts come in one page, whatever cursor is sent.
    let endpoint: Endpoint<Page<Status>> = .page(
      "/api/v1/accounts/:id/statuses", id, query: query, request: page, access: .either, .readStatuses,
      paging: filter.pinned ? .none : .ids, to: "load the account's posts")
    return endpoint.map { page, response, _ in
      var page = page
      let unpinned =
        filter.pinned ? try Set(MastodonJSON.decode(LossyList<PinnedMark>.self, from: response.body).unpinned) : []
      page.elements.removeAll { !filter.includes($0) || unpinned.contains($0.id) }
      return page
    }
  }
}

/// Whether a server says of a post that it is pinned; Mastodon says so only of the account's own posts.
private struct PinnedMark: Decodable, Sendable {
  var id: Status.ID
  var pinned: Bool?
}

extension LossyList<PinnedMark> {
  /// The posts that the server says are not pinned: snac ignores the parameter and sends the newest posts.
  fileprivate var unpinned: [Status.ID] { elements.filter { $0.pinned == false }.map(\.id) }
}

extension AccountPostsFilter {
  /// Whether the filter includes a post; some servers ignore parts of it.
  fileprivate func includes(_ status: Status) -> Bool {
    if let tag, !status.displayed.tags.contains(where: { $0.name.lowercased() == tag.lowercased() }) { return false }
    if excludesReblogs, status.reblog != nil { return false }
    if excludesDirect, status.visibility == .direct { return false }
    guard status.reblog == nil else { return !onlyMedia }
    if onlyMedia, status.mediaAttachments.isEmpty { return false }
    return !excludesReplies || status.inReplyToID == nil || status.inReplyToAccountID == status.account.id
  }
}

extension Endpoint {
  public static func followers(of id: Account.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page("/api/v1/accounts/:id/followers", id, request: page, access: .either, paging: .link, to: "load the followers")
  }

  /// The accounts that an account follows.
  public static func following(of id: Account.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/accounts/:id/following", id, request: page, access: .either, paging: .link,
      to: "load the accounts that the account follows")
  }

  /// The accounts that an account features on its profile.
  public static func endorsements(of id: Account.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/accounts/:id/endorsements", id, request: page, access: .either, paging: .link,
      to: "load the accounts that the account features")
  }

  /// The accounts that the signed-in account features on its profile.
  public static func endorsements(_ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/endorsements", request: page, access: .account, .readAccounts, paging: .link,
      to: "load the accounts that you feature")
  }

  /// Searches accounts by name or address.
  public static func searchAccounts(
    _ words: String, _ page: PageRequest, resolves: Bool = false, following: Bool = false
  ) -> Endpoint<Page<Account>> {
    var query = [Field("q", words)]
    if resolves { query.add("resolve", true) }
    if following { query.add("following", true) }
    return .page(
      "/api/v1/accounts/search", query: query, request: page, access: .account, .readAccounts, paging: .offset,
      to: "search the accounts")
  }

  /// The server's directory.
  public static func directory(
    _ wanted: DirectoryQuery = DirectoryQuery(), _ page: PageRequest
  ) -> Endpoint<Page<Account>> {
    var query = [Field("order", wanted.newestFirst ? "new" : "active")]
    if wanted.localOnly { query.add("local", true) }
    return .page(
      "/api/v1/directory", query: query, request: page, access: .either, paging: .offset, to: "load the directory")
  }

  /// The accounts that the signed-in account blocks.
  public static func blocks(_ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/blocks", request: page, access: .account, .readBlocks, paging: .link,
      to: "load the accounts that you block")
  }

  /// The accounts that the signed-in account mutes.
  public static func mutes(_ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/mutes", request: page, access: .account, .readMutes, paging: .link, to: "load the accounts that you mute"
    )
  }

  /// The accounts that have requested to follow the signed-in account.
  public static func followRequests(_ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/follow_requests", request: page, access: .account, .readFollows, paging: .link,
      to: "load the follow requests")
  }
}

extension ProfileEdit {
  /// The fields of `update_credentials`.
  fileprivate var form: [Field] {
    var fields: [Field] = []
    fields.add("display_name", displayName)
    fields.add("note", note)
    fields.add("locked", locked)
    fields.add("bot", bot)
    fields.add("discoverable", discoverable)
    fields.add("hide_collections", hidesFollows)
    fields.add("indexable", indexable)
    // A list without elements would be left out.
    if let attributionDomains {
      fields.add(each: "attribution_domains", attributionDomains.isEmpty ? [""] : attributionDomains)
    }
    fields.add("avatar_description", avatarDescription)
    fields.add("header_description", headerDescription)
    for (index, line) in (self.fields ?? []).enumerated() {
      fields.append(Field("fields_attributes[\(index)][name]", line.name))
      fields.append(Field("fields_attributes[\(index)][value]", line.value))
    }
    fields.add("source[privacy]", postingVisibility?.rawValue)
    fields.add("source[sensitive]", postingSensitive)
    fields.add("source[language]", postingLanguage)
    fields.add("source[quote_policy]", quotePolicy?.rawValue)
    return fields
  }
}

extension Endpoint<Account> {
  /// Compares the account in the answer with what a change of the profile asks for.
  func compared(with edit: ProfileEdit) -> Endpoint<Account> {
    checked(rereading: { _ in .verifyCredentials }) { edit.parts(missingIn: $0) }
  }
}
