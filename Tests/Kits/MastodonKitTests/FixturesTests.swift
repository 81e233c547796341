import FoundationEssentials
import MastodonKit
import Testing

/// Properties of the fixtures that other previews and tests rely on.
@Suite struct FixturesTests {
  @Test func oneIdMeansOneStatus() {
    let different = Dictionary(grouping: Status.fixtures.all, by: \.id).filter { _, statuses in
      // Before and after: the same status marked, streamed or voted in.
      Set(statuses.map(\.content)).count > 1 || Set(statuses.map(\.account.id)).count > 1
    }
    #expect(different.keys.sorted() == [])
  }

  @Test func idsAreInTheOrderOfTime() {
    func check<Entity: Identifiable>(_ entities: [Entity], _ date: (Entity) -> Date) where Entity.ID: Comparable {
      let byID = entities.sorted { $0.id < $1.id }
      #expect(byID.map(date) == byID.map(date).sorted())
    }
    check(Status.fixtures.all, \.createdAt)
    check(Notification.fixtures.all, \.createdAt)
  }

  @Test func timelinesAreNewestFirst() {
    let home = Status.fixtures.home.map(\.createdAt)
    #expect(home == home.sorted(by: >))
    let notifications = Notification.fixtures.list.map(\.id)
    #expect(notifications == notifications.sorted(by: >))
  }

  @Test func answersComeAfterWhatTheyAnswer() {
    let statuses = Dictionary(Status.fixtures.all.map { ($0.id, $0) }) { first, _ in first }
    let answers = Status.fixtures.all + StatusContext.fixtures.deep.descendants
    for answer in answers {
      guard let id = answer.inReplyToID, let parent = statuses[id] else { continue }
      #expect(parent.createdAt < answer.createdAt)
      #expect(answer.inReplyToAccountID == parent.account.id)
    }
    for notification in Notification.fixtures.all {
      if let status = notification.status { #expect(status.createdAt <= notification.createdAt) }
    }
  }

  @Test func theThreadHasTheShapeThatItsCountsSay() {
    let thread = Status.fixtures.thread
    for status in thread { #expect(thread.filter { $0.inReplyToID == status.id }.count == status.repliesCount) }
  }

  @Test func everyKindOfNotificationHasAFixture() {
    let kinds = Set(Notification.fixtures.all.map(\.kind))
    #expect(Notification.Kind.known.filter { !kinds.contains($0) } == [])
  }

  @Test func residentsUseReservedHosts() {
    for account in Account.fixtures.all {
      #expect(account.url?.contains(".example/") == true)
      #expect(account.acct.contains("@") == false || account.acct.hasSuffix(".example"))
    }
  }

  @Test func idsOfTheCastAreTheirOwn() {
    #expect(Set(Account.fixtures.all.map(\.id)).count == Account.fixtures.all.count)
    #expect(Set(Account.fixtures.all.map(\.acct)).count == Account.fixtures.all.count)
  }
}
