import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit

extension CatchUp.State {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let loading = state([], .loading)
    let offline = state([], .failed(.fixtures.noConnection))
    let empty = state([])
    /// A morning: an account with many posts, some with few, boosts, a poll, links.
    let loaded = state(Fixtures.morning)
    let byAuthor = state(Fixtures.morning, sort: .author)
    /// The same by the boosts of those that the user follows.
    let byBoosts = state(Fixtures.morning, sort: .boosts)
    let byReplies = state(Fixtures.morning, sort: .replies)
    /// The end of a list that was stopped, where it is not known when the user was here.
    let stopped = state(
      Array(Fixtures.morning.prefix(3)), source: .list("1", title: "Night shift"), isWhole: false, isStandard: true)
    /// Some posts were printed since.
    let partlyRead = read(state(Fixtures.morning))
    /// Names and texts that try to take over the terminal.
    let hostile = state(
      [Status.fixtures.hostile, Status.fixtures.hostileWarning], source: .group("1", title: "\u{1B}[2Jx"))

    private static func state(
      _ entries: [Status], _ page: Loadable<PagedList<CatchUp.Group>>? = nil, source: CatchUp.Source = .home,
      sort: CatchUp.Sort = .time, isWhole: Bool = true, isStandard: Bool = false
    ) -> CatchUp.State {
      let digest = CatchUp.Digest(entries, isWhole: isWhole, isStandard: isStandard)
      return CatchUp.State(
        CatchUp.Query(source: source, sort: sort), digest: digest,
        page: page ?? .loaded(PagedList(digest.groups(sort))))
    }

    private static func read(_ state: CatchUp.State) -> CatchUp.State {
      var state = state
      state.read = Set(state.digest.groups[0].texts.map { $0[0].displayed.id })
      return state
    }

    /// The posts of a morning, the newest first.
    private static let morning: [Status] = {
      let accounts = Account.fixtures
      func post(
        _ number: Int, by account: Account, _ text: String, tags: [String] = [], replies: Int = 0,
        to target: Account? = nil
      ) -> Status {
        var status = Status(
          id: Status.ID("\(7_000 - number)"), createdAt: .fixture(minutesAgo: number * 7), account: account,
          content: "<p>\(text)</p>")
        status.tags = tags.map { MastodonKit.Tag(name: $0) }
        status.repliesCount = replies
        if let target { (status.inReplyToID, status.inReplyToAccountID) = ("1", target.id) }
        return status
      }
      func boost(_ number: Int, of post: Status, by account: Account) -> Status {
        var status = Status(
          id: Status.ID("\(7_000 - number)"), createdAt: .fixture(minutesAgo: number * 7), account: account, content: ""
        )
        status.reblog = post
        return status
      }
      var lock = post(
        40, by: accounts.pool,
        "The lock at Northgate reopens on Friday. <a href=\"https://northgate.example/lock\">northgate.example/lock</a>",
        tags: ["canal"], replies: 12)
      lock.card = PreviewCard(url: "https://northgate.example/lock", title: "The lock at Northgate reopens")
      var kettle = post(8, by: accounts.rook, "What is the kettle called?", tags: ["nightshift"], replies: 5)
      kettle.poll = Status.fixtures.asking.first?.poll
      return [
        post(1, by: accounts.rook, "Quarter past six. The kettle is on.", tags: ["nightshift"]),
        boost(2, of: lock, by: accounts.moss),
        post(3, by: accounts.wren, "First frost. Two hives wrapped, one to go.", tags: ["beekeeping"], replies: 3),
        post(4, by: accounts.rook, "@wren Straw and tar paper.", to: accounts.wren),
        boost(5, of: lock, by: accounts.heron),
        post(6, by: accounts.rook, "Somebody moved the ladder again.", tags: ["nightshift", "canal"]),
        kettle,
        boost(9, of: post(41, by: accounts.chinatsu, "A list of every boat on this water."), by: accounts.rook),
        post(10, by: accounts.heron, "Low water at six. Went anyway. https://northgate.example/lock", tags: ["canal"]),
      ]
    }()
  }
}

extension CatchUp {
  @MainActor static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      let model = Model(
        state: state, service: .fixtures, progress: .none, in: .fixture())
      return screen(model: model, status: StatusAction.fixtures.none)
    }
      + Preview.all(of: Report.fixtures, prefix: "digest") { (report: Report, layout) in
        report.document(isNumbered: true, layout: layout)
      }
  }
}

extension CatchUp.Report {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let empty = report(CatchUp.Digest())
    let loaded = report(
      CatchUp.State.fixtures.loaded.digest,
      [Notification.fixtures.mention, Notification.fixtures.follow])
    /// Two lists besides: one has a post that Home has not, the other nothing new.
    let lists = {
      var whole = report(CatchUp.State.fixtures.loaded.digest)
      whole.lists = [
        CatchUp.Report.Part(
          source: .list("1", title: "Night shift"),
          digest: CatchUp.Digest(whole.digest.entries.prefix(2) + [Status.fixtures.marked])),
        CatchUp.Report.Part(source: .list("2", title: "Neighbours"), digest: CatchUp.Digest()),
      ]
      return whole
    }()
    /// A list whose older posts were not read.
    let partial = report(CatchUp.State.fixtures.stopped.digest, source: .list("1", title: "Night shift"))
    let hostile = report(CatchUp.State.fixtures.hostile.digest, source: .group("1", title: "\u{1B}[2Jx"))

    private static func report(
      _ digest: CatchUp.Digest, _ notifications: [MastodonKit.Notification] = [], source: CatchUp.Source = .home
    ) -> CatchUp.Report {
      CatchUp.Report(
        account: "@you@shore.example", source: source, since: .fixture(minutesAgo: 60 * 24), digest: digest,
        notifications: notifications)
    }
  }
}

extension CatchUp.Service {
  /// A timeline without posts.
  static let fixtures = CatchUp.Service(page: { _, _ in Page([]) }, position: { _ in nil }, keep: { _, _ in })
}

extension CatchUp.Action {
  static var fixtures: Fixtures { Fixtures() }

  @MainActor
  struct Fixtures {
    let none = CatchUp.Action(
      show: { _, _ in .screen }, open: { _, _, _ in .screen }, source: { _ in .home }, lists: { [] },
      part: { nil },
      digest: { _, _ in CatchUp.Digest() }, notifications: { _, _ in [] }, account: { "@you" }, mail: { _ in })
  }
}
