public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension AnnualReports {
  /// The report: the year in a sentence, the months, the hashtags, and the posts that did best.
  ///
  /// As JSON it is `{screen, year, archetype, url, months, hashtags, top, items}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let contents = state.report?.contents
    var blocks: [Block] = [.paragraph(StyledText(summary(contents)))]
    if let archetype = contents?.archetype, let text = description(archetype) {
      blocks.append(.paragraph(StyledText("Type: ", .secondary) + StyledText(text)))
    }
    if let tags = contents?.topHashtags, !tags.isEmpty {
      let text = tags.map { "#\(Sanitizer.oneLine($0.name)) \($0.count)" }.joined(separator: " · ")
      let spoken =
        "Hashtags: " + tags.map { "#\(Sanitizer.oneLine($0.name)), \(times($0.count))" }.joined(separator: "; ") + "."
      let line = StyledText("Hashtags: ", .secondary) + StyledText(text)
      blocks.append(.spoken([.paragraph(line)], as: spoken))
    }
    blocks += months(contents)
    for (index, best) in state.best.enumerated() {
      let reasons = best.reasons.joined(separator: ", ")
      let heading = reasons.prefix(1).uppercased() + reasons.dropFirst()
      blocks += [.blank, .paragraph(StyledText(heading, .strong))]
      blocks.append(.item(StatusView(best.status, number: index + 1, context: .account, layout: layout).item))
    }
    if let url = state.report?.shareURL {
      blocks += [.blank, .paragraph(StyledText(url, .link, url: url))]
    }
    return Document(
      kind: "annual-report", title: Document.Title("Your year \(state.year)"), blocks: blocks,
      hint: Hint(hint(state)), data: data(state))
  }

  private static func hint(_ state: State) -> [Hint.Command] {
    (state.best.isEmpty ? [] : ["open N"]) + [.kept("annual-report read \(state.year)")]
  }

  private static func summary(_ contents: AnnualReport.Contents?) -> String {
    let months = contents?.timeSeries ?? []
    func sum(_ value: (AnnualReport.Contents.Month) -> Int) -> Int { months.reduce(0) { $0 + max(value($1), 0) } }
    let (posts, follows, followers) = (sum(\.statuses), sum(\.following), sum(\.followers))
    var parts = [posts > 0 ? "posted \(times(posts))" : "posted nothing"]
    if follows > 0 { parts.append("followed \(CountText.of(follows, "account"))") }
    if followers > 0 { parts.append("gained \(CountText.of(followers, "follower"))") }
    let last = parts.removeLast()
    return "You \(parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last)."
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// A row for each month in which something happened; heard, a sentence for each.
  private static func months(_ contents: AnnualReport.Contents?) -> [Block] {
    let months = (contents?.timeSeries ?? []).filter {
      (1...12).contains($0.month) && ($0.statuses > 0 || $0.following > 0 || $0.followers > 0)
    }
    guard !months.isEmpty else { return [] }
    let head = ["month", "posts", "follows", "followers"].map { StyledText($0, .secondary) }
    let rows = months.map { month in
      [
        StyledText(names[month.month - 1]), StyledText(String(month.statuses)), StyledText(String(month.following)),
        StyledText(String(month.followers)),
      ]
    }
    let sentences = months.map { month -> Block in
      let counts = [
        month.statuses > 0 ? CountText.of(month.statuses, "post") : "",
        month.following > 0 ? CountText.of(month.following, "new follow") : "",
        month.followers > 0 ? CountText.of(month.followers, "new follower") : "",
      ]
      return .spoken([], as: "\(names[month.month - 1]): \(Sentence.list(counts)).")
    }
    return [.blank, .spoken([.table([head] + rows)], as: "")] + sentences
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func description(_ archetype: AnnualReport.Contents.Archetype) -> String? {
    switch archetype {
    case .lurker: "reader; you posted little"
    case .booster: "booster; you boosted more than you wrote"
    case .pollster: "pollster; you asked many questions"
    case .replier: "replier; you mostly replied to others"
    case .oracle: "writer; you posted more than you replied"
    case .unknown(let word): word.isEmpty ? nil : Sanitizer.oneLine(word)
    }
  }

  private static func data(_ state: State) -> [JSONValue.Member] {
    let contents = state.report?.contents
    let top = contents?.topStatuses
    return [
      .init("year", .int(state.year)), .init("archetype", .optional(contents?.archetype?.rawValue)),
      .init("url", .optional(state.report?.shareURL)),
      .init(
        "months",
        .array(
          (contents?.timeSeries ?? []).map {
            [
              "month": .int($0.month), "posts": .int($0.statuses), "following": .int($0.following),
              "followers": .int($0.followers),
            ]
          })),
      .init(
        "hashtags",
        .array((contents?.topHashtags ?? []).map { ["name": .string($0.name), "count": .int($0.count)] })),
      .init(
        "top",
        [
          "boosts": .optional(top?.byReblogs?.rawValue), "favourites": .optional(top?.byFavourites?.rawValue),
          "replies": .optional(top?.byReplies?.rawValue),
        ]),
    ]
  }

  /// The sentence about a year whose report was asked about or for.
  static func toast(_ state: State, isAsked: Bool) -> Toast {
    let data = [JSONValue.Member("year", .int(state.year)), .init("state", .string(state.standing.rawValue))]
    let (text, hint): (String, Hint?) =
      switch state.standing {
      case .available: ("The annual report for \(state.year) is available.", "annual-report \(state.year)")
      case .generating:
        (
          "The server is generating the annual report for \(state.year); it takes a few minutes.",
          "annual-report \(state.year)"
        )
      case .eligible:
        ("The annual report for \(state.year) has not been generated yet.", "annual-report generate \(state.year)")
      case .ineligible, .unknown: ("You get no annual report for \(state.year).", nil)
      }
    let isDone = isAsked && (state.standing == .available || state.standing == .generating)
    return Toast(isDone ? .success : .information, StyledText(text), hint: hint, data: data)
  }
}
