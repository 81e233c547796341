public import FeatureKit
import MastodonKit
import TerminalKit

extension Servers {
  static let id = "servers"
  static let title = "Servers"

  /// The texts of the screen and the rows of its list.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, name, host}`.
  public static let face = State.Face(
    id: id, title: title, noun: "server", isOwn: false,
    emptyText: "No servers yet. Add one to read its public posts without an account there.",
    opening: "Read a server's public posts", name: \.name,
    otherName: \.host, details: { server, _ in [server.name == server.host ? "" : server.host] },
    data: { server in
      ["id": .string(server.id), "name": .string(server.name), "host": .string(server.host)]
    })
}
