public import FeatureKit
import MastodonKit
import TerminalKit

extension Groups {
  static let id = "groups"
  static let title = "Groups"

  /// The texts of the screen and the rows of its list.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, symbol, sources, tags, all, none}`, the sources as they are
  /// typed, the hashtags without `#`.
  public static let face = State.Face(
    id: id, title: title, noun: "group",
    emptyText: "No groups yet. A group shows hashtags, people, lists, other servers and searches as one timeline.",
    opening: "Read a group's timeline", name: \.title,
    otherName: { _ in nil }, details: { group, _ in [group.symbol, contents(group)] },
    data: { group in
      [
        "id": .string(group.id), "title": .string(group.title), "symbol": .string(group.symbol),
        "sources": .array(group.sources.map { .string($0.text) }),
        "tags": .array(group.tags.map(JSONValue.string)), "all": .array(group.all.map(JSONValue.string)),
        "none": .array(group.none.map(JSONValue.string)),
      ]
    })
}
