import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// The user's own posts by week.
extension OwnPosts {
  struct Statistics: Hashable, Sendable {
    /// Counts of a week's posts, and of what others did with them.
    struct Week: Hashable, Sendable {
      /// The weeks since the one that 1970 began in, by the local clock.
      let number: Int
      var posts = 0
      var replies = 0
      var boosts = 0
      var favourites = 0
      var boosted = 0
      var answers = 0

      /// The posts and the replies.
      var written: Int { posts + replies }

      /// The Monday that it begins with: `2026-11-02`.
      var name: String { MastodonDate.formatDay(Date(timeIntervalSince1970: Double((number * 7 - 3) * 86_400))) }
    }

    var since: Date
    /// The oldest first, also those without posts.
    private(set) var weeks: [Week]
    /// Whether all posts of the time were read.
    var isWhole = true
    /// Whether they are those that are kept on this machine.
    var isKept = false
    private let zone: Int

    /// Creates statistics without posts.
    ///
    /// - Parameter zone: The seconds east of UTC.
    init(since: Date, until now: Date, zone: Int) {
      self.since = since
      self.zone = zone
      let last = Self.week(of: now, zone)
      weeks = (min(Self.week(of: since, zone), last)...last).map { Week(number: $0) }
    }

    private static func week(of date: Date, _ zone: Int) -> Int {
      (Int(date.timeIntervalSince1970) + zone + 3 * 86_400) / (7 * 86_400)
    }

    /// Counts a post; one of another time is left out.
    mutating func add(_ status: Status) {
      guard status.createdAt >= since, let first = weeks.first?.number else { return }
      let index = Self.week(of: status.createdAt, zone) - first
      guard weeks.indices.contains(index) else { return }
      guard status.reblog == nil else { return weeks[index].boosts += 1 }
      if status.inReplyToID == nil { weeks[index].posts += 1 } else { weeks[index].replies += 1 }
      weeks[index].favourites += status.favouritesCount
      weeks[index].boosted += status.reblogsCount
      weeks[index].answers += status.repliesCount
    }

    func sum(_ value: KeyPath<Week, Int>) -> Int { weeks.reduce(0) { $0 + $1[keyPath: value] } }
  }

  /// The pages that are read at most; the server is asked for each.
  static let pageLimit = 50

  @MainActor
  static func statisticsVerb(_ action: Action) -> Verb {
    Verb(
      "stats", .option("since", "DATE"), Parameter<Layout>(group: []) { $0.context.layout() }, .progressLine,
      help: "Show how much you post by week, and what others do with it",
      discussion: """
        Counts your posts, replies and boosts of the last 12 weeks, or --since a date such as 2026-01-01 or 26w, and the favourites, \
        boosts and replies that they have got. At most \(pageLimit * 40) posts are read. Without a network, and with --cached in a shell, the posts that \
        are kept on this machine are counted, without boosts.
        """
    ) { since, layout, progress in
      var start = layout.now.addingTimeInterval(-12 * 7 * 86_400)
      if let since {
        guard let date = WhenText.past(since, now: layout.now, zone: layout.zone) else {
          throw AppError.usage("--since cannot be “\(Sanitizer.clean(since))”.", suggestion: WhenText.examples)
        }
        guard date <= layout.now else {
          throw AppError.usage("--since \(Sanitizer.clean(since)) is in the future.", suggestion: WhenText.examples)
        }
        start = date
      }
      let found = try await statistics(
        Statistics(since: start, until: layout.now, zone: layout.zone.offset(at: layout.now)), action, progress)
      return .view { view(found, layout: $0) }
    }.reading
  }

  /// Reads the own posts, the newest first.
  ///
  /// - Throws: ``PartialFailure`` if it is stopped after some pages.
  @MainActor
  private static func statistics(
    _ empty: Statistics, _ action: Action, _ progress: ProgressLine
  ) async throws -> Statistics {
    var (found, count, request) = (empty, 0, PageRequest(.newest, limit: 40))
    var read = action.posts
    for _ in 0..<pageLimit {
      let page: Page<Status>
      do {
        do { page = try await read(request) } catch {
          guard count == 0, !found.isKept, let kept = await action.kept(error) else { throw error }
          (read, found.isKept) = (kept, true)
          page = try await read(request)
        }
      } catch {
        guard count > 0 else { throw error }
        found.isWhole = false
        throw PartialFailure(done: .view { [found] in view(found, layout: $0) }, error: error)
      }
      for status in page.elements { found.add(status) }
      count += page.elements.count
      progress.show("\(CountText.of(count, "post"))\(progress.pace(count, nil))")
      guard let older = page.older, page.elements.last.map({ $0.createdAt >= found.since }) ?? true else {
        return found
      }
      request.position = .older(than: older)
    }
    found.isWhole = false
    return found
  }

  /// The counts as text, with a row for each week and bars for its posts, favourites and replies.
  ///
  /// As JSON it is `{screen, since, whole, posts, replies, boosts, received, weeks}`; `received` is `{favourites, boosts,
  /// replies}`, and each of `weeks` has the same and its Monday as `week`.
  static func view(_ found: Statistics, layout: Layout) -> Document {
    let (posts, replies, boosts) = (found.sum(\.posts), found.sum(\.replies), found.sum(\.boosts))
    let received = [
      CountText.of(found.sum(\.favourites), "favourite"), CountText.of(found.sum(\.boosted), "boost"),
      CountText.of(found.sum(\.answers), "reply", "replies"),
    ]
    var blocks: [Block] = [
      .paragraph(
        StyledText(
          "\(CountText.of(posts, "post")), \(CountText.of(replies, "reply", "replies")), \(CountText.of(boosts, "boost"))"
        )),
      .paragraph(StyledText("They got \(Sentence.list(received)).", .secondary)), .blank,
    ]
    let weeks = found.weeks.suffix(26)
    // Each has a scale of its own, since favourites are many and replies few.
    let values: [(sign: String, value: KeyPath<Statistics.Week, Int>)] = [
      ("", \.written), ("★ ", \.favourites), ("↩ ", \.answers),
    ]
    let plots = values.map { sign, value in
      let most = weeks.reduce(0) { max($0, $1[keyPath: value]) }
      return (sign: sign, value: value, most: most, digits: "\(sign)\(most)".count)
    }
    // Beside the dates and the gaps of the table, which a narrow one has smaller, as the margin.
    let room = layout.width - plots.reduce(layout.width < 50 ? 16 : 30) { $0 + $1.digits }
    let rows = weeks.map { week in
      [StyledText(week.name, .secondary)]
        + plots.flatMap { plot in
          let count = week[keyPath: plot.value]
          let bar = CountText.bar(count, of: plot.most, columns: min(max(room / plots.count, 2), 10))
          return [StyledText("\(plot.sign)\(count)"), StyledText(bar, .secondary)]
        }
    }
    // A week without posts is not worth a breath.
    let spoken = weeks.filter { $0.written > 0 }.map { week in
      let own = [
        week.posts > 0 ? CountText.of(week.posts, "post") : nil,
        week.replies > 0 ? CountText.of(week.replies, "reply", "replies") : nil,
      ]
      return "the week of \(week.name), \(Sentence.list(own.compactMap(\.self))), which got "
        + "\(CountText.of(week.favourites, "favourite")) and \(CountText.of(week.answers, "reply", "replies"))"
    }
    blocks.append(
      .spoken(
        [.table(rows)],
        as: spoken.isEmpty ? "No posts in any week." : "By week: \(spoken.joined(separator: "; "))."))
    if weeks.count < found.weeks.count {
      let text = "These are the last \(weeks.count) of \(found.weeks.count) weeks; --json has all."
      blocks += [.blank, .paragraph(StyledText(text, .secondary))]
    }
    if !found.isWhole {
      blocks += [.blank, .paragraph(StyledText("Older posts of that time were not read.", .warning))]
    }
    if found.isKept {
      let text = "These are your posts that are kept on this machine, without boosts."
      blocks += [.blank, .paragraph(StyledText(text, .secondary))]
    }
    let start = RelativeTime(found.since, in: layout)
    let isDay = start.clock == "00:00" || found.weeks.count > 2
    let since = isDay ? MastodonDate.formatDay(found.since) : start.absolute
    return Document(
      kind: "stats", title: Document.Title("Your posts since \(since)"), blocks: blocks,
      hint: Hint(["profile @me", "stats --since 26w"]),
      data: [
        .init("since", .string(MastodonDate.format(found.since))),
        .init("whole", .bool(found.isWhole && !found.isKept)),
      ]
        + counts(posts, replies, boosts, (found.sum(\.favourites), found.sum(\.boosted), found.sum(\.answers)))
        + [
          .init(
            "weeks",
            .array(
              found.weeks.map { week in
                .object(
                  [.init("week", .string(week.name))]
                    + counts(week.posts, week.replies, week.boosts, (week.favourites, week.boosted, week.answers)))
              }))
        ])
  }

  private static func counts(
    _ posts: Int, _ replies: Int, _ boosts: Int, _ received: (favourites: Int, boosts: Int, replies: Int)
  ) -> [JSONValue.Member] {
    [
      .init("posts", .int(posts)), .init("replies", .int(replies)), .init("boosts", .int(boosts)),
      .init(
        "received",
        [
          "favourites": .int(received.favourites), "boosts": .int(received.boosts), "replies": .int(received.replies),
        ]),
    ]
  }

  final class StatisticsFixtures: Sendable {
    /// A few weeks, one without posts.
    let weeks = StatisticsFixtures.counted([
      (2, Status.fixtures.plain), (3, .fixtures.marked), (9, .fixtures.boost), (23, .fixtures.long),
    ])
    let none = StatisticsFixtures.counted([])
    /// Numbers of many digits.
    let busy = StatisticsFixtures.counted(
      (0..<120).map { number in
        var status = Status.fixtures.plain
        (status.favouritesCount, status.repliesCount) = (number * 100, number)
        return (number % 29, status)
      })
    /// What is kept, without a network.
    let kept: Statistics = {
      var found = StatisticsFixtures.counted([(2, Status.fixtures.plain)])
      found.isKept = true
      return found
    }()
    /// More posts than are read.
    let partial: Statistics = {
      var found = StatisticsFixtures.counted([(1, Status.fixtures.marked)])
      found.isWhole = false
      return found
    }()

    private static func counted(_ posts: [(days: Int, status: Status)]) -> Statistics {
      var found = Statistics(since: .fixture(daysAgo: 28), until: .fixtureNow, zone: 0)
      for (days, status) in posts {
        var status = status
        status.createdAt = .fixture(daysAgo: days)
        found.add(status)
      }
      return found
    }
  }
}
