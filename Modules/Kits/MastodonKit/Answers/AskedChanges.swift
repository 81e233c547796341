public import FoundationEssentials

/// The parts that the answer to a change lacks, for everything but posts. Only what was asked for is compared.
extension ListDraft {
  public func parts(missingIn list: List) -> [RequestPart] {
    var parts: [RequestPart] = []
    if let title, !title.isTrimmed(equalTo: list.title) { parts.append(RequestPart("title", "the title")) }
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
  /// - Parameter answered: The time of the answer by the server's clock; without it, no end is compared.
  public func parts(missingIn filter: Filter, answered: Date? = nil) -> [RequestPart] {
    var parts: [RequestPart] = []
    if let title, !title.isTrimmed(equalTo: filter.title) { parts.append(RequestPart("title", "the title")) }
    if !contexts.isEmpty, Set(contexts) != Set(filter.contexts) {
      parts.append(RequestPart("contexts", "where it applies"))
    }
    if let action, action != filter.action { parts.append(RequestPart("action", "what it does")) }
    if let seconds { parts += RequestPart.ends(filter.expiresAt, after: seconds, from: answered) }
    if seconds == nil, staysForGood, filter.expiresAt != nil {
      parts.append(RequestPart("expiry", "that it has no end"))
    }
    if keywords.contains(where: { !$0.isDone(in: filter) }) { parts.append(RequestPart("keywords", "the words")) }
    return parts
  }
}

extension RequestPart {
  /// The end of a thing that is to last for so many seconds, if it has none or another one; servers keep it to the minute.
  fileprivate static func ends(_ end: Date?, after seconds: Int, from start: Date?) -> [RequestPart] {
    guard let end else { return [RequestPart("expiry", "when it ends")] }
    guard let start, abs(end.timeIntervalSince(start) - Double(seconds)) > 90 else { return [] }
    return [RequestPart("expiry", "when it ends", isChanged: true)]
  }
}

extension FilterDraft.KeywordChange {
  public func isDone(in filter: Filter) -> Bool {
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
  /// - Parameter answered: The time of the answer by the server's clock; without it, the end is not compared.
  public func parts(missingIn relationship: Relationship, answered: Date? = nil) -> [RequestPart] {
    guard relationship.muting else { return [.change] }
    var parts: [RequestPart] = []
    if let notifications, notifications != relationship.mutingNotifications {
      parts.append(RequestPart("notifications", "whether notifications are muted too"))
    }
    if let seconds, seconds > 0 {
      // Another answer may say when it ends.
      parts +=
        relationship.saysMutingEnd
        ? RequestPart.ends(relationship.mutingExpiresAt, after: seconds, from: answered) : [.change]
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

extension ReportDraft {
  /// The parts that a report does not have; what the server does not repeat is not compared.
  public func parts(missingIn report: Report) -> [RequestPart] {
    var parts: [RequestPart] = []
    if let category, let kept = report.category, kept != category {
      parts.append(RequestPart("category", "the reason"))
    }
    if !comment.isBlank, let kept = report.comment, !comment.isKept(in: kept) {
      parts.append(RequestPart("comment", "the comment"))
    }
    if forwards, report.forwarded == false { parts.append(RequestPart("forward", "that it is forwarded")) }
    if let kept = report.statusIDs, !Set(kept).isSuperset(of: statusIDs) {
      parts.append(RequestPart("posts", "the posts"))
    }
    return parts
  }
}

extension WebPushSubscription {
  /// The parts that were asked for and that it does not have.
  public func missingParts(
    endpoint: String? = nil, alerts asked: [String: Bool], policy askedPolicy: Policy?
  ) -> [RequestPart] {
    var parts: [RequestPart] = []
    if let endpoint, endpoint != self.endpoint { parts.append(RequestPart("endpoint", "the address")) }
    // A kind that the server does not know is not pushed either.
    if asked.contains(where: { $0.value != (alerts[Notification.Kind(rawValue: $0.key)] ?? false) }) {
      parts.append(RequestPart("alerts", "what is pushed"))
    }
    if let askedPolicy, let policy, askedPolicy != policy { parts.append(RequestPart("policy", "whose it is")) }
    return parts
  }
}
