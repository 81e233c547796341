public import FeatureKit
import MastodonKit
public import TerminalKit

extension Groups {
  static let id = "groups"
  static let title = "Hashtag groups"

  /// The texts of the screen and the rows of its list.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, symbol, tags, all, none}`, the hashtags without `#`.
  public static let face = State.Face(
    id: id, title: title, noun: "group",
    emptyText: "No hashtag groups yet. A group shows posts with any of its hashtags as one timeline.",
    opening: "Read a group's timeline", name: \.title,
    details: { group, _ in [group.symbol, tags(group)] },
    data: { group in
      [
        "id": .string(group.id), "title": .string(group.title), "symbol": .string(group.symbol),
        "tags": .array(group.tags.map(JSONValue.string)), "all": .array(group.all.map(JSONValue.string)),
        "none": .array(group.none.map(JSONValue.string)),
      ]
    })

  /// The screen as a document.
  public static func view(_ state: State, layout: Layout) -> Document { state.document(face, layout: layout) }
}
