public import FeatureKit
import MastodonKit
public import TerminalKit

extension Groups {
  static let id = "groups"
  static let title = "Hashtag groups"

  /// How groups are called and shown.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, symbol, tags}`, the tags without `#`.
  public static let face = State.Face(
    id: id, title: title, noun: "group",
    emptyWords: "You have no groups of hashtags. A group is a few hashtags read as one timeline.",
    opening: "Read the posts with any of a group's hashtags", name: \.title,
    details: { group, _ in [group.symbol, words(group)] },
    data: { group in
      [
        "id": .string(group.id), "title": .string(group.title), "symbol": .string(group.symbol),
        "tags": .array(group.tags.map(JSONValue.string)),
      ]
    })

  /// The screen's face.
  public static func view(_ state: State, layout: Layout) -> Document { state.document(face, layout: layout) }
}
