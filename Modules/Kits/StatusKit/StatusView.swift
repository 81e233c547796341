public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import TerminalKit

/// A post as a numbered item: on the screen, for screen readers, and in JSON.
public struct StatusView {
  /// The post; of a boost, the boost.
  public var status: Status { didSet { shown = status.displayed } }
  /// The post itself; of a boost, the boosted one.
  private(set) var shown: Status
  public var number: Int?
  /// The kind of list it is in, which decides which filters apply.
  public var context: Filter.Context
  public var layout: Layout
  public var options: Options

  public struct Options: Hashable, Sendable {
    /// Whether content warnings, filters and sensitive media are opened.
    public var isRevealed: Bool
    /// Whether it was deleted; its number stays, so that the other numbers keep their meaning.
    public var isDeleted: Bool
    /// Whether the number is printed; a post printed outside the screen has none.
    public var showsNumber: Bool
    /// Whether its age is shown; a command without a clock omits it.
    public var showsAge: Bool
    public var showsHandle: Bool
    /// Whether the account it replies to is shown; a tree shows that by its branches.
    public var showsReplyTarget: Bool
    /// The post it replies to, for screen readers, since they do not see the tree.
    public var answers: Answer?
    /// Whether it replies to a post that is not in the thread, so that the tree cannot show which.
    public var answersUnseen = false
    public var isOpened = false
    /// Whether it arrived since the screen was last shown.
    public var isNew = false
    /// The accounts whose boosts the row stands for, the last first; of a single boost none.
    public var boosters: [Account] = []
    /// The accounts that its further appearances came to, in a list of several.
    public var receivers: [String] = []
    /// Whether the post was shown before, so that its beginning is enough.
    public var wasShown = false
    /// Whether an account with another handle has the same name in the list, so that a line needs the handle.
    public var sharesName = false
    /// Whether the handle is spoken; once on a screen is enough.
    public var speaksHandle = true
    /// A sign beside the number.
    public var mark: StyledText?
    public var branch: Item.Branch?
    /// The text at the end of the first line, such as the number of folded replies.
    public var note: StyledText?

    public init(
      isRevealed: Bool = false, isDeleted: Bool = false, showsNumber: Bool = true, showsAge: Bool = true,
      showsHandle: Bool = true, showsReplyTarget: Bool = true, answers: Answer? = nil, mark: StyledText? = nil,
      branch: Item.Branch? = nil, note: StyledText? = nil
    ) {
      self.isRevealed = isRevealed
      self.isDeleted = isDeleted
      self.showsNumber = showsNumber
      self.showsAge = showsAge
      self.showsHandle = showsHandle
      self.showsReplyTarget = showsReplyTarget
      self.answers = answers
      self.mark = mark
      self.branch = branch
      self.note = note
    }
  }

  public struct Answer: Hashable, Sendable {
    public var number: Int?
    public var name: String

    public init(number: Int?, name: String) {
      self.number = number
      self.name = name
    }
  }

  public init(
    _ status: Status, number: Int?, context: Filter.Context, layout: Layout, options: Options = Options()
  ) {
    self.status = status
    shown = status.displayed
    self.number = number
    self.context = context
    self.layout = layout
    self.options = options
  }

  public var item: Item {
    if options.isDeleted {
      return item(blocks: [.paragraph(StyledText("Deleted.", .secondary))], spoken: "Deleted.", data: deletedData)
    }
    if let titles = foldingFilters {
      let text = "Filtered: \(titles.map(Sanitizer.oneLine).joined(separator: ", "))"
      let block = PollView.line(StyledText(text, .warning), trailing: showHint)
      return item(blocks: [block], spoken: "\(text)." + showSentence, data: data)
    }
    let body = body
    var blocks = header
    if let note = options.note, case .paragraph(let text)? = blocks.last {
      blocks[blocks.count - 1] = .spread(text, trailing: note)
    }
    var item = item(
      blocks: blocks + body.blocks + counts, spoken: layout.needs(.spoken) ? spoken(body) : "",
      data: layout.needs(.data) ? data : .null)
    item.speech = speech
    return item
  }

  /// The post as an item of one line, in lists that are to be short: its name, the beginning of its text, its age.
  public var compactItem: Item {
    var item = item
    if options.wasShown, !options.isDeleted {
      item.spoken = layout.needs(.spoken) ? spokenAgain : ""
      item.speech = .sentences
    }
    guard layout.needs(.seen), !options.isDeleted else { return item }
    var line = StyledText(boosters.isEmpty ? "" : "⟳ ", .secondary, spoken: "")
    if options.wasShown, !boosters.isEmpty { line += boosterNames + StyledText(" boosted  ", .secondary) }
    line += .name(Self.lineName(of: shown.account), of: shown.account.acct)
    line += StyledText(options.sharesName ? " @\(Sanitizer.oneLine(shown.account.acct))  " : "  ", .secondary)
    line +=
      foldingFilters.map { StyledText("Filtered: \($0.map(Sanitizer.oneLine).joined(separator: ", "))", .warning) }
      ?? StyledText(
        ExcerptText.of(shown, limit: 200, isRevealed: options.isRevealed || layout.contentWarnings == .show))
    let notes = (options.wasShown ? ["seen"] : compactKinds) + [receivers].compactMap(\.self)
    var trailing = StyledText()
    for note in notes { trailing += StyledText("\(note) · ", .secondary) }
    trailing += StyledText(RelativeTime(status.createdAt, in: layout).short, .secondary)
    item.blocks = [.spread(line, trailing: trailing)]
    item.isOneLine = true
    return item
  }

  /// What the post has besides the text that a line shows.
  private var compactKinds: [String] {
    [
      shown.mediaAttachments.isEmpty ? nil : "media", shown.poll == nil ? nil : "poll",
      shown.quote == nil ? nil : "quote",
    ].compactMap(\.self)
  }

  /// The name of an account on such a line.
  static func lineName(of account: Account) -> String { withoutEmoji(Sanitizer.oneLine(account.shownName)) }

  /// A name without the emoji, of which terminals disagree how wide they are: a line that is one column too long is two.
  private static func withoutEmoji(_ name: String) -> String {
    let rest = name.filter { character in
      !character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0x200D }
    }
    let words = rest.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? name : words
  }

  private func item(blocks: [Block], spoken: String, data: JSONValue) -> Item {
    var item = Item(
      number: options.showsNumber ? number : nil, mark: options.mark, branch: options.branch, blocks: blocks,
      spoken: spoken,
      references: options.isDeleted ? [] : status.references, data: data)
    item.audience = status.audience
    return item
  }

  private var body: StatusBody {
    var blurred: [String] = []
    if case .blur(let titles) = status.filterVerdict(in: context, at: layout.now) { blurred = titles }
    return StatusBody(
      shown, context: context, layout: layout, isRevealed: options.isRevealed, blurringFilters: blurred,
      typed: number.map(String.init), showsTimes: options.showsAge)
  }

  /// The titles of the filters that fold it; `nil` if none does.
  ///
  /// Models omit hidden posts; one that a filter hides after an edit is folded.
  var foldingFilters: [String]? {
    guard !options.isRevealed else { return nil }
    switch status.filterVerdict(in: context, at: layout.now) {
    case .warn(let titles): return titles
    case .hide: return (status.filtered + shown.filtered).map(\.filter).filter { $0.action == .hide }.map(\.title)
    case .show, .blur: return nil
    }
  }

  private var showHint: StyledText? { number.map { StyledText("show \($0)", .hint) } }
  private var showSentence: String { number.map { " Show \($0) to read." } ?? "" }
}

extension Status {
  /// The post and its author, and those of the post that it quotes: what its number stands for, and a line's label.
  public var references: [Reference] {
    [.status(displayed.id), .account(displayed.account.id)]
      + displayed.taggedCollections.map { Reference(kind: .collection, id: $0.id.rawValue) } + quotedReferences
  }

  /// The post that it quotes, and its author.
  public var quotedReferences: [Reference] {
    (displayed.quote?.reachableID.map { [.quoted(.status($0))] } ?? [])
      + (displayed.quote?.quotedStatus.map { [.quoted(.account($0.account.id))] } ?? [])
  }
}

// MARK: - On the screen

extension StatusView {
  /// The post as an item of a document that is kept: without commands, with its date and the addresses of its parts.
  public var kept: Item {
    var item = item
    guard !options.isDeleted else { return item }
    var view = self
    view.options.showsAge = false
    var blocks = view.header
    if case .paragraph(let line)? = blocks.last {
      let date = StyledText(" · \(RelativeTime(shown.createdAt, in: layout).full)", .secondary)
      blocks[blocks.count - 1] = .paragraph(line + date)
    }
    if let titles = foldingFilters {
      let filters = titles.map(Sanitizer.oneLine).joined(separator: ", ")
      blocks.append(.paragraph(StyledText("Filtered: \(filters)", .warning)))
    } else {
      blocks +=
        StatusBody(
          shown, context: context, layout: layout, isRevealed: options.isRevealed, blurringFilters: [], typed: nil,
          showsTimes: false, showsWholeLinks: true
        ).kept
    }
    item.blocks = blocks + Block.address(shown.url ?? shown.uri)
    return item
  }

  /// The boosting account, the author and the time.
  private var header: [Block] {
    var blocks: [Block] = []
    if !boosters.isEmpty {
      var line = StyledText("⟳ ", .secondary, spoken: "") + boosterNames
      line += StyledText(
        " boosted" + (options.showsAge ? " · \(RelativeTime(status.createdAt, in: layout).short)" : ""), .secondary)
      blocks.append(.paragraph(line))
    }
    var facts: [String] = []
    if options.showsAge { facts.append(RelativeTime(shown.createdAt, in: layout).short) }
    if shown.editedAt != nil { facts.append("edited") }
    if let text = visibilityText { facts.append(text) }
    if shown.account.bot { facts.append("bot") }
    if let target = replyTarget { facts.append("to @\(target)") }
    if options.answersUnseen { facts.append(Self.unseenParent) }
    if let receivers { facts.append(receivers) }
    if options.isNew { facts.append("new") }
    var line = StyledText.name(Sanitizer.oneLine(shown.account.shownName), of: shown.account.acct)
    if options.showsHandle { line += StyledText("  @\(Sanitizer.oneLine(shown.account.acct))", .secondary) }
    if !facts.isEmpty { line += StyledText(" · " + facts.joined(separator: " · "), .secondary) }
    blocks.append(.paragraph(line))
    return blocks
  }

  /// The accounts whose boosts the row stands for.
  var boosters: [Account] {
    options.boosters.isEmpty ? (status.reblog == nil ? [] : [status.account]) : options.boosters
  }

  /// `Rook`, `Rook and Moss`, `Rook, Moss and 3 others`.
  private var boosterNames: StyledText {
    let names = boosters.prefix(2).map { account in
      StyledText.name(Sanitizer.oneLine(account.shownName), of: account.acct)
    }
    guard boosters.count > 2 else { return .joined(names, separator: " and ") }
    return .joined(names, separator: ", ") + StyledText(" and \(CountText.of(boosters.count - 2, "other"))", .secondary)
  }

  /// `↩ 3  ⟳ 12  ★ 40`: counts above zero, and what the user did as text.
  public var counts: [Block] {
    var parts: [StyledText] = []
    if shown.repliesCount > 0 { parts.append(count("↩", shown.repliesCount, isMine: false)) }
    if shown.reblogsCount > 0 || shown.reblogged {
      parts.append(count("⟳", shown.reblogsCount, isMine: shown.reblogged))
    }
    if shown.favouritesCount > 0 || shown.favourited {
      parts.append(count("★", shown.favouritesCount, isMine: shown.favourited))
    }
    if shown.quotesCount > 0 { parts.append(count("❝", shown.quotesCount, isMine: false)) }
    if shown.bookmarked { parts.append(StyledText("bookmarked", .accent)) }
    return parts.isEmpty ? [] : [.paragraph(.joined(parts, separator: "  "))]
  }

  private func count(_ sign: String, _ number: Int, isMine: Bool) -> StyledText {
    if isMine, number <= 1 { return StyledText("\(sign) you", .accent) }
    return StyledText("\(sign) \(number)", .secondary) + (isMine ? StyledText(" with you", .accent) : StyledText())
  }

  var visibilityText: String? {
    switch shown.visibility {
    case .public: nil
    case .unlisted: "unlisted"
    case .private: "followers only"
    case .direct: "direct"
    case .unknown(let word): Sanitizer.oneLine(word).replacing("_", with: " ")
    }
  }

  /// The accounts that it came to, in a list of several: `for @wren@garden.example`.
  var receivers: String? {
    let accounts = (status.id.accounts + options.receivers).droppingRepeats(of: \.self)
    return accounts.isEmpty ? nil : "for \(AccountsText.names(accounts))"
  }

  /// The text for a reply to a post that is deleted, private or hidden.
  static let unseenParent = "reply to a post that can't be seen"

  /// The handle it replies to, if that is known, is not the author, and is not at the start of the text.
  var replyTarget: String? {
    guard options.showsReplyTarget, let id = shown.inReplyToAccountID, id != shown.account.id else { return nil }
    guard let mention = shown.mentions.first(where: { $0.id == id }) else { return nil }
    return HTMLText.plainText(shown.content).hasPrefix("@\(mention.username)") ? nil : Sanitizer.oneLine(mention.acct)
  }
}
