public import FeatureKit
public import MastodonKit
import TerminalKit

extension ArchiveQuery {
  /// Where a post is read, and by whom.
  public struct Reader: Sendable {
    /// The timeline; `nil` for one that has no name in rules.
    public var place: Place?
    /// Whether the post has just arrived.
    public var isLive: Bool
    /// The signed-in account, whom `me` means.
    public var me: Account.ID?
    /// The server of the accounts whose names have none.
    public var host: String
    public var zone: LocalZone

    public init(place: Place? = nil, isLive: Bool = false, me: Account.ID? = nil, host: String, zone: LocalZone) {
      self.place = place
      self.isLive = isLive
      self.me = me
      self.host = host.lowercased()
      self.zone = zone
    }
  }

  /// Whether every group matches a post; of a boost, the boosted post counts.
  ///
  /// It differs from a search where a search knows only posts: `from:` is also who boosted it, and `is:boost` means the boost.
  public func matches(_ status: Status, for reader: Reader) -> Bool {
    matches(MatchedPost(status, reader))
  }

  func matches(_ post: MatchedPost) -> Bool {
    groups.allSatisfy { group in
      group.alternatives.contains { post.meets($0.condition) != $0.isExcluded }
    }
  }
}

/// A post with what conditions look at, which is read from it once for all rules.
final class MatchedPost {
  let status: Status
  let reader: ArchiveQuery.Reader
  private var post: Status { status.displayed }
  /// The texts that a search finds too.
  private lazy var texts: [String] = [
    ([post.spoilerText, HTMLText.plainText(post.content)] + (post.poll?.options.map(\.title) ?? [])).joined(
      separator: "\n"),
    post.mediaAttachments.compactMap(\.description).joined(separator: "\n"),
    "\(post.account.displayName)\n\(post.account.acct)", post.mentions.map(\.acct).joined(separator: "\n"),
    post.tags.map(\.name).joined(separator: "\n"),
  ]

  init(_ status: Status, _ reader: ArchiveQuery.Reader) {
    self.status = status
    self.reader = reader
  }

  func meets(_ condition: ArchiveQuery.Condition) -> Bool {
    switch condition {
    case .words(let words, let isPrefix):
      guard let match = TextMatch(words, isPrefix: isPrefix) else { return false }
      return texts.contains(where: match.matches)
    case .match(let pattern): return texts.contains(where: pattern.matches)
    case .hashtag(let name):
      guard let match = TextMatch(name, isPrefix: false) else { return false }
      return post.tags.contains { match.matches($0.name) }
    case .from(let handle):
      return isAccount(handle, status.account.id, status.account.acct)
        || isAccount(handle, post.account.id, post.account.acct)
    case .to(let handle):
      guard let id = post.inReplyToAccountID else { return false }
      let acct = id == post.account.id ? post.account.acct : post.mentions.first { $0.id == id }?.acct
      return isAccount(handle, id, acct ?? "")
    case .mentions(let handle): return post.mentions.contains { isAccount(handle, $0.id, $0.acct) }
    case .has(let content): return has(content)
    case .place(.live): return reader.isLive
    case .place(.list(let title)):
      guard case .list(let shown)? = reader.place else { return false }
      return shown.lowercased() == title.lowercased()
    case .place(.group(let title)):
      guard case .group(let shown)? = reader.place else { return false }
      return shown.lowercased() == title.lowercased()
    case .place(let place): return reader.place == place
    case .language(let code):
      let language = post.language?.lowercased() ?? ""
      return language == code || language.hasPrefix(code + "-")
    case .before(let date): return post.createdAt < date
    case .after(let date): return post.createdAt >= date
    case .hours(let text): return QuietHours(text)?.contains(status.createdAt, zone: reader.zone) ?? false
    case .kind(.reply): return post.inReplyToID != nil
    case .kind(.boost): return status.reblog != nil
    case .kind(.private): return post.visibility.audience == .limited
    }
  }

  /// Whether an account is the one of a handle; a name without a server is that of accounts on any.
  private func isAccount(_ handle: String, _ id: Account.ID, _ acct: String) -> Bool {
    let (handle, acct) = (handle.lowercased(), acct.lowercased())
    if handle == "me" { return id == reader.me }
    guard handle.contains("@") else { return acct.prefix { $0 != "@" } == handle }
    return acct == handle || "\(acct)@\(reader.host)" == handle
  }

  private func has(_ content: ArchiveQuery.Content) -> Bool {
    switch content {
    case .media: !post.mediaAttachments.isEmpty
    case .alt: post.mediaAttachments.contains { $0.description?.isEmpty == false }
    case .poll: post.poll != nil
    case .link: post.card != nil || post.content.contains("class=\"invisible\"")
    case .quote: post.quote != nil
    }
  }
}
