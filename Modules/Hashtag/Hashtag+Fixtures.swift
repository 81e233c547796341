import FeatureKit
import MastodonKit
import StatusKit

extension Hashtag.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let loading = Hashtag.State("canal", page: .loading)
    public let failed = Hashtag.State("canal", page: .failed(.fixtures.timedOut))
    public let empty = loaded("canal", following: false, [])
    public let loaded = loaded(
      "canal", following: false, [Status.fixtures.plain, Status.fixtures.linkCard], older: "100")
    /// One that the reader follows, further down.
    public let followedOlder = loaded("NightTrains", following: true, [Status.fixtures.bot], isNewest: false)
    /// On a server that does not tell whether it is followed.
    public let untold = loaded("canal", following: nil, [Status.fixtures.plain])
    /// Everything on the page is hidden by the reader's filters.
    public let hidden = loaded("canal", following: false, [], older: "100")
    public let conditions = Hashtag.State(
      TagTimelineQuery("canal", any: ["boats", "locks"], all: ["fog"], none: ["rain"]),
      tag: Tag(name: "canal", following: true), page: .loaded(PagedList([Status.fixtures.plain])))
    public let wideCharacters = loaded("写真", following: true, [Status.fixtures.wideCharacters])
    /// A server that gives it a name to take over the terminal with.
    public let hostile = loaded(
      "canal\u{1B}[2J\u{202E}", following: false, [Status.fixtures.hostile, Status.fixtures.hostileWarning])

    private static func loaded(
      _ name: String, following: Bool?, _ statuses: [Status], older: Cursor? = nil, isNewest: Bool = true
    ) -> Hashtag.State {
      Hashtag.State(
        TagTimelineQuery(name), tag: Tag(name: name, following: following),
        page: .loaded(PagedList(statuses, older: older, isNewest: isNewest)))
    }
  }
}

extension Hashtag.Action {
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Hashtag.Action(
      follow: { Tag(name: "canal", following: $0) }, status: .fixtures.none)
  }
}
