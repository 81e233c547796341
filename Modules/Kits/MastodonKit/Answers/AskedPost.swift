/// The requested properties of a post, to be compared with the server's answer.
///
/// Only what the user asked for is compared: a default of the account that the server does not repeat is not a loss.
public struct AskedPost: Hashable, Sendable {
  var text: String
  var spoilerText: String
  var visibility: Visibility?
  var sensitive: Bool?
  var language: String?
  var poll: PollDraft?
  var quotedStatusID: Status.ID?
  var quotePolicy: QuotePolicy?
  var mediaCount: Int
  /// The alt texts by attachment; of a new post in order.
  var altTexts: [MediaAttachment.ID: String]
  var inReplyToID: Status.ID?
  var contentType: String?
  /// Whether a post without a warning must lose the one that it has.
  var removesWarning: Bool

  public init(_ post: NewPost) {
    let draft = post.draft
    text = draft.text
    spoilerText = draft.spoilerText
    visibility = post.leavesVisibilityToServer || draft.usesDefaultVisibility ? nil : draft.visibility
    sensitive = post.sensitive
    language = draft.usesDefaultLanguage ? nil : draft.language
    poll = post.poll
    quotedStatusID = post.quotedStatusID
    quotePolicy = draft.usesDefaultQuotePolicy ? nil : post.quotePolicy
    mediaCount = post.mediaIDs.count
    altTexts = Self.altTexts(of: draft.files)
    inReplyToID = draft.inReplyToID
    contentType = draft.contentType
    removesWarning = false
  }

  public init(_ edit: PostEdit) {
    text = edit.text
    spoilerText = edit.spoilerText
    sensitive = edit.sensitive
    language = edit.language
    poll = edit.poll
    quotePolicy = edit.quotePolicy
    mediaCount = edit.mediaIDs.count
    altTexts = Dictionary(
      edit.media.compactMap { change in change.description.map { (change.id, $0) } }, uniquingKeysWith: { $1 })
    contentType = edit.contentType
    removesWarning = true
  }

  /// Creates it from a choice of who may quote a post, with nothing else to compare.
  public init(quotePolicy: QuotePolicy) {
    self.init(PostEdit(text: "", quotePolicy: quotePolicy))
    removesWarning = false
  }

  private static func altTexts(of files: [DraftFile]) -> [MediaAttachment.ID: String] {
    Dictionary(
      files.compactMap { file in file.mediaID.map { ($0, file.description) } }, uniquingKeysWith: { $1 })
  }

  public func parts(missingIn answer: Status) -> [RequestPart] {
    let status = answer.displayed
    var parts: [RequestPart] = []
    if !Self.isBlank(text), Self.isBlank(status.content) { parts.append(.text) }
    if !Self.isBlank(spoilerText), Self.isBlank(status.spoilerText) { parts.append(.warning) }
    if removesWarning, Self.isBlank(spoilerText), !Self.isBlank(status.spoilerText) { parts.append(.warningRemoval) }
    if let visibility, visibility != status.visibility { parts.append(.visibility(now: status.visibility)) }
    if isSensitiveLost(status.sensitive, hasMedia: !status.mediaAttachments.isEmpty) { parts.append(.sensitive) }
    if Self.differ(language, status.language) { parts.append(.language) }
    if let poll, !Self.holds(poll, status.poll) { parts.append(.poll) }
    if quotedStatusID != nil, status.quote == nil { parts.append(.quote) }
    // Nobody else can quote what not everyone can see, whatever was asked for.
    if let quotePolicy, [.public, .unlisted].contains(status.visibility),
      !Self.allows(status.quoteApproval, quotePolicy)
    {
      parts.append(.quotePolicy)
    }
    if status.mediaAttachments.count < mediaCount { parts.append(.media) }
    if hasLostAltText(status.mediaAttachments) { parts.append(.altText) }
    if let inReplyToID, inReplyToID != status.inReplyToID { parts.append(.reply) }
    if let contentType, let kept = status.contentType, kept != contentType { parts.append(.format) }
    return parts
  }

  /// The parts that a scheduled post does not have; what a server repeats of those differs.
  public func parts(missingIn scheduled: ScheduledStatus) -> [RequestPart] {
    let params = scheduled.params
    var parts: [RequestPart] = []
    if !Self.isBlank(text), Self.isBlank(params.text) { parts.append(.text) }
    if !Self.isBlank(spoilerText), Self.isBlank(params.spoilerText ?? "") { parts.append(.warning) }
    if let visibility, let kept = params.visibility, kept != visibility { parts.append(.visibility(now: kept)) }
    if let language, let kept = params.language, Self.differ(language, kept) { parts.append(.language) }
    if poll != nil, params.poll == nil { parts.append(.poll) }
    if max(scheduled.mediaAttachments.count, params.mediaIDs?.count ?? 0) < mediaCount { parts.append(.media) }
    if let inReplyToID, inReplyToID != params.inReplyToID { parts.append(.reply) }
    return parts
  }

  /// A warning marks the media in any case.
  private func isSensitiveLost(_ kept: Bool, hasMedia: Bool) -> Bool {
    guard let sensitive, sensitive != kept, hasMedia else { return false }
    return sensitive || Self.isBlank(spoilerText)
  }

  private func hasLostAltText(_ media: [MediaAttachment]) -> Bool {
    media.contains { attachment in
      guard let text = altTexts[attachment.id], !Self.isBlank(text) else { return false }
      return Self.isBlank(attachment.description ?? "")
    }
  }

  private static func isBlank(_ text: String) -> Bool { !text.contains { !$0.isWhitespace } }

  /// Whether two codes are of different languages: `de-AT` and `de` are not.
  private static func differ(_ asked: String?, _ kept: String?) -> Bool {
    guard let asked, LanguageCode.isLanguage(asked) else { return false }
    func language(_ code: String) -> Substring { code.lowercased().prefix { $0.isLetter } }
    return language(asked) != kept.map(language)
  }

  private static func holds(_ asked: PollDraft, _ kept: Poll?) -> Bool {
    guard let kept else { return false }
    return kept.options.count == asked.options.count && kept.multiple == asked.multiple
  }

  private static func allows(_ kept: QuoteApproval?, _ asked: QuotePolicy) -> Bool {
    guard let kept else { return false }
    return switch asked {
    case .public: kept.automatic.contains(.public)
    case .followers: kept.automatic.contains(.followers) && !kept.automatic.contains(.public)
    case .nobody: kept.automatic.isEmpty
    case .unknown: true
    }
  }
}
