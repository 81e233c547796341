public import FeatureKit
public import MastodonKit
public import TerminalKit

/// A poll: a line of facts, then a line for each option, with a bar where the results are known.
public struct PollView {
  public var poll: Poll
  public var layout: Layout
  /// How the post is typed after `vote`: `3`, `3q`; `nil` if voting is not offered.
  public var typed: String?
  public var showsEnd: Bool

  public init(_ poll: Poll, layout: Layout, typed: String? = nil, showsEnd: Bool = true) {
    self.poll = poll
    self.layout = layout
    self.typed = typed
    self.showsEnd = showsEnd
  }

  public var hasEnded: Bool { poll.expired || poll.expiresAt.map { $0 <= layout.now } ?? false }

  /// Whether the user can vote now.
  public var isOpen: Bool { !poll.voted && !(showsEnd ? hasEnded : poll.expired) }

  public var blocks: [Block] {
    let trailing = isOpen ? typed.map { StyledText("vote \($0)", .hint) } : nil
    let facts = StyledText("poll · " + facts().joined(separator: " · "), .secondary)
    return [Self.line(facts, trailing: trailing), .table(rows)]
  }

  /// The poll as a sentence for screen readers.
  ///
  /// `Poll: 1, yes, 62 percent; 2, no, 38 percent; 113 votes, ends in 5 hours`
  public var spoken: String {
    let options = poll.options.indices.map { index in
      var text = "\(index + 1), \(Sanitizer.oneLine(poll.options[index].title))"
      if let percent = percent(index) { text += ", \(percent) percent" }
      return isMine(index) ? text + ", your choice" : text
    }
    return "Poll: " + (options + [facts(isSpoken: true).joined(separator: ", ")]).joined(separator: "; ")
  }

  /// `114 votes · ends in 5 h`.
  var summary: StyledText { StyledText(facts().joined(separator: " · "), .secondary) }

  /// The options as rows: number, share, bar, title; without shares where no results are known.
  public var rows: [[StyledText]] {
    let hasResults = poll.options.indices.contains { percent($0) != nil }
    return poll.options.indices.map { index in
      let share = hasResults ? [share(index), bar(index)] : []
      return [StyledText("\(index + 1)", .number)] + share + [title(index)]
    }
  }

  private func share(_ index: Int) -> StyledText {
    guard let percent = percent(index) else { return "" }
    return StyledText("\(percent) %", .secondary, spoken: "\(percent) percent")
  }

  /// Ten columns for all votes.
  private func bar(_ index: Int) -> StyledText {
    StyledText(CountText.bar(percent(index) ?? 0, of: 100, columns: 10), .accent, spoken: "")
  }

  private func title(_ index: Int) -> StyledText {
    let title = StyledText(Sanitizer.oneLine(poll.options[index].title))
    return isMine(index) ? title + StyledText(" ✓", .accent, spoken: ", your choice") : title
  }

  private func isMine(_ index: Int) -> Bool { poll.ownVotes.contains(index) }

  private func percent(_ index: Int) -> Int? {
    poll.share(of: index).map { Int((min(max($0, 0), 1) * 100).rounded()) }
  }

  private func facts(isSpoken: Bool = false) -> [String] {
    var facts = [votes]
    if poll.multiple, isOpen { facts.append("choose any") }
    guard showsEnd else { return facts }
    if hasEnded {
      facts.append("ended")
    } else if let end = poll.expiresAt, let left = RelativeTime(end, in: layout).remaining {
      facts.append("ends in \(isSpoken ? left.spoken : left.short)")
    }
    return facts
  }

  private var votes: String {
    if poll.multiple, let voters = poll.votersCount { return CountText.of(voters, "voter") }
    let areResultsHidden = poll.options.allSatisfy { $0.votesCount == nil }
    if poll.votesCount == 0, areResultsHidden { return "results hidden" }
    return poll.votesCount == 0 ? "no votes yet" : CountText.of(poll.votesCount, "vote")
  }

  /// A line with a hint at its right edge, if there is one.
  static func line(_ text: StyledText, trailing: StyledText?) -> Block {
    trailing.map { .spread(text, trailing: $0) } ?? .paragraph(text)
  }

  /// The poll in JSON: `id`, `options[{title, votes}]`, `votes`, `voters`, `multiple`, `ends_at`, `ended`, `voted`, `own_votes`.
  public var data: JSONValue {
    [
      "id": .string(poll.id.rawValue),
      "options": .array(
        poll.options.map { ["title": .string($0.title), "votes": .optional($0.votesCount)] }),
      "votes": .int(poll.votesCount), "voters": .optional(poll.votersCount), "multiple": .bool(poll.multiple),
      "ends_at": .optional(poll.expiresAt.map(MastodonDate.format)), "ended": .bool(showsEnd ? hasEnded : poll.expired),
      "voted": .bool(poll.voted),
      // Counted from 1, as `vote` takes them.
      "own_votes": .array(poll.ownVotes.map { .int($0 + 1) }),
    ]
  }
}
