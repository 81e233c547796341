public import FoundationEssentials

public struct Status: Hashable, Sendable, Identifiable {
  public var id: Identifier<Status>
  public var uri: String
  public var url: String?
  public var createdAt: Date
  /// When it was last edited, if it was.
  public var editedAt: Date?
  /// The author; of a boost, the account that boosted.
  public var account: Account
  /// The text as HTML.
  public var content: String
  /// The source text, which a server sends to the author when the status is deleted.
  public var text: String?
  /// The content warning as plain text; empty if there is none.
  public var spoilerText: String
  public var sensitive: Bool
  public var visibility: Visibility
  /// The language, as a code of ISO 639.
  public var language: String?
  /// The MIME type of the source text, on servers that have several and say so.
  public var contentType: String? = nil
  public var inReplyToID: Status.ID?
  public var inReplyToAccountID: Account.ID?
  public var repliesCount: Int
  public var reblogsCount: Int
  public var favouritesCount: Int
  public var quotesCount: Int = 0
  @Indirect public var reblog: Status? = nil
  public var quote: Quote?
  public var mediaAttachments: [MediaAttachment]
  public var mentions: [Mention]
  public var tags: [Tag] = []
  public var emojis: [CustomEmoji] = []
  public var poll: Poll?
  @Indirect public var card: PreviewCard? = nil
  public var application: Application?
  /// The user's filters that it matches; see ``filterVerdict(in:at:)``.
  public var filtered: [FilterResult] = []
  public var favourited: Bool = false
  /// Whether the signed-in account boosted it.
  public var reblogged: Bool = false
  public var bookmarked: Bool = false
  /// Whether the signed-in account muted the conversation.
  public var muted: Bool = false
  /// Whether the signed-in account pinned it to its profile.
  public var pinned: Bool = false
  /// Whether the server sent the state for the signed-in account.
  ///
  /// Streams of public statuses do not contain it, and the flags are all false then; see ``keepingViewerState(of:)``.
  public var hasViewerState: Bool = true
  /// Who may quote it, if the server says so.
  @Indirect public var quoteApproval: QuoteApproval? = nil
  /// The collections of accounts that its text links to (API version 10).
  public var taggedCollections: [Collection] = []

  /// Creates a status; `uri` is the URL by default.
  public init(
    id: ID, uri: String? = nil, url: String? = nil, createdAt: Date, editedAt: Date? = nil, account: Account,
    content: String, spoilerText: String = "", sensitive: Bool = false, visibility: Visibility = .public,
    language: String? = nil, inReplyToID: Status.ID? = nil, repliesCount: Int = 0, reblogsCount: Int = 0,
    favouritesCount: Int = 0, reblog: Status? = nil, mediaAttachments: [MediaAttachment] = [], mentions: [Mention] = []
  ) {
    self.id = id
    self.uri = uri ?? url ?? ""
    self.url = url
    self.createdAt = createdAt
    self.editedAt = editedAt
    self.account = account
    self.content = content
    self.spoilerText = spoilerText
    self.sensitive = sensitive
    self.visibility = visibility
    self.language = language
    self.inReplyToID = inReplyToID
    self.repliesCount = repliesCount
    self.reblogsCount = reblogsCount
    self.favouritesCount = favouritesCount
    self.reblog = reblog
    self.mediaAttachments = mediaAttachments
    self.mentions = mentions
  }

  /// The status to show: the boosted one, or else this one.
  public var displayed: Status { reblog ?? self }

  /// Returns this status with the known state for the signed-in account if the server did not send it.
  public func keepingViewerState(of known: Status) -> Status {
    guard !hasViewerState, known.hasViewerState else { return self }
    var status = self
    status.favourited = known.favourited
    status.reblogged = known.reblogged
    status.bookmarked = known.bookmarked
    status.muted = known.muted
    status.pinned = known.pinned
    status.filtered = known.filtered
    status.hasViewerState = true
    if let reblog, let knownReblog = known.reblog { status.reblog = reblog.keepingViewerState(of: knownReblog) }
    return status
  }

  public struct Application: Hashable, Sendable {
    public var name: String
    public var website: String?
  }
}
