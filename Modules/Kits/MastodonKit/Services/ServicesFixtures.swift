extension TimelineService {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = TimelineService(
      home: { _ in Page([]) }, local: { _ in Page([]) }, federated: { _ in Page([]) },
      bookmarks: { _ in Page([]) }, favourites: { _ in Page([]) })
    public let offline = TimelineService(
      home: { _ in throw MastodonError.fixtures.offline }, local: { _ in throw MastodonError.fixtures.offline },
      federated: { _ in throw MastodonError.fixtures.offline },
      bookmarks: { _ in throw MastodonError.fixtures.offline },
      favourites: { _ in throw MastodonError.fixtures.offline })
  }
}

extension MastodonError {
  public static let fixtures = Fixtures()

  /// The errors that screens must be able to show.
  public final class Fixtures: Sendable {
    public let offline = MastodonError.unreachable(host: "shore.example", reason: .unknownHost)
    /// The host took too long.
    public let timedOut = MastodonError.timedOut(host: "shore.example", seconds: 10)
  }
}
