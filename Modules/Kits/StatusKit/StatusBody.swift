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
  /// The post's number, for the hints at the right edge; `nil` in a quote.
  let number: Int?
  private let showsTimes: Bool
  /// Quotes are shown one level deep.
  private let isQuoted: Bool
  /// The parsed text, for the screen and for screen readers.
  let text: [Block]

  init(
    _ status: Status, context: Filter.Context, layout: Layout, isRevealed: Bool, blurringFilters: [String],
    number: Int?, showsTimes: Bool, isQuoted: Bool = false
  ) {
    self.status = status
    self.context = context
    self.layout = layout
    self.isRevealed = isRevealed
    self.blurringFilters = blurringFilters
    self.number = number
    self.showsTimes = showsTimes
    self.isQuoted = isQuoted
    text = HTMLText.parse(status.content, options: HTMLText.Options(dropsInlineQuote: status.quote != nil))
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
      blocks.append(PollView.line(line, trailing: isFolded ? number.map { StyledText("show \($0)", .hint) } : nil))
      if isFolded { return blocks }
    }
    blocks += text
    blocks += media.blocks
    if let poll = pollView { blocks += poll.blocks }
    if let quote = quoteView { blocks += quote.blocks }
    if let card = cardLine { blocks.append(.paragraph(card)) }
    return blocks
  }

  var media: MediaView {
    MediaView(status.mediaAttachments, expansion: mediaExpansion, number: number)
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
    status.poll.map { PollView($0, layout: layout, number: number, showsEnd: showsTimes) }
  }

  var quoteView: QuoteView? {
    status.quote.map {
      QuoteView(
        quote: $0, context: context, layout: layout, isRevealed: isRevealed, showsTimes: showsTimes, isNested: isQuoted)
    }
  }

  /// `link: TITLE · host`; `nil` if a quote already shows the target.
  var cardLine: StyledText? {
    guard let card = status.card, status.quote == nil else { return nil }
    let line = StyledText("link: ", .secondary) + StyledText(Self.title(of: card), .link, url: card.url)
    let host = Self.host(of: card.url)
    return host.isEmpty ? line : line + StyledText(" · \(host)", .secondary)
  }

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

/// A quoted post, one level deep, or the reason why it is not shown.
struct QuoteView {
  var quote: Quote
  var context: Filter.Context
  var layout: Layout
  var isRevealed: Bool
  var showsTimes: Bool
  /// Whether the quote is itself in a quote.
  var isNested: Bool

  var blocks: [Block] {
    guard !isNested else { return [.paragraph(StyledText("quotes another post", .secondary))] }
    if let placeholder { return [.quote([.paragraph(StyledText(placeholder, .secondary))])] }
    guard let status = quote.quotedStatus else { return [] }
    var header = StyledText.name(SpokenText.oneLine(status.account.shownName), of: status.account.acct)
    header += StyledText("  @\(SpokenText.oneLine(status.account.acct))", .secondary)
    if showsTimes { header += StyledText(" · \(RelativeTime(status.createdAt, in: layout).short)", .secondary) }
    return [.quote([.paragraph(header)] + body(of: status).blocks)]
  }

  var spoken: String {
    if isNested { return "Quotes another post." }
    if let placeholder { return placeholder }
    guard let status = quote.quotedStatus else { return "" }
    return "Quoting \(SpokenText.name(status.account)): \(body(of: status).spoken)"
  }

  private func body(of status: Status) -> StatusBody {
    var blurred: [String] = []
    if case .blur(let titles) = status.filterVerdict(in: context, at: layout.now) { blurred = titles }
    return StatusBody(
      status, context: context, layout: layout, isRevealed: isRevealed, blurringFilters: blurred, number: nil,
      showsTimes: showsTimes, isQuoted: true)
  }

  /// The text in place of a quoted post that is not shown.
  private var placeholder: String? {
    switch quote.state {
    case .accepted:
      guard let status = quote.quotedStatus else { return "The quoted post is unavailable." }
      guard !isRevealed else { return nil }
      return switch status.filterVerdict(in: context, at: layout.now) {
      case .hide: "A quoted post that your filters hide."
      case .warn(let titles): "A quoted post, filtered: \(titles.map(SpokenText.oneLine).joined(separator: ", "))."
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
