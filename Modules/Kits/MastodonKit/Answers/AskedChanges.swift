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
  /// The parts that an account does not have; pictures and texts that servers rewrite are not compared.
  public func parts(missingIn account: Account) -> [RequestPart] {
    var parts: [RequestPart] = []
    func compare<Value: Equatable>(_ asked: Value?, _ kept: Value?, _ name: String, _ words: String) {
      if let asked, asked != kept { parts.append(RequestPart(name, words)) }
    }
    let source = account.source
    if let displayName, !displayName.isTrimmed(equalTo: account.displayName) {
      parts.append(RequestPart("name", "the name"))
    }
    if let note, note.contains(where: { !$0.isWhitespace }), let kept = source?.note,
      !kept.contains(where: { !$0.isWhitespace })
    {
      parts.append(RequestPart("note", "the biography"))
    }
    compare(locked, account.locked, "locked", "who may follow")
    compare(bot, account.bot, "bot", "that it is automated or not")
    if let fields, let kept = source?.fields, kept.count != fields.count {
      parts.append(RequestPart("fields", "the profile fields"))
    }
    if let source {
      compare(postingVisibility, source.privacy, "visibility", "the default visibility")
      compare(postingSensitive, source.sensitive, "sensitive", "the default sensitive mark")
      if let postingLanguage, !postingLanguage.isEmpty {
        compare(postingLanguage, source.language, "language", "the default language")
      }
      compare(quotePolicy, source.quotePolicy, "quotes", "who can quote posts")
    }
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

extension String {
  fileprivate func isTrimmed(equalTo other: String) -> Bool {
    split(whereSeparator: \.isWhitespace) == other.split(whereSeparator: \.isWhitespace)
  }
}
