public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Lists {
  static let id = "lists"
  static let title = "Lists"

  /// How lists are called and shown.
  ///
  /// As JSON the screen is `{screen, items}`; an item is `{id, title, replies, exclusive}`.
  public static let face = State.Face(
    id: id, title: title, noun: "list",
    emptyWords: "You have no lists. A list is some of the accounts that you follow, read by themselves.",
    opening: "Read the posts of a list", name: \.title,
    details: { list, _ in [words(list.repliesPolicy), list.exclusive ? "left out of home" : ""] },
    data: { list in
      [
        "id": .string(list.id.rawValue), "title": .string(list.title), "replies": .string(list.repliesPolicy.rawValue),
        "exclusive": .bool(list.exclusive),
      ]
    })

  /// The screen's face.
  public static func view(_ state: State, layout: Layout) -> Document { state.document(face, layout: layout) }

  private static func words(_ policy: List.RepliesPolicy) -> String {
    switch policy {
    case .followed: "with replies to anybody you follow"
    case .list: "with replies to each other"
    case .none: "without replies"
    case .unknown: ""
    }
  }

  /// Who is in a list.
  static func membersView(_ members: [Account], layout: Layout) -> Document {
    var blocks: [Block] = []
    for (index, account) in members.enumerated() {
      if index > 0 { blocks.append(.blank) }
      blocks.append(.item(AccountView(account, layout: layout).item(number: index + 1)))
    }
    if blocks.isEmpty { blocks = [.paragraph(StyledText("Nobody is in this list yet.", .secondary))] }
    return Document(
      kind: "members", title: Document.Title("Members", note: members.isEmpty ? nil : "\(members.count)"),
      blocks: blocks,
      hint: StyledText("add @NAME · remove N · profile N · screen", .hint))
  }
}
