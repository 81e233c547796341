import FeatureKit
import MastodonKit
import TerminalKit

/// The parts of a post that can be spoken, as the variables of the setting `spoken-post`.
public enum SpokenPart: String, CaseIterable, Sendable {
  case number
  case name
  /// The author's handle, `@pool@shore.example`.
  case handle
  /// The post's role in its thread: `new`, `opened post`, `reply to 5, Wren Alder`.
  case thread
  case warning
  /// The text; of a folded post, how to read it.
  case text
  case media
  case poll
  case quote
  /// The number of links and the title of the linked page.
  case links
  /// When it was posted, and whether it was edited.
  case time
  /// Who can see it, unless that is everybody.
  case visibility
  case boostedBy = "boosted_by"
  /// The numbers of replies, boosts and favourites.
  case counts
  /// The user's marks: boosted, favourited, bookmarked.
  case marks
}

extension StatusView {
  /// The spoken form of the post: author, text, time, account, boosted by, counts, or the user's template.
  func spoken(_ body: StatusBody) -> String {
    guard let template = layout.spokenPost else { return Sentence.closed(standardSpeech(body)) }
    let variables = template.variables
    return Sentence.closed(
      template.filled { name in
        guard let part = SpokenPart(rawValue: name) else { return "" }
        guard part == .text else { return spoken(part, body) }
        return templateText(body, besides: variables)
      })
  }

  /// The item's form for a screen reader.
  var speech: Item.Speech {
    layout.spokenPost?.variables.contains(SpokenPart.number.rawValue) == true && options.showsNumber
      ? .numbered : .sentences
  }

  /// The sentence for a post that was shown before.
  var spokenAgain: String {
    let who = boosters.isEmpty ? "A" : "\(spokenBoosters) boosted a"
    let text = ExcerptText.of(shown, isRevealed: layout.contentWarnings == .show)
    let post = "post that was shown before, by \(SpokenText.name(shown.account))"
    return "\(who) \(post): \(ExcerptText.spoken(text, of: shown))"
  }

  private var spokenBoosters: String {
    let names = boosters.prefix(2).map(SpokenText.name)
    guard boosters.count > 2 else { return names.joined(separator: " and ") }
    return names.joined(separator: ", ") + " and \(CountText.of(boosters.count - 2, "other"))"
  }

  private func standardSpeech(_ body: StatusBody) -> String {
    let thread = spoken(.thread, body)
    let author = spoken(.name, body) + (thread.isEmpty ? "" : ", \(thread)")
    let parts: [SpokenPart] = [.warning, .text, .media, .poll, .quote, .links]
    var sentences = ["\(author): " + Sentence.joined(parts.map { spoken($0, body) })]
    let time = [spoken(.time, body), spoken(.visibility, body)].filter { !$0.isEmpty }
    sentences.append(time.joined(separator: ", "))
    if options.showsHandle, options.speaksHandle { sentences.append(spoken(.handle, body)) }
    if let receivers { sentences.append(receivers) }
    if shown.account.bot { sentences.append("bot") }
    if let target = replyTarget { sentences.append("In reply to \(SpokenText.handle(target))") }
    sentences += [spoken(.boostedBy, body), spoken(.counts, body), spoken(.marks, body)]
    if let note = options.note { sentences.append(note.spoken) }
    return Sentence.joined(sentences.map(SpokenText.capitalized))
  }

  /// The text in a template; what would otherwise be lost is said with it: a warning, or media in place of a text.
  private func templateText(_ body: StatusBody, besides variables: Set<String>) -> String {
    var parts: [String] = []
    if !variables.contains(SpokenPart.warning.rawValue) { parts.append(spoken(.warning, body)) }
    let text = spoken(.text, body)
    parts.append(text)
    if text.isEmpty {
      parts += [SpokenPart.media, .poll].filter { !variables.contains($0.rawValue) }.map { spoken($0, body) }
    }
    return Sentence.joined(parts)
  }

  private func spoken(_ part: SpokenPart, _ body: StatusBody) -> String {
    switch part {
    case .number: return options.showsNumber ? number.map(String.init) ?? "" : ""
    case .name: return SpokenText.name(shown.account)
    case .handle: return SpokenText.handle(shown.account.acct)
    case .thread:
      let parent =
        options.answersUnseen
        ? "in \(Self.unseenParent)"
        : options.answers.map { answer in
          "in reply to " + Sentence.list([answer.number.map(String.init) ?? "", Sanitizer.oneLine(answer.name)])
        }
      let facts = [options.isNew ? "new" : nil, options.isOpened ? "opened post" : nil, parent]
      return facts.compactMap(\.self).joined(separator: ", ")
    case .warning, .text, .media, .poll, .quote, .links: return body.spoken(part)
    case .time:
      guard options.showsAge else { return shown.editedAt == nil ? "" : "edited" }
      return RelativeTime(shown.createdAt, in: layout).spoken + (shown.editedAt == nil ? "" : ", edited")
    case .visibility: return visibilityText ?? ""
    case .boostedBy: return boosters.isEmpty ? "" : "Boosted by \(spokenBoosters)"
    case .counts:
      var counts: [String] = []
      if shown.repliesCount > 0 { counts.append(CountText.of(shown.repliesCount, "reply", "replies")) }
      if shown.reblogsCount > 0 { counts.append(CountText.of(shown.reblogsCount, "boost")) }
      if shown.favouritesCount > 0 { counts.append(CountText.of(shown.favouritesCount, "favourite")) }
      if shown.quotesCount > 0 { counts.append(CountText.of(shown.quotesCount, "quote")) }
      return counts.joined(separator: ", ")
    case .marks:
      let marks = [
        shown.reblogged ? "boosted" : nil, shown.favourited ? "favourited" : nil,
        shown.bookmarked ? "bookmarked" : nil,
      ].compactMap(\.self)
      return marks.isEmpty ? "" : "You \(marks.joined(separator: ", ")) it"
    }
  }
}

extension StatusBody {
  /// A part of the body in words; of a folded post, only the warning and how to read it.
  func spoken(_ part: SpokenPart) -> String {
    if part == .warning {
      return warning.isEmpty ? "" : "content warning, \(SpokenText.namingEmoji(status.emojis, in: warning))"
    }
    if isFolded {
      guard part == .text else { return "" }
      let rest = foldedParts.isEmpty ? "" : "Behind it: \(foldedParts.joined(separator: ", "))"
      return Sentence.joined([rest, typed.map { "Show \($0) to read" } ?? ""])
    }
    let text: String =
      switch part {
      case .text: SpokenText.prose(self.text)
      case .media: media.spoken
      case .poll: pollView?.spoken ?? ""
      case .quote: quoteView?.spoken ?? ""
      case .links:
        Sentence.joined([linkCount, spokenCard] + shownCollections.map { "Collection: \($0)" })
      default: ""
      }
    // Emoji first: the colon of a code is not punctuation.
    return SpokenText.namingEmoji(status.emojis, in: text)
  }

  /// `2 links`; a single one is spoken where it stands, or by the title of its page.
  private var linkCount: String {
    let count = PostLinks.addresses(in: text, of: status).count
    return count < 2 || typed == nil ? "" : CountText.of(count, "link")
  }

  private var spokenCard: String {
    guard let card = shownCard else { return "" }
    let image = Sanitizer.oneLine(card.imageDescription)
    return Sentence.joined(
      ["Link: \(Self.title(of: card))", SpokenText.capitalized(Sentence.list(facts(of: card))), description(of: card)]
        + (isQuoted || image.isEmpty ? [] : ["Its image: \(ExcerptText.cut(image, to: 300))"])
        + (card.missingAttribution ? [Self.missingAttribution] : []))
  }

  var spoken: String {
    let parts: [SpokenPart] = [.warning, .text, .media, .poll, .quote, .links]
    return Sentence.joined(parts.map(spoken))
  }
}
