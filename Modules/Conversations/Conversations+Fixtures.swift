import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Conversations {
  final class Fixtures: Sendable {
    let loading = state().with(.loading)
    let empty = loaded([])
    let offline = state().with(.failed(.fixtures.noConnection))
    /// An unread one, one of several people, one that is deserted, and older ones.
    let loaded = loaded(Conversation.fixtures.all, older: "700")
    let hostile = loaded([
      Conversation(
        id: "704", unread: true, accounts: [Account.fixtures.hostile, Account.fixtures.chinatsu],
        lastStatus: Status.fixtures.hostile)
    ])

    private static func loaded(_ all: [Conversation], older: Cursor? = nil) -> ListState<Conversation> {
      state(me: Account.fixtures.you.id).with(.loaded(PagedList(all, older: older)))
    }
  }

  final class ChatFixtures: Sendable {
    let loading = Chat(.made("702"), messages: .loading)
    let offline = Chat(.made("702"), messages: .failed(.fixtures.noConnection))
    let loaded = Chat(
      .made("702"), conversation: Conversation.fixtures.unread,
      messages: .loaded([
        message("1", Account.fixtures.rook, 130, "@you Can you keep a secret?"),
        message("2", Account.fixtures.you, 128, "@rook Until Sunday."),
        Status.fixtures.direct,
      ])
    )
    /// Nothing is left of it.
    let deserted = Chat(.made("700"), conversation: Conversation.fixtures.deserted, messages: .loaded([]))
    let hostile = Chat(
      .made("704"),
      conversation: Conversation(
        id: "704", accounts: [Account.fixtures.hostile], lastStatus: Status.fixtures.hostile),
      messages: .loaded([Status.fixtures.hostile, Status.fixtures.hostileWarning]))

    private static func message(_ id: Status.ID, _ author: Account, _ minutes: Int, _ text: String) -> Status {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      let name = parts[0].dropFirst()
      let mention =
        "<span class=\"h-card\"><a href=\"https://sandbox.example/@\(name)\" class=\"u-url mention\">@<span>\(name)</span></a></span>"
      var status = Status(
        id: id, uri: "", createdAt: .fixture(minutesAgo: minutes), account: author,
        content: "<p>\(mention) \(parts[1])</p>")
      status.visibility = .direct
      return status
    }
  }
}

extension Conversations.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Conversations.Action(
      show: { _ in .screen }, open: { _ in .screen }, reply: { _, _, _ in .nothing }, known: { [] }, read: { _ in },
      delete: { _ in })
  }
}

extension Reference {
  fileprivate static func made(_ id: String) -> Reference { Reference(kind: .conversation, id: id) }
}
