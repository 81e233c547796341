public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Filters {
  static let id = "filters"
  static let title = "Filters"

  /// The texts of the screen and the rows of its list.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, action, contexts, keywords: [{keyword, whole_word}],
  /// statuses, expires_at}`, where `statuses` is the number of posts filtered by id, and `expires_at` is null if the filter never expires.
  public static let face = State.Face(
    id: id, title: title, noun: "filter",
    emptyText: "No filters yet. A filter folds or hides posts with certain words.", opening: nil, name: \.title,
    otherName: { _ in nil }, details: details, data: data)

  @Sendable private static func details(_ filter: Filter, _ layout: Layout) -> [String] {
    let keywords = filter.keywords.prefix(6).map { Keyword($0).typed }
    var matches = keywords.joined(separator: ", ")
    if filter.keywords.count > keywords.count { matches += " and \(filter.keywords.count - keywords.count) more" }
    if !filter.statuses.isEmpty {
      matches += (matches.isEmpty ? "" : ", and ") + CountText.of(filter.statuses.count, "single post")
    }
    let places = filter.contexts.map(\.rawValue).joined(separator: ", ")
    let end =
      filter.expiresAt.map { date in
        RelativeTime(date, in: layout).remaining.map { "expires in \($0.spoken)" } ?? "expired"
      } ?? ""
    return [matches.isEmpty ? "no keywords yet" : matches, "\(effect(filter.action)) in \(places)", end]
  }

  static func effect(_ action: Filter.Action) -> String {
    switch action {
    case .warn, .unknown: "folded"
    case .hide: "hidden"
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
