public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Lists {
  static let id = "lists"
  static let title = "Lists"

  /// The texts of the screen and the rows of its list.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, replies, exclusive}`.
  public static let face = State.Face(
    id: id, title: title, noun: "list",
    emptyText: "No lists yet. A list shows posts by some of the accounts that you follow as one timeline.",
    opening: "Read a list's timeline", name: \.title,
    otherName: { _ in nil },
    details: { list, _ in [description(list.repliesPolicy), list.exclusive ? "left out of home" : ""] },
    data: { list in
      [
        "id": .string(list.id.rawValue), "title": .string(list.title), "replies": .string(list.repliesPolicy.rawValue),
        "exclusive": .bool(list.exclusive),
      ]
    })

  private static func description(_ policy: List.RepliesPolicy) -> String {
    switch policy {
    case .followed: "replies to accounts you follow"
    case .list: "replies to members"
    case .none: "no replies"
    case .unknown: ""
    }
  }

  /// - Parameter list: The list, as it is typed in the hint's commands.
  static func membersView(_ members: [Account], of list: String, layout: Layout) -> Document {
    var blocks: [Block] = []
    for (index, account) in members.enumerated() {
      if index > 0 { blocks.append(.blank) }
      blocks.append(.item(AccountView(account, layout: layout).item(number: index + 1)))
    }
    if blocks.isEmpty { blocks = [.paragraph(StyledText("No members yet.", .secondary))] }
    return Document(
      kind: "members", title: Document.Title("Members", note: members.isEmpty ? nil : "\(members.count)"),
      blocks: blocks,
      hint: Hint(["list add \(list) @NAME", "list remove \(list) N", "profile N", "screen"]))
  }
}
