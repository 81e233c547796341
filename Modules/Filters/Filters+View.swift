public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Filters {
  static let id = "filters"
  static let title = "Filters"

  /// How filters are called and shown.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, action, contexts, keywords: [{keyword, whole_word}],
  /// statuses, expires_at}`, where `statuses` counts single posts and `expires_at` is null for one that stays.
  public static let face = State.Face(
    id: id, title: title, noun: "filter",
    emptyWords: "You have no filters. A filter folds or hides posts with certain words.", opening: nil, name: \.title,
    details: details, data: data)

  /// The screen's face.
  public static func view(_ state: State, layout: Layout) -> Document { state.document(face, layout: layout) }

  @Sendable private static func details(_ filter: Filter, _ layout: Layout) -> [String] {
    let words = filter.keywords.prefix(6).map { Keyword($0).typed }
    var said = words.joined(separator: ", ")
    if filter.keywords.count > words.count { said += " and \(filter.keywords.count - words.count) more" }
    if !filter.statuses.isEmpty {
      said += (said.isEmpty ? "" : ", and ") + CountText.of(filter.statuses.count, "single post")
    }
    let places = filter.contexts.map(\.rawValue).joined(separator: ", ")
    let end =
      filter.expiresAt.map { date in
        RelativeTime(date, in: layout).remaining.map { "for \($0.spoken) more" } ?? "has ended"
      } ?? ""
    return [said.isEmpty ? "looks for nothing yet" : said, "\(verb(filter.action)) in \(places)", end]
  }

  private static func verb(_ action: Filter.Action) -> String {
    switch action {
    case .warn, .unknown: "folded"
    case .hide: "left out"
    case .blur: "media hidden"
    }
  }

  @Sendable private static func data(_ filter: Filter) -> JSONValue {
    [
      "id": .string(filter.id.rawValue), "title": .string(filter.title), "action": .string(filter.action.rawValue),
      "contexts": .array(filter.contexts.map { .string($0.rawValue) }),
      "keywords": .array(
        filter.keywords.map { ["keyword": .string($0.keyword), "whole_word": .bool($0.wholeWord)] }),
      "statuses": .int(filter.statuses.count),
      "expires_at": .optional(filter.expiresAt.map { MastodonDate.format($0) }),
    ]
  }
}
