/// A status as requested, before it is checked; also the stored form of a scheduled status.
struct StatusDraft: Codable, Sendable {
  var text = ""
  var spoilerText = ""
  var sensitive: Bool?
  var visibility: String?
  var language: String?
  var inReplyToID: String?
  var quotedStatusID: String?
  var quotePolicy: String?
  var poll: PollDraft?
  var mediaIDs: [Int64] = []
  /// JSON, as in responses.
  var application: String?

  struct PollDraft: Codable, Sendable {
    var options: [String]
    var expiresIn: Int
    var multiple: Bool
    var hideTotals: Bool
  }

  /// The parameters that it is read from.
  static let names: Set<String> = [
    "status", "spoiler_text", "sensitive", "visibility", "language", "in_reply_to_id", "quoted_status_id",
    "quote_approval_policy", "media_ids", "poll",
  ]

  init(_ parameters: Parameters) {
    text = parameters.text("status") ?? ""
    spoilerText = parameters.text("spoiler_text") ?? ""
    sensitive = parameters.flag("sensitive")
    visibility = parameters.text("visibility")
    language = parameters.text("language")
    inReplyToID = parameters.text("in_reply_to_id")
    quotedStatusID = parameters.text("quoted_status_id")
    quotePolicy = parameters.text("quote_approval_policy")
    mediaIDs = parameters.texts("media_ids").map { Int64($0) ?? 0 }
    poll = parameters.table("poll").map { poll in
      PollDraft(
        options: poll.texts("options").filter { !$0.allSatisfy(\.isWhitespace) },
        expiresIn: poll.integer("expires_in") ?? 0, multiple: poll.flag("multiple") ?? false,
        hideTotals: poll.flag("hide_totals") ?? false)
    }
  }
}

extension Transaction {
  /// Checks a draft and returns the status to post.
  ///
  /// - throws: ``APIError`` if a limit is exceeded or a reference is invalid.
  func newStatus(_ draft: StatusDraft, by author: Int64) throws -> NewStatus {
    if draft.text.allSatisfy(\.isWhitespace), draft.mediaIDs.isEmpty { throw APIError.invalid("Text can't be blank") }
    try checkLength(draft.text, draft.spoilerText)
    let defaults = try owner(author)
    var new = NewStatus(author: author, text: draft.text)
    new.spoilerText = draft.spoilerText
    new.sensitive = draft.sensitive ?? defaults?.sensitive ?? false
    new.language = draft.language ?? defaults?.language
    new.poll = try draft.poll.map(newPoll)
    guard let audience = Audience(word: draft.visibility ?? defaults?.privacy ?? "public") else {
      throw APIError.invalid("Visibility is not included in the list")
    }
    new.audience = audience
    new.quotePolicy = try quotePolicy(draft.quotePolicy) ?? defaults?.quotePolicy ?? .public
    new.inReplyToID = try reference(
      draft.inReplyToID, by: author,
      or: APIError(status: 404, message: "The post you are trying to reply to does not appear to exist."))
    if draft.quotedStatusID != nil { try quote(draft, in: &new) }
    new.mediaRows = try attachable(draft.mediaIDs, by: author, besidesPoll: draft.poll != nil)
    new.application = draft.application
    return new
  }

  func checkLength(_ text: String, _ spoiler: String) throws {
    // No text of this size is short enough, and looking for its links would take long.
    guard text.utf8.count <= 100_000, spoiler.utf8.count <= 100_000 else {
      throw APIError.invalid("Text character limit of \(instance.maxCharacters) exceeded")
    }
    let length = StatusText(text).length(perURL: instance.charactersPerURL) + spoiler.count
    guard length <= instance.maxCharacters else {
      throw APIError.invalid("Text character limit of \(instance.maxCharacters) exceeded")
    }
  }

  /// - throws: ``APIError`` for an unknown policy.
  func quotePolicy(_ word: String?) throws -> QuotePolicy? {
    guard let word else { return nil }
    guard let policy = QuotePolicy(rawValue: word) else {
      throw APIError.invalid("Quote approval policy is not included in the list")
    }
    return policy
  }

  func newPoll(_ poll: StatusDraft.PollDraft) throws -> NewStatus.Poll {
    let options = poll.options
    guard options.count > 1 else { throw APIError.invalid("Poll must have more than one item") }
    guard options.count <= instance.pollOptions else {
      throw APIError.invalid("Poll can't contain more than \(instance.pollOptions) items")
    }
    guard options.allSatisfy({ $0.count <= instance.pollOptionCharacters }) else {
      throw APIError.invalid("Poll items can't be longer than \(instance.pollOptionCharacters) characters each")
    }
    guard Set(options).count == options.count else { throw APIError.invalid("Poll items can't contain duplicates") }
    guard poll.expiresIn >= instance.pollSeconds.lowerBound else {
      throw APIError.invalid("Poll Expiration date is too soon")
    }
    guard poll.expiresIn <= instance.pollSeconds.upperBound else {
      throw APIError.invalid("Poll Expiration date is too far into the future")
    }
    return NewStatus.Poll(
      options: options, expiresIn: poll.expiresIn, multiple: poll.multiple, hideTotals: poll.hideTotals)
  }

  /// The status that a draft refers to, if its author can see it.
  private func reference(_ text: String?, by author: Int64, or apiError: APIError) throws -> Int64? {
    guard let text else { return nil }
    guard let id = Int64(text), let status = try statuses(inOrder: [id], for: author).first else { throw apiError }
    return status.reblogOfID ?? status.id
  }

  private func quote(_ draft: StatusDraft, in new: inout NewStatus) throws {
    let apiError = APIError.invalid("Quoted status does not exist or cannot be quoted")
    guard let id = try reference(draft.quotedStatusID, by: new.author, or: apiError),
      let status = try statuses([id]).first
    else { throw apiError }
    guard draft.poll == nil else { throw APIError.invalid("A quote cannot have a poll") }
    guard draft.mediaIDs.isEmpty else { throw APIError.invalid("A quote cannot have media") }
    guard try mayQuote(status, new.author) else { throw apiError }
    // A quote cannot have a wider audience than the quoted post.
    if status.audience == .private, new.audience.rawValue < Audience.private.rawValue { throw apiError }
    if new.audience == .direct, status.accountID != new.author {
      let mentioned = try StatusText(new.text).mentions.contains { username, domain in
        try account(named: domain.map { "\(username)@\($0)" } ?? username)?.id == status.accountID
      }
      guard mentioned else { throw apiError }
    }
    new.quoteOfID = id
    // Other servers accept a quote after a delay, see `settleQuotes`.
    new.quoteState = status.isLocal || status.accountID == new.author ? .accepted : .pending
  }

  /// Whether an account that can see a status may quote it without approval.
  func mayQuote(_ status: StatusRow, _ account: Int64) throws -> Bool {
    switch status.audience {
    case .direct: return false
    case .private: return status.accountID == account
    case .public, .unlisted: break
    }
    if status.accountID == account { return true }
    if try blocks(account, status.accountID) || blocks(status.accountID, account) { return false }
    switch status.quotePolicy {
    case .public: return true
    case .followers: return try follows(account, status.accountID)
    case .nobody: return false
    }
  }
}
