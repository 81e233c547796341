import FoundationEssentials
public import MastodonKit
public import TerminalKit

/// A hashtag as a row of a list: its name, how much it was used in the last week, whether the user follows it.
public struct TagView {
  public var tag: Tag

  public init(_ tag: Tag) { self.tag = tag }

  public func item(number: Int?) -> Item {
    let name = "#" + ExcerptText.cut(tag.name, to: 80)
    let usage = UsageText(tag.history)
    var marks: [String] = []
    if tag.following == true { marks.append("you follow it") }
    if tag.featuring == true { marks.append("on your profile") }
    let title = StyledText(name, .hashtag)
    var blocks: [Block] = [
      usage.line.values.isEmpty ? .paragraph(title) : .spread(title, trailing: usage.line.text(by: "day"))
    ]
    let details = usage.words + marks
    if !details.isEmpty { blocks.append(.paragraph(StyledText(details.joined(separator: " · "), .secondary))) }
    return Item(
      number: number, blocks: blocks,
      spoken: Sentence.closed(
        Sentence.joined([name, SpokenText.capitalized(Sentence.list(details)), usage.spokenLine])),
      references: [.tag(tag.name)], data: data)
  }

  /// The hashtag in JSON: `{name, url, following, featuring, history: [{day, uses, accounts}]}`, the newest day first; `following`
  /// and `featuring` are null where the server does not say.
  public var data: JSONValue {
    [
      "name": .string(tag.name), "url": .optional(tag.url),
      "following": tag.following.map(JSONValue.bool) ?? .null,
      "featuring": tag.featuring.map(JSONValue.bool) ?? .null, "history": UsageText(tag.history).data,
    ]
  }
}

/// The daily uses of a hashtag or a link.
public struct UsageText {
  private let history: [Tag.Usage]

  /// Creates the text of a history, whose newest day is the first.
  public init(_ history: [Tag.Usage]) { self.history = Array(history.prefix(7)) }

  /// The uses of each day, the oldest first.
  public var line: Sparkline { Sparkline(history.reversed().map(\.uses)) }

  /// `12 people in 2 days`, `31 posts in 7 days`; empty if the server tells nothing.
  public var words: [String] {
    guard !history.isEmpty else { return [] }
    let people = history.prefix(2).reduce(0) { $0 + $1.accounts }
    let posts = history.reduce(0) { $0 + $1.uses }
    return [
      "\(CountText.of(people, "person", "people")) in \(CountText.of(min(history.count, 2), "day"))",
      "\(CountText.of(posts, "post")) in \(CountText.of(history.count, "day"))",
    ]
  }

  /// The numbers of the line as a sentence: `Posts by day 0, 2, 5`.
  public var spokenLine: String { line.values.isEmpty ? "" : "Posts \(line.spoken(by: "day"))" }

  /// The days in JSON, the newest first: `[{day, uses, accounts}]`.
  public var data: JSONValue {
    .array(
      history.map {
        [
          "day": .string(String(MastodonDate.format($0.day).prefix(10))), "uses": .int($0.uses),
          "accounts": .int($0.accounts),
        ]
      })
  }
}

extension Reference {
  /// Names a hashtag, without `#`.
  public static func tag(_ name: String) -> Reference { Reference(kind: .tag, id: name) }
}

/// A model of a screen that shows hashtags, which may be followed elsewhere.
@MainActor
public protocol TagContainer: AnyObject {
  func replace(_ tag: Tag)
}
