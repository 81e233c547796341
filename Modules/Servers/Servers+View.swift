public import FeatureKit
import MastodonKit
public import TerminalKit

extension Servers {
  static let id = "servers"
  static let title = "Other servers"

  /// How servers are called and shown.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, name, host}`.
  public static let face = State.Face(
    id: id, title: title, noun: "server", isOwn: false,
    emptyWords:
      "You read no other servers. The public posts of any server that allows it can be read without an account.",
    opening: "Read the public posts of a server, without an account there", name: \.name,
    details: { timeline, _ in [timeline.name == timeline.host ? "" : timeline.host] },
    data: { timeline in
      ["id": .string(timeline.id), "name": .string(timeline.name), "host": .string(timeline.host)]
    })

  /// The screen's face.
  public static func view(_ state: State, layout: Layout) -> Document { state.document(face, layout: layout) }
}
