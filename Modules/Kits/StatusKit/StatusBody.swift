import FeatureKit
import MastodonKit
import TerminalKit

/// The body of a post, on the screen and for screen readers: text or content warning, attachments, poll, quote, link.
struct StatusBody {
  let status: Status
  private let context: Filter.Context
  private let layout: Layout
  private let isRevealed: Bool
  /// The titles of the filters that hide its attachments.
  private let blurringFilters: [String]
  /// How the post is typed, for the hints at the right edge: `3`; a quoted one `3q`.
  let typed: String?
  private let showsTimes: Bool
  /// Quotes are shown one level deep.
  let isQuoted: Bool
  /// The parsed text, for the screen and for screen readers.
  let text: [Block]

  init(
    _ status: Status, context: Filter.Context, layout: Layout, isRevealed: Bool, blurringFilters: [String],
    typed: String?, showsTimes: Bool, isQuoted: Bool = false, showsWholeLinks: Bool = false
  ) {
    self.status = status
    self.context = context
    self.layout = layout
    self.isRevealed = isRevealed
    self.blurringFilters = blurringFilters
    self.typed = typed
    self.showsTimes = showsTimes
    self.isQuoted = isQuoted
    text = HTMLText.parse(
      status.content,
      options: HTMLText.Options(dropsInlineQuote: status.quote != nil, showsWholeLinks: showsWholeLinks))
  }

  var warning: String {
    status.shownWarning
  }

  var isFolded: Bool {
    !warning.isEmpty && layout.contentWarnings == .fold && !isRevealed
  }

  /// The parts of a folded post besides its text: `2 images`, `poll`.
  var foldedParts: [String] {
    let media = status.mediaAttachments
    let nouns = media.map { MediaView.noun($0.kind) }
    let kinds = nouns.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return kinds.map { noun in
      let count = nouns.count { $0 == noun }
      return count == 1 ? noun : CountText.of(count, noun)
    } + (status.poll == nil ? [] : ["poll"])
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    if !warning.isEmpty {
      var line = StyledText("Content warning: \(warning)", .warning)
      if isFolded { for part in foldedParts { line += StyledText(" · \(part)", .secondary) } }
      blocks.append(PollView.line(line, trailing: isFolded ? typed.map { StyledText("show \($0)", .hint) } : nil))
      if isFolded { return blocks }
    }
    blocks += text
    blocks += media.blocks + thumbnail
    if let poll = pollView { blocks += poll.blocks }
    if let quote = quoteView { blocks += quote.blocks }
    blocks += cardBlocks
    for collection in shownCollections {
      let line = StyledText("collection: ", .secondary) + StyledText(collection)
      blocks.append(PollView.line(line, trailing: isQuoted ? nil : typed.map { StyledText("collection \($0)", .hint) }))
    }
    return blocks
  }

  /// The body without commands, with the addresses of its attachments, of the quoted post and of the linked page.
  var kept: [Block] {
    var blocks = warning.isEmpty ? [] : [Block.paragraph(StyledText("Content warning: \(warning)", .warning))]
    if isFolded { return blocks }
    blocks += text
    for attachment in status.mediaAttachments {
      let description = MediaView.description(attachment) ?? "no alt text"
      blocks.append(.paragraph(StyledText("\(MediaView.label(attachment)): ", .secondary) + StyledText(description)))
      blocks += Block.address(attachment.url ?? attachment.remoteURL)
    }
    if let poll = pollView { blocks += poll.blocks }
    if let end = status.poll?.expiresAt {
      blocks.append(.paragraph(StyledText("Voting ends \(RelativeTime(end, in: layout).full).", .secondary)))
    }
    if let quote = quoteView { blocks += quote.blocks + Block.address(status.quote?.quotedStatus?.url) }
    return blocks + cardBlocks + (shownCard.map { Block.address($0.url) } ?? [])
  }

  /// The collections that the text links to: `Boat people · 3 accounts`.
  var shownCollections: [String] {
    status.taggedCollections.prefix(3).map { collection in
      let name =
        collection.sensitive ? "marked as sensitive" : ExcerptText.cut(Sanitizer.oneLine(collection.name), to: 60)
      return "\(name) · \(CountText.of(max(collection.itemCount, collection.items.count), "account"))"
    }
  }

  /// The place of the first picture; none where anybody may not want to see it.
  private var thumbnail: [Block] {
    guard layout.showsThumbnails, layout.pictures != nil, layout.needs(.seen), !isQuoted, warning.isEmpty,
      !status.sensitive, blurringFilters.isEmpty, layout.media != .hide
    else { return [] }
    let found = status.mediaAttachments.first { $0.previewURL != nil && [.image, .gifv, .video].contains($0.kind) }
    guard let found, let url = found.previewURL else { return [] }
    let size = found.meta?.small ?? found.meta?.original
    let columns = max(layout.width - 8, 8)
    return [
      .thumbnail(
        Thumbnail(
          url: url, blurhash: found.blurhash, width: size?.width ?? 0, height: size?.height ?? 0, within: columns))
    ]
  }

  var media: MediaView {
    MediaView(status.mediaAttachments, expansion: mediaExpansion, typed: typed)
  }

  private var mediaExpansion: MediaView.Expansion {
    if isRevealed { return .described }
    if !blurringFilters.isEmpty { return .filtered(blurringFilters) }
    return switch layout.media {
    case .show: .described
    case .hide: .hidden
    case .default: status.sensitive ? .sensitive : .described
    }
  }

  var pollView: PollView? {
    status.poll.map { PollView($0, layout: layout, typed: typed, showsEnd: showsTimes) }
  }

  var quoteView: QuoteView? {
    status.quote.map {
      QuoteView(
        quote: $0, context: context, layout: layout, isRevealed: isRevealed, showsTimes: showsTimes,
        typed: typed.map { $0 + ReferenceSyntax.quoted }, isNested: isQuoted)
    }
  }

  /// The preview of the linked page; `nil` if a quote already shows the target.
  var shownCard: PreviewCard? {
    guard let card = status.card, let quote = status.quote else { return status.card }
    return quote.quotedStatus.map { $0.url == card.url || $0.uri == card.url } ?? true ? nil : card
  }

  /// `link: TITLE · host`, and below it who wrote the page, when, what it is about, and what its image shows.
  private var cardBlocks: [Block] {
    guard let card = shownCard else { return [] }
    var line = StyledText("link: ", .secondary) + StyledText(Self.title(of: card), .link, url: card.url)
    let host = Self.host(of: card.url)
    if !host.isEmpty { line += StyledText(" · \(host)", .secondary) }
    var details: [Block] = []
    let facts = facts(of: card).joined(separator: " · ")
    if !facts.isEmpty { details.append(.paragraph(StyledText(facts, .secondary))) }
    let about = description(of: card)
    if !about.isEmpty { details.append(.paragraph(StyledText(about, .secondary))) }
    let image = Sanitizer.oneLine(card.imageDescription)
    if !isQuoted, !image.isEmpty, layout.media != .hide {
      details.append(.paragraph(StyledText("its image: \(ExcerptText.cut(image, to: 160))", .secondary)))
    }
    if card.missingAttribution { details.append(.paragraph(StyledText(Self.missingAttribution, .warning))) }
    return [.paragraph(line)] + (details.isEmpty ? [] : [.listItem(marker: " ", details)])
  }

  /// `by Juniper (@juniper) · 3 Nov`.
  func facts(of card: PreviewCard) -> [String] {
    let authors = card.authors.prefix(3).compactMap { author -> String? in
      let name = Sanitizer.oneLine(author.name.isEmpty ? author.account?.shownName ?? "" : author.name)
      guard !name.isEmpty else { return nil }
      return ExcerptText.cut(name, to: 60) + (author.account.map { " (\(SpokenText.handle($0.acct)))" } ?? "")
    }
    let date = card.publishedAt.map { RelativeTime($0, in: layout).calendarDay }
    return (authors.isEmpty ? [] : ["by " + authors.joined(separator: ", ")])
      + (showsTimes ? [date].compactMap(\.self) : [])
  }

  /// What the page is about, if its title does not say it already; not in a quote.
  func description(of card: PreviewCard) -> String {
    let text = card.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return isQuoted || text == card.title ? "" : ExcerptText.cut(text, to: 200)
  }

  static let missingAttribution = "The page names an author whose account has not confirmed it."

  static func title(of card: PreviewCard) -> String {
    let title = card.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return title.isEmpty ? card.url : ExcerptText.cut(title, to: 120)
  }

  private static func host(of url: String) -> String {
    for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
      return String(url.dropFirst(scheme.count).prefix { !"/?#:".contains($0) })
    }
    return ""
  }
}

extension Block {
  /// An address on a line of its own; none if it is none of the web.
  static func address(_ url: String?) -> [Block] {
    url.flatMap(Sanitizer.cleanURL).map { [.verbatim(StyledText($0, .link, url: $0))] } ?? []
  }
}

/// A quoted post, one level deep, or the reason why it is not shown.
struct QuoteView {
  var quote: Quote
  var context: Filter.Context
  var layout: Layout
  var isRevealed: Bool
  var showsTimes: Bool
  /// How the quoted post is typed: `3q`.
  var typed: String?
  var isNested: Bool

  var blocks: [Block] {
    guard !isNested else { return [.paragraph(StyledText("quotes another post", .secondary))] }
    if let placeholder { return [.quote([PollView.line(StyledText(placeholder, .secondary), trailing: openHint)])] }
    guard let status = quote.quotedStatus else { return [] }
    var header = StyledText.name(Sanitizer.oneLine(status.account.shownName), of: status.account.acct)
    header += StyledText("  @\(Sanitizer.oneLine(status.account.acct))", .secondary)
    if showsTimes { header += StyledText(" · \(RelativeTime(status.createdAt, in: layout).short)", .secondary) }
    return [.quote([PollView.line(header, trailing: openHint)] + body(of: status).blocks)]
  }

  var spoken: String {
    if isNested { return "Quotes another post." }
    if let placeholder { return Sentence.joined([placeholder, reachable.map { "Open \($0) to read" } ?? ""]) }
    guard let status = quote.quotedStatus else { return "" }
    return "Quoting\(reachable.map { " \($0)," } ?? "") \(SpokenText.name(status.account)): \(body(of: status).spoken)"
  }

  private func body(of status: Status) -> StatusBody {
    var blurred: [String] = []
    if case .blur(let titles) = status.filterVerdict(in: context, at: layout.now) { blurred = titles }
    return StatusBody(
      status, context: context, layout: layout, isRevealed: isRevealed, blurringFilters: blurred, typed: reachable,
      showsTimes: showsTimes, isQuoted: true)
  }

  /// How the quoted post is typed; `nil` if it cannot be opened.
  private var reachable: String? { quote.reachableID == nil ? nil : typed }

  private var openHint: StyledText? { reachable.map { StyledText("open \($0)", .hint) } }

  /// The text in place of a quoted post that is not shown.
  private var placeholder: String? {
    switch quote.state {
    case .accepted:
      guard let status = quote.quotedStatus else {
        return quote.reachableID == nil ? "The quoted post is unavailable." : "A quoted post."
      }
      guard !isRevealed else { return nil }
      return switch status.filterVerdict(in: context, at: layout.now) {
      case .hide: "A quoted post that your filters hide."
      case .warn(let titles): "A quoted post, filtered: \(titles.map(Sanitizer.oneLine).joined(separator: ", "))."
      case .show, .blur: nil
      }
    case .pending: return "The quoted post is awaiting its author's approval."
    case .rejected, .revoked: return "The quoted post's author did not allow the quote."
    case .deleted: return "The quoted post was deleted."
    case .blockedAccount: return isRevealed ? missing : "A quoted post by an account you blocked."
    case .blockedDomain: return isRevealed ? missing : "A quoted post from a server you blocked."
    case .mutedAccount: return isRevealed ? missing : "A quoted post by an account you muted."
    case .unauthorized, .unknown: return "The quoted post is not visible to you."
    }
  }

  private var missing: String? { quote.quotedStatus == nil ? "The quoted post is unavailable." : nil }
}

extension Quote {
  /// The id of the quoted post, if it is there to be opened.
  var reachableID: Status.ID? {
    switch state {
    case .accepted, .blockedAccount, .blockedDomain, .mutedAccount: quotedStatus?.id ?? quotedStatusID
    case .pending, .rejected, .revoked, .deleted, .unauthorized, .unknown: nil
    }
  }
}
