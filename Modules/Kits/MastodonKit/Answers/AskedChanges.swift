/// The parts that the answer to a change lacks, for everything but posts. Only what was asked for is compared.
extension ListDraft {
  public func parts(missingIn list: List) -> [RequestPart] {
    var parts: [RequestPart] = []
    if !title.isTrimmed(equalTo: list.title) { parts.append(RequestPart("title", "the title")) }
    if let repliesPolicy, repliesPolicy != list.repliesPolicy {
      parts.append(RequestPart("replies", "which replies it shows"))
    }
    if let exclusive, exclusive != list.exclusive {
      parts.append(RequestPart("exclusive", "whether Home has its posts too"))
    }
    return parts
  }
}

extension FilterDraft {
  public func parts(missingIn filter: Filter) -> [RequestPart] {
    var parts: [RequestPart] = []
    if let title, !title.isTrimmed(equalTo: filter.title) { parts.append(RequestPart("title", "the title")) }
    if !contexts.isEmpty, Set(contexts) != Set(filter.contexts) {
      parts.append(RequestPart("contexts", "where it applies"))
    }
    if let action, action != filter.action { parts.append(RequestPart("action", "what it does")) }
    if seconds != nil, filter.expiresAt == nil { parts.append(RequestPart("expiry", "when it ends")) }
    if seconds == nil, staysForGood, filter.expiresAt != nil {
      parts.append(RequestPart("expiry", "that it has no end"))
    }
    if keywords.contains(where: { !$0.isDone(in: filter) }) { parts.append(RequestPart("keywords", "the words")) }
    return parts
  }
}

extension FilterDraft.KeywordChange {
  fileprivate func isDone(in filter: Filter) -> Bool {
    let found = filter.keywords.first { kept in
      id.map { $0 == kept.id } ?? kept.keyword.isTrimmed(equalTo: keyword)
    }
    guard !isRemoved else { return found == nil }
    return found.map { wholeWord == nil || $0.wholeWord == wholeWord } ?? false
  }
}

extension ProfileEdit {
  /// The parts that an account does not have; pictures are not compared, because servers rewrite them.
  public func parts(missingIn account: Account) -> [RequestPart] {
    var parts: [RequestPart] = []
    func compare<Value: Equatable>(_ asked: Value?, _ kept: Value?, _ name: String, _ words: String) {
      if let asked, asked != kept { parts.append(RequestPart(name, words)) }
    }
    func compare(text: String?, _ kept: String?, _ name: String, _ words: String) {
      if let text, let kept, !text.isTrimmed(equalTo: kept), !text.isKept(in: kept) {
        parts.append(RequestPart(name, words))
      }
    }
    let (source, details) = (account.source, account.details)
    compare(text: displayName, account.displayName, "name", "the name")
    compare(text: note, source?.note ?? account.note, "note", "the biography")
    compare(locked, account.locked, "locked", "who may follow")
    compare(bot, account.bot, "bot", "that it is automated or not")
    compare(
      discoverable, source?.discoverable ?? details?.discoverable, "discoverable", "whether the server suggests you")
    compare(
      indexable, source?.indexable ?? details?.indexable, "indexable", "whether searches find your public posts")
    compare(
      hidesFollows, source?.hideCollections ?? details?.hideCollections, "hide-follows",
      "whether your follows are hidden")
    compare(text: avatarDescription, details?.avatarDescription ?? "", "avatar-alt", "the picture's alt text")
    compare(text: headerDescription, details?.headerDescription ?? "", "header-alt", "the banner's alt text")
    for (part, isShown) in shownParts {
      compare(isShown, details?.hiddenParts.contains(part) != true, part.optionName, "which parts are shown")
    }
    if let fields, !fields.areKept(in: source?.fields ?? account.fields) {
      parts.append(RequestPart("fields", "the profile fields"))
    }
    if let attributionDomains {
      compare(
        Set(attributionDomains), Set((source?.attributionDomains ?? []).map { $0.lowercased() }), "attribution-domains",
        "the websites that may name you")
    }
    if let source {
      compare(postingVisibility, source.privacy, "visibility", "the default visibility")
      compare(postingSensitive, source.sensitive, "sensitive", "the default sensitive mark")
      compare(postingLanguage, source.language ?? "", "language", "the default language")
      compare(quotePolicy, source.quotePolicy, "quotes", "who can quote posts")
    }
    return parts
  }
}

extension ProfilePart {
  fileprivate var optionName: String { rawValue.split(separator: "_").joined(separator: "-") }
}

extension [ProfileLine] {
  /// Whether an account has these fields and no others; a field without a label and a value is none.
  fileprivate func areKept(in fields: [Account.Field]) -> Bool {
    let asked = filter { !$0.name.isBlank || !$0.value.isBlank }
    return asked.count == fields.count
      && zip(asked, fields).allSatisfy { $0.name.isKept(in: $1.name) && $0.value.isKept(in: $1.value) }
  }
}

extension CollectionDraft {
  public func parts(missingIn collection: Collection) -> [RequestPart] {
    var parts: [RequestPart] = []
    func require(_ isKept: Bool, _ name: String, _ words: String) {
      if !isKept { parts.append(RequestPart(name, words)) }
    }
    if let name { require(name.isTrimmed(equalTo: collection.name), "name", "the name") }
    if let description { require(description.isKept(in: collection.description), "description", "the description") }
    if let language { require(language == collection.language ?? "", "language", "the language") }
    if let tag {
      require(tag.lowercased() == (collection.tag?.name ?? "").lowercased(), "tag", "the hashtag")
    }
    if let sensitive { require(sensitive == collection.sensitive, "sensitive", "the sensitive mark") }
    if let discoverable {
      require(discoverable == collection.discoverable, "discoverable", "whether the server suggests it")
    }
    require(
      collection.items.count >= accountIDs.count || collection.itemCount >= accountIDs.count, "accounts", "the accounts"
    )
    return parts
  }
}

extension FollowOptions {
  public func parts(missingIn relationship: Relationship) -> [RequestPart] {
    guard relationship.following else { return relationship.requested ? [] : [.change] }
    var parts: [RequestPart] = []
    if let showsReblogs, showsReblogs != relationship.showingReblogs {
      parts.append(RequestPart("boosts", "whether boosts are shown"))
    }
    if let notifies, notifies != relationship.notifying {
      parts.append(RequestPart("notify", "whether each post notifies you"))
    }
    if let languages, Set(languages) != Set(relationship.languages) {
      parts.append(RequestPart("languages", "the languages"))
    }
    return parts
  }
}

extension MuteOptions {
  public func parts(missingIn relationship: Relationship) -> [RequestPart] {
    guard relationship.muting else { return [.change] }
    var parts: [RequestPart] = []
    if let notifications, notifications != relationship.mutingNotifications {
      parts.append(RequestPart("notifications", "whether notifications are muted too"))
    }
    if (seconds ?? 0) > 0, relationship.saysMutingEnd, relationship.mutingExpiresAt == nil {
      parts.append(RequestPart("expiry", "when it ends"))
    }
    return parts
  }
}

extension NotificationPolicyEdit {
  public func parts(missingIn policy: NotificationPolicy) -> [RequestPart] {
    let pairs = [
      (notFollowing, policy.forNotFollowing), (notFollowers, policy.forNotFollowers),
      (newAccounts, policy.forNewAccounts), (privateMentions, policy.forPrivateMentions),
      (limitedAccounts, policy.forLimitedAccounts),
    ]
    return pairs.contains { asked, kept in asked.map { $0 != kept } ?? false }
      ? [RequestPart("policy", "a part of the policy")] : []
  }
}
