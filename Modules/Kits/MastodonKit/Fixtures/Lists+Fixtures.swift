import FoundationEssentials

extension List {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let canal = List(id: "601", title: "The canal")
    /// Its members are hidden from the home timeline, and all their replies are shown.
    public let kitchens = List(id: "602", title: "Kitchens & harbours", repliesPolicy: .followed, exclusive: true)
    /// Without replies, and with a title in another script.
    public let press = List(id: "603", title: "活版印刷", repliesPolicy: .none)
    public var all: [List] { [canal, kitchens, press] }
  }
}

extension Conversation {
  /// The reader's private conversations.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public var unread: Conversation {
      Conversation(id: "702", unread: true, accounts: [Account.fixtures.rook], lastStatus: Status.fixtures.direct)
    }
    /// A conversation of several accounts that the user has read.
    public var group: Conversation {
      Conversation(
        id: "701", accounts: [Account.fixtures.wren, Account.fixtures.heron, Account.fixtures.pool],
        lastStatus: .fixture(
          Account.fixtures.pool, minutesAgo: 4000, "<p>Sunday, then, the three of you. I bring the pot.</p>"
        ) {
          $0.visibility = .direct
          $0.mentions = [Account.fixtures.wren, Account.fixtures.heron, Account.fixtures.you].map { Mention($0) }
        })
    }
    /// Its last status is gone, and so is everybody in it.
    public let deserted = Conversation(id: "700")
    /// One of each, newest first.
    public var all: [Conversation] { [unread, group, deserted] }
  }
}
