import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import StatusKit

/// A timeline of several servers: its posts are in the order of their times, and news are counted by these.
@MainActor @Suite(.timeLimit(.minutes(10))) struct MergedTimelineTests {
  private static func post(_ second: Int, _ id: String) -> Status {
    var post = Status.fixtures.plain
    (post.id, post.createdAt) = (Status.ID(id), Date(timeIntervalSince1970: Double(second)))
    return post
  }

  private func model(_ pages: [Page<Status>]) -> StatusTimeline.Model {
    let rest = Mutex(pages)
    return StatusTimeline.Model(
      state: StatusTimeline.State(
        kind: "group", title: "Boats", label: "Boats", emptyText: "Nothing.", order: .server, isDated: true),
      in: .fixture(), heading: { _ in nil }, visit: { _ in nil },
      streams: .found { TimelineStreams([.hashtag("canal", isLocal: false)], areWhole: false, accepts: { _ in true }) },
      page: { _ in rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } })
  }

  @Test func postIsNewsByItsTimeWhateverItsID() async {
    let model = model([Page([Self.post(10, "zz-long-id"), Self.post(9, "2")])])
    await model.load()
    model.count(Self.post(11, "1"), me: nil)
    model.count(Self.post(9, "zzzzzzzzzzzzzzz"), me: nil)
    #expect(model.state.unread == 1)
    #expect(model.isLive)
  }

  @Test func whatNoStreamTellsOfIsCountedOnceWhenItIsAskedFor() async {
    let first = Page([Self.post(10, "a")])
    let model = model([first, Page([Self.post(12, "c"), Self.post(11, "b"), Self.post(10, "a")])])
    await model.load()
    model.count(Self.post(11, "b"), me: nil)
    await model.catchUp(me: nil)
    #expect(model.state.unread == 2)
  }

  @Test func newShowsTheTopAndLeavesNothingUnread() async throws {
    let model = model([Page([Self.post(10, "a")]), Page([Self.post(11, "b"), Self.post(10, "a")])])
    await model.load()
    model.count(Self.post(11, "b"), me: nil)
    #expect(try await model.new())
    #expect(model.state.visible.map(\.id) == ["b", "a"] && model.state.unread == 0)
  }

  @Test func serverIsAskedBesideAStreamThatDoesNotTellOfAll() async throws {
    let questions = Mutex(0)
    var steps: [StreamFollower.Step] = []
    let asked = AsyncStream.makeStream(of: Void.self)
    let follower = StreamFollower(
      delivers: true, isWhole: false,
      sleep: { _ in
        guard
          questions.withLock({
            $0 += 1
            return $0 == 1
          })
        else { throw CancellationError() }
      }
    ) { step in
      steps.append(step)
      if case .catchUp(.silence) = step { asked.continuation.finish() }
    }
    await follower.take(.connection(.connected))
    await follower.take(.event(.update(Status.fixtures.plain)))
    for await _ in asked.stream {}
    #expect(steps.contains(.catchUp(.silence)))
  }

  @Test func severalStreamsAreOneAndTheFirstTellsOfTheConnection() async {
    let service = StreamService(
      signals: { topic in
        AsyncStream { continuation in
          continuation.yield(.connection(.connected))
          continuation.yield(topic == .user ? .gap : .event(.filtersChanged))
          continuation.finish()
        }
      }, retry: {})
    var signals: [StreamSignal] = []
    let both = service.signals(of: [.user, .direct])
    #expect(both != nil)
    if let both { for await signal in both { signals.append(signal) } }
    #expect(signals.count == 3 && signals.count { $0 == .connection(.connected) } == 1)
    #expect(service.signals(of: []) == nil)
  }

  /// One account sees the boost and another the post itself, whose ids differ.
  @Test func postAndItsBoostOfAnotherAccountAreOneRow() {
    let boost = Status.fixtures.boost
    var post = boost.displayed
    post.id = "7"
    let (theirs, ours) = (boost.identified(on: "wren@garden.example"), post.identified(on: "wren@shore.example"))
    #expect(theirs.contentID == ours.contentID)
    #expect(boost.contentID == boost.displayed.id && post.contentID == "7")
  }

  /// Nobody but the user can sign in again; a server that does not answer needs nothing.
  @Test func theLineAboutAnAccountSaysWhatOnlyTheUserCanDo() {
    typealias Failure = MergeReader<String, Status>.Failure
    let lines = [AppError.unauthorized(host: "shore.example"), .fixtures.timedOut].map {
      AccountsText.warning(Failure(source: "you@shore.example", error: $0))
    }
    #expect(lines[0].hasSuffix("does not accept this sign-in. Please sign in to continue: login shore.example."))
    #expect(lines[1] == "Without @you@shore.example: \(AppError.fixtures.timedOut.message)")
  }
}
