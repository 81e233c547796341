public import FoundationEssentials

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
  /// Whether a post is changed: it must lose the parts that are not asked for.
  var isEdit: Bool

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
    isEdit = false
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
    isEdit = true
  }

  /// Creates it from a choice of who may quote a post, with nothing else to compare.
  public init(quotePolicy: QuotePolicy) {
    self.init(PostEdit(text: "", quotePolicy: quotePolicy))
    isEdit = false
  }

  private static func altTexts(of files: [DraftFile]) -> [MediaAttachment.ID: String] {
    Dictionary(
      files.compactMap { file in file.mediaID.map { ($0, file.description) } }, uniquingKeysWith: { $1 })
  }

  public func parts(missingIn answer: Status) -> [RequestPart] {
    let status = answer.displayed
    var parts = parts(text: status.content, warning: status.spoilerText, media: status.mediaAttachments)
    if isEdit, spoilerText.isBlank, !status.spoilerText.isBlank { parts.append(.warningRemoval) }
    if let visibility, visibility != status.visibility { parts.append(.visibility(visibility, now: status.visibility)) }
    if !status.mediaAttachments.isEmpty, isSensitiveLost(status.sensitive) { parts.append(.sensitive) }
    if Self.differ(language, status.language) { parts.append(.language) }
    if let poll { parts += status.poll.map { self.parts(of: poll, missingIn: $0, since: status.createdAt) } ?? [.poll] }
    if let quotedStatusID { parts += Self.parts(of: quotedStatusID, missingIn: status.quote) }
    // Nobody else can quote what not everyone can see, whatever was asked for.
    if let quotePolicy, [.public, .unlisted].contains(status.visibility),
      !Self.allows(status.quoteApproval, quotePolicy)
    {
      parts.append(.quotePolicy)
    }
    if let part = media(missingOf: status.mediaAttachments.count) { parts.append(part) }
    if isEdit, status.mediaAttachments.count > mediaCount { parts.append(.mediaRemoval) }
    if let inReplyToID, inReplyToID != status.inReplyToID { parts.append(.reply) }
    if let contentType, let kept = status.contentType, kept != contentType { parts.append(.format) }
    return parts
  }

  /// The parts that a scheduled post does not have; servers do not repeat who can quote it.
  public func parts(missingIn scheduled: ScheduledStatus) -> [RequestPart] {
    let params = scheduled.params
    var parts = parts(text: params.text, warning: params.spoilerText ?? "", media: scheduled.mediaAttachments)
    // What is for everyone need not be said.
    if let visibility, visibility != params.visibility ?? .public {
      parts.append(.visibility(visibility, now: params.visibility))
    }
    if isSensitiveLost(params.sensitive ?? false) { parts.append(.sensitive) }
    if Self.differ(language, params.language) { parts.append(.language) }
    if let poll { parts += params.poll.map { self.parts(of: poll, missingIn: $0) } ?? [.poll] }
    if let quotedStatusID {
      parts += Self.parts(of: quotedStatusID, missingIn: params.quotedStatusID.map { Quote(quotedStatusID: $0) })
    }
    if let part = media(missingOf: max(scheduled.mediaAttachments.count, params.mediaIDs?.count ?? 0)) {
      parts.append(part)
    }
    if let inReplyToID, inReplyToID != params.inReplyToID { parts.append(.reply) }
    return parts
  }

  /// The texts that the answer does not have.
  private func parts(text kept: String, warning: String, media: [MediaAttachment]) -> [RequestPart] {
    var parts: [RequestPart] = []
    // An edit that was ignored may have taken words away.
    let isKept = isEdit ? text.isKept(in: kept) : text.isFound(in: kept)
    if isEdit || !text.isBlank, isComparable, !isKept {
      parts.append(kept.isBlank ? .text : changed("text", "text"))
    } else if !text.isBlank, kept.isBlank {
      parts.append(.text)
    }
    if !spoilerText.isBlank, !spoilerText.isKept(in: warning) {
      parts.append(warning.isBlank ? .warning : changed("warning", "content warning"))
    }
    for attachment in media {
      guard let text = altTexts[attachment.id], !text.isBlank, !text.isKept(in: attachment.description ?? "") else {
        continue
      }
      parts.append((attachment.description ?? "").isBlank ? .altText : changed("alt", "alt text"))
    }
    return parts
  }

  private func media(missingOf kept: Int) -> RequestPart? {
    guard kept < mediaCount else { return nil }
    return kept > 0 ? .someMedia : isEdit ? RequestPart("media", "the attachments") : .media
  }

  /// Whether the format is one whose text can be found in what is made of it.
  private var isComparable: Bool { [nil, "text/plain", "text/markdown", "text/html"].contains(contentType) }

  /// A part that the server has in another form than asked for.
  private func changed(_ name: String, _ noun: String) -> RequestPart {
    isEdit ? RequestPart(name, "the new \(noun)") : RequestPart(name, "the \(noun)", isChanged: true)
  }

  /// A warning marks the media in any case.
  private func isSensitiveLost(_ kept: Bool) -> Bool {
    guard let sensitive, sensitive != kept else { return false }
    return sensitive || spoilerText.isBlank
  }

  /// Whether two codes are of different languages: `de-AT` and `de` are not.
  private static func differ(_ asked: String?, _ kept: String?) -> Bool {
    guard let asked, LanguageCode.isLanguage(asked) else { return false }
    func language(_ code: String) -> Substring { code.lowercased().prefix { $0.isLetter } }
    return language(asked) != kept.map(language)
  }

  /// The first difference of a poll, whose end a server may keep to the minute.
  private func parts(of asked: PollDraft, missingIn kept: Poll, since start: Date) -> [RequestPart] {
    guard asked.multiple == kept.multiple, hasOptions(asked, kept.options.map(\.title)) else {
      return [changed("poll", "poll")]
    }
    // An edit does not say when it was made.
    if !isEdit, kept.expiresAt.map({ abs($0.timeIntervalSince(start) - Double(asked.seconds)) > 90 }) ?? true {
      return [changed("poll", "poll's end")]
    }
    return asked.hidesTotals && !kept.expired && kept.options.contains { $0.votesCount != nil } ? [hiddenVotes] : []
  }

  /// The first difference of a scheduled post's poll; what the server does not repeat is none.
  private func parts(of asked: PollDraft, missingIn kept: ScheduledStatus.Params.Poll) -> [RequestPart] {
    guard asked.multiple == (kept.multiple ?? asked.multiple), hasOptions(asked, kept.options) else {
      return [changed("poll", "poll")]
    }
    if kept.expiresIn > 0, kept.expiresIn != asked.seconds { return [changed("poll", "poll's end")] }
    return asked.hidesTotals == (kept.hideTotals ?? asked.hidesTotals) ? [] : [hiddenVotes]
  }

  private var hiddenVotes: RequestPart { changed("poll", "time at which the poll shows its votes") }

  private func hasOptions(_ asked: PollDraft, _ kept: [String]) -> Bool {
    asked.options.count == kept.count && zip(asked.options, kept).allSatisfy { $0.isKept(in: $1) }
  }

  private static func parts(of id: Status.ID, missingIn quote: Quote?) -> [RequestPart] {
    guard let quote else { return [.quote] }
    // Nobody sees it; another post may still be quoted.
    if [.rejected, .revoked, .deleted, .unauthorized].contains(quote.state) {
      return [RequestPart("quote", "the quote")]
    }
    return quote.quotedStatusID.map { $0 == id } ?? true ? [] : [RequestPart("quote", "the quote", isChanged: true)]
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

extension StatusDraft {
  /// Whether the answer to a new post is that post: not the one it replies to, by nobody else, and not an older one.
  ///
  /// - Parameters:
  ///   - me: The author; `nil` if unknown.
  ///   - start: The time before the request; an answer with the draft's text may be older, since an earlier request may have
  ///     made it.
  public func isAnswered(by status: Status, me: Account.ID?, since start: Date) -> Bool {
    guard status.id != inReplyToID, status.id != quotedStatusID, me == nil || status.account.id == me else {
      return false
    }
    // Some servers keep whole seconds.
    let isNew = status.createdAt.timeIntervalSince1970 >= start.timeIntervalSince1970.rounded(.down)
    return isNew || text.isKept(in: status.content)
  }
}
