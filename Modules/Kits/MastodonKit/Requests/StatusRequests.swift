public import FoundationEssentials

public struct PollDraft: Hashable, Sendable, Codable {
  public var options: [String]
  /// For how many seconds it is open.
  public var seconds: Int
  /// Whether one may vote for more than one.
  public var multiple: Bool
  /// Whether the counts are hidden until it ends.
  public var hidesTotals: Bool

  /// Creates a poll for one choice that shows its counts.
  public init(options: [String], seconds: Int, multiple: Bool = false, hidesTotals: Bool = false) {
    self.options = options
    self.seconds = seconds
    self.multiple = multiple
    self.hidesTotals = hidesTotals
  }
}

/// A post before it is sent: the draft and its attachments.
public struct NewPost: Hashable, Sendable {
  /// The text, the visibility and the status that it replies to.
  public var draft: StatusDraft
  /// Whether its media are hidden at first; `nil` for the account's own choice.
  public var sensitive: Bool?
  public var mediaIDs: [MediaAttachment.ID]
  public var poll: PollDraft?
  /// The status that it quotes (API version 7).
  public var quotedStatusID: Status.ID?
  /// Who may quote it (API version 7).
  public var quotePolicy: QuotePolicy?

  /// Whether the server applies the account's default visibility.
  public var leavesVisibilityToServer = false

  public init(complete draft: StatusDraft) {
    self.init(
      draft, sensitive: draft.sensitive, mediaIDs: draft.files.compactMap(\.mediaID), poll: draft.poll,
      quotedStatusID: draft.quotedStatusID, quotePolicy: draft.quotePolicy)
  }

  /// Creates a post that is only its text.
  public init(
    _ draft: StatusDraft, sensitive: Bool? = nil, mediaIDs: [MediaAttachment.ID] = [], poll: PollDraft? = nil,
    quotedStatusID: Status.ID? = nil, quotePolicy: QuotePolicy? = nil
  ) {
    self.draft = draft
    self.sensitive = sensitive
    self.mediaIDs = mediaIDs
    self.poll = poll
    self.quotedStatusID = quotedStatusID
    self.quotePolicy = quotePolicy
  }
}

/// The content of an edited post; it replaces the old content completely.
public struct PostEdit: Hashable, Sendable {
  public var text: String
  /// The content warning; empty means none.
  public var spoilerText: String
  /// Whether its media are hidden at first.
  public var sensitive: Bool?
  /// ISO 639-1 code.
  public var language: String?
  public var mediaIDs: [MediaAttachment.ID]
  public var media: [MediaEdit]
  /// Its poll; changed options reset the votes.
  public var poll: PollDraft?
  /// Who may quote it (API version 7).
  public var quotePolicy: QuotePolicy?
  /// The MIME type of the text; a server that has several uses its default without it.
  public var contentType: String?

  public init(
    text: String, spoilerText: String = "", sensitive: Bool? = nil, language: String? = nil,
    mediaIDs: [MediaAttachment.ID] = [], media: [MediaEdit] = [], poll: PollDraft? = nil,
    quotePolicy: QuotePolicy? = nil, contentType: String? = nil
  ) {
    self.contentType = contentType
    self.text = text
    self.spoilerText = spoilerText
    self.sensitive = sensitive
    self.language = language
    self.mediaIDs = mediaIDs
    self.media = media
    self.poll = poll
    self.quotePolicy = quotePolicy
  }

  /// Creates the new content of a status from a draft.
  public init(_ draft: StatusDraft) {
    self.init(
      text: draft.text, spoilerText: draft.spoilerText, sensitive: draft.sensitive, language: draft.language,
      mediaIDs: draft.files.compactMap(\.mediaID),
      media: draft.files.compactMap { file in
        guard file.isChanged == true, let id = file.mediaID else { return nil }
        return MediaEdit(id: id, description: file.description, focus: file.focus)
      }, poll: draft.poll, quotePolicy: draft.quotePolicy, contentType: draft.contentType)
  }
}

public struct MediaEdit: Hashable, Sendable {
  public var id: MediaAttachment.ID
  public var description: String?
  public var focus: FocalPoint?

  public init(id: MediaAttachment.ID, description: String? = nil, focus: FocalPoint? = nil) {
    self.id = id
    self.description = description
    self.focus = focus
  }
}

/// The place of a picture that must stay visible when it is cut: both from -1 to 1, up and right being positive.
public struct FocalPoint: Hashable, Sendable, Codable {
  /// From the left edge, -1, to the right, 1.
  public let x: Double
  /// From the lower edge, -1, to the upper, 1.
  public let y: Double

  /// Creates a point; what lies outside is moved to the edge.
  public init(x: Double, y: Double) {
    self.x = min(max(x, -1), 1)
    self.y = min(max(y, -1), 1)
  }

  /// The parameter of the API, `x,y`.
  public var parameter: String { "\(x),\(y)" }
}

public struct ListDraft: Hashable, Sendable {
  public var title: String?
  public var repliesPolicy: List.RepliesPolicy?
  /// Whether its members' posts leave the home timeline.
  public var exclusive: Bool?

  public init(title: String? = nil, repliesPolicy: List.RepliesPolicy? = nil, exclusive: Bool? = nil) {
    self.title = title
    self.repliesPolicy = repliesPolicy
    self.exclusive = exclusive
  }
}

/// The data of a new or changed filter; `nil` members stay as they are.
public struct FilterDraft: Hashable, Sendable {
  public var title: String?
  public var contexts: [Filter.Context]
  public var action: Filter.Action?
  /// For how many seconds; `nil` for good, or as it was.
  public var seconds: Int?
  /// Whether its end is removed; `seconds` takes precedence.
  public var staysForGood = false
  public var keywords: [KeywordChange]

  public init(
    title: String? = nil, contexts: [Filter.Context] = [], action: Filter.Action? = nil, seconds: Int? = nil,
    keywords: [KeywordChange] = []
  ) {
    self.title = title
    self.contexts = contexts
    self.action = action
    self.seconds = seconds
    self.keywords = keywords
  }

  /// A new, changed or removed keyword.
  public struct KeywordChange: Hashable, Sendable {
    public var keyword: String
    public var wholeWord: Bool?
    /// The id of an existing keyword; `nil` for a new one.
    public var id: Identifier<Filter.Keyword>?
    public var isRemoved: Bool

    /// Creates a change; without an id it is a new keyword.
    public init(
      _ keyword: String, wholeWord: Bool? = nil, id: Identifier<Filter.Keyword>? = nil, isRemoved: Bool = false
    ) {
      self.keyword = keyword
      self.wholeWord = wholeWord
      self.id = id
      self.isRemoved = isRemoved
    }
  }
}

public struct ScheduledPost: Hashable, Sendable {
  public var post: NewPost
  /// The time, at least five minutes ahead.
  public var date: Date

  public init(_ post: NewPost, at date: Date) {
    self.post = post
    self.date = date
  }
}
