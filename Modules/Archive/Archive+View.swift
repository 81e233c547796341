public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension Archive {
  public struct State: Equatable, Sendable {
    public var facts: ArchiveFacts
    public var isOn: Bool = true
    /// The limit as it is set: `500MB`, `forever`.
    public var limit: String = "500MB"
  }

  /// The archive: its size, its span, its counts, and its growth by month.
  ///
  /// As JSON it is `{screen, on, limit, bytes, posts, private, accounts, lists, responses, oldest, newest, months}`; each of
  /// `months` is `{month, posts}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let facts = state.facts
    var blocks: [Block] = []
    if !state.isOn {
      blocks = [.paragraph("Nothing that you read is kept on this machine.")]
    } else if facts.posts == 0 {
      blocks = [.paragraph("Nothing is kept yet. What you read will be.")]
    } else {
      let privacy = facts.privatePosts == 0 ? "" : ", \(facts.privatePosts) of them not public"
      blocks.append(.paragraph(StyledText(CountText.of(facts.posts, "post") + privacy)))
      if let oldest = facts.oldest, let newest = facts.newest {
        let (first, last) = (RelativeTime(oldest, in: layout), RelativeTime(newest, in: layout))
        blocks.append(
          .spoken(
            [.paragraph(StyledText("oldest \(first.short) · newest \(last.short)", .secondary))],
            as: "The oldest was posted \(first.spoken), the newest \(last.spoken)."))
      }
      blocks.append(
        .paragraph(
          StyledText(
            "\(CountText.of(facts.accounts, "account")) · \(CountText.of(facts.lists, "timeline")) · \(size(facts.bytes))",
            .secondary)))
      blocks += [.blank, .spoken([.table(facts.months.suffix(24).map { row($0, facts) })], as: spoken(facts))]
    }
    return Document(
      kind: "archive",
      title: Document.Title(
        "Archive", note: state.isOn ? state.limit == "forever" ? "no limit" : "up to \(state.limit)" : "off"),
      blocks: blocks, hint: hint(state),
      data: [
        .init("on", .bool(state.isOn)), .init("limit", .string(state.limit)), .init("bytes", .int(facts.bytes)),
        .init("posts", .int(facts.posts)), .init("private", .int(facts.privatePosts)),
        .init("accounts", .int(facts.accounts)), .init("lists", .int(facts.lists)),
        .init("responses", .int(facts.responses)),
        .init("oldest", facts.oldest.map { .string(MastodonDate.format($0)) } ?? .null),
        .init("newest", facts.newest.map { .string(MastodonDate.format($0)) } ?? .null),
        .init("months", .array(facts.months.map { ["month": .string($0.name), "posts": .int($0.posts)] })),
      ])
  }

  private static func hint(_ state: State) -> Hint {
    !state.isOn
      ? Hint(["set archive 500MB"])
      : Hint(state.facts.posts == 0 ? ["set archive off"] : ["find WORDS", "archive clear", "set archive off"])
  }

  private static func row(_ month: ArchiveFacts.Month, _ facts: ArchiveFacts) -> [StyledText] {
    let most = facts.months.map(\.posts).max() ?? 1
    return [
      StyledText(month.name, .secondary), StyledText(String(month.posts)),
      StyledText(CountText.bar(month.posts, of: most, columns: 20), .secondary),
    ]
  }

  private static func spoken(_ facts: ArchiveFacts) -> String {
    "Read by month: " + facts.months.suffix(24).map { "\($0.name) \($0.posts)" }.joined(separator: ", ") + "."
  }

  /// `340 KB`, `12.5 MB`.
  static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\((bytes + 1023) / 1024) KB" : "\(bytes >> 20).\((bytes & 0xFFFFF) * 10 >> 20) MB"
  }
}

extension Archive.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let off = Archive.State(facts: ArchiveFacts(), isOn: false, limit: "off")
    public let empty = Archive.State(facts: ArchiveFacts())
    /// Half a year of reading.
    public let months: Archive.State
    public let unlimited: Archive.State

    init() {
      var facts = ArchiveFacts()
      (facts.posts, facts.privatePosts, facts.accounts, facts.lists) = (48_211, 312, 5_190, 37)
      facts.bytes = 61_900_000
      (facts.oldest, facts.newest) = (.fixture(minutesAgo: 60 * 24 * 190), .fixture(minutesAgo: 4))
      facts.months = [
        ("2026-06", 9_120), ("2026-07", 11_003), ("2026-08", 402), ("2026-09", 8_950), ("2026-10", 10_611),
        ("2026-11", 8_125),
      ].map { ArchiveFacts.Month($0.0, posts: $0.1) }
      months = Archive.State(facts: facts)
      unlimited = Archive.State(facts: facts, limit: "forever")
    }
  }
}
