import Testing

@testable import MastodonKit

@Suite struct ServerCapabilitiesTests {
  private func server(_ version: String, api: Int? = nil, software: ServerSoftware? = nil) -> ServerCapabilities {
    let instance = Instance(
      domain: "shore.example", title: "", version: version, apiVersions: api.map { ["mastodon": $0] } ?? [:])
    return ServerCapabilities(host: "shore.example", instance: instance, software: software)
  }

  @Test(arguments: [
    ("4.6.0", ServerSoftware.Name.mastodon, "4.6.0"), ("4.3.0-beta.2+glitch", .mastodon, "4.3.0-beta.2+glitch"),
    ("2.7.2 (compatible; Akkoma 3.13.2)", .akkoma, "3.13.2"), ("2.7.2 (compatible; Pleroma 2.9)", .pleroma, "2.9"),
    ("3.5.3 (compatible; Pixelfed 0.12.5)", .pixelfed, "0.12.5"),
    ("4.2.1 (compatible; Iceshrimp.NET 2025.1)", .other("Iceshrimp.NET"), "2025.1"),
    ("0.19.1 git-0a1b2c3", .goToSocial, "0.19.1 git-0a1b2c3"), ("", .mastodon, ""),
    ("takahe/0.11.0", .other("takahe"), "0.11.0"), ("2.7.2 (compatible;", .mastodon, "2.7.2 (compatible;"),
  ])
  func versionNamesTheSoftware(_ version: String, _ name: ServerSoftware.Name, _ own: String) {
    #expect(ServerSoftware(instanceVersion: version) == ServerSoftware(name: name, version: own))
  }

  @Test(
    arguments: [
      ("4.2.0", nil, ServerFeature.groupedNotifications, ServerCapabilities.Support.missing),
      ("4.3.0", nil, .groupedNotifications, .present), ("4.2.0", 2, .groupedNotifications, .present),
      ("4.5.0", 6, .quotes, .missing), ("4.5.0", 7, .quotes, .present), ("4.6.0", 10, .collections, .present),
      ("4.6.0", nil, .lists, .present), ("nightly", nil, .quotes, .present), ("2.9.3", nil, .bookmarks, .missing),
      ("3.3.0", nil, .lookup, .missing), ("3.4.2", nil, .history, .missing), ("4.2.10", nil, .endorsements, .missing),
      ("4.3.0", 2, .endorsements, .missing), ("4.4.1", 6, .endorsements, .present), ("4.0.2", nil, .filters, .present),
      ("0.19.1 git-0a1b2c3", nil, .dismissingNotifications, .missing), ("0.19.1", nil, .filters, .unknown),
      ("0.19.1", nil, .markers, .unknown), ("0.19.1", nil, .quotes, .missing), ("0.99.0", 7, .quotes, .present),
      ("2.7.2 (compatible; Akkoma 3.13)", nil, .filters, .missing),
      ("2.7.2 (compatible; Akkoma 3.13)", nil, .lists, .unknown),
      ("2.7.2 (compatible; Akkoma 3.13)", nil, .quotes, .unknown),
      ("2.7.2 (compatible; Pixelfed 0.12)", nil, .streaming, .missing),
      ("2.7.2 (compatible; Something 9)", nil, .quotes, .unknown), ("4.6.0", nil, .translation, .missing),
    ] as [(String, Int?, ServerFeature, ServerCapabilities.Support)])
  func knownCapabilitiesDecide(
    _ version: String, _ api: Int?, _ feature: ServerFeature, _ support: ServerCapabilities.Support
  ) {
    #expect(server(version, api: api).support(of: feature) == support)
  }

  @Test func goToSocialsOwnNumberNeverGates() {
    for version in ["0.1.0", "0.19.1 git-0a1b2c3"] {
      for feature in [ServerFeature.filters, .lists, .markers, .bookmarks, .polls, .scheduledPosts, .history] {
        #expect(server(version).offers(feature), "\(feature)")
      }
    }
  }

  @Test func nodeInfoOverridesTheVersion() {
    let software = ServerSoftware(nodeInfo: "GoToSocial", version: "1.2.0")
    #expect(server("1.2.0").offers(.dismissingNotifications))
    #expect(!server("1.2.0", software: software).offers(.dismissingNotifications))
  }

  @Test(
    arguments: [
      ("1.2.0", nil, true), ("4.2.9", nil, true), ("4.3.0", nil, false), ("4.2.9", 2, false), ("0.19.1", nil, false),
      ("2.7.2 (compatible; Akkoma 3.13)", nil, false), ("", nil, true),
      ("nightly", nil, true), ("takahe/0.11.0", nil, false),
    ] as [(String, Int?, Bool)]) func aVersionFromBeforeTheAPIHadVersionsIsDoubtful(
      _ version: String, _ api: Int?, _ isDoubtful: Bool
    )
  {
    let instance = Instance(
      domain: "shore.example", title: "", version: version, apiVersions: api.map { ["mastodon": $0] } ?? [:])
    #expect(ServerSoftware.isDoubtful(in: instance) == isDoubtful)
  }

  @Test func observedFailuresTakePrecedence() {
    var shore = server("4.6.0", api: 10)
    #expect(shore.offers(.lists))
    shore.missingFeatures = [.lists]
    #expect(!shore.offers(.lists))
  }

  @Test(
    arguments: [
      (nil, nil, nil, nil), (.public, .authenticated, .public, .public), (.disabled, .public, .disabled, .public),
      (.disabled, .disabled, .disabled, .disabled), (.disabled, .authenticated, .disabled, .authenticated),
      (nil, .disabled, nil, nil), (.public, nil, .public, .public),
      (.unknown("x"), .disabled, .unknown("x"), .unknown("x")),
    ] as [(Access?, Access?, Access?, Access?)])
  func aTimelineIsAsOpenAsTheServerSays(_ ours: Access?, _ others: Access?, _ local: Access?, _ everywhere: Access?) {
    var instance = Instance(domain: "shore.example", title: "", version: "4.6.0")
    let feed = Instance.TimelinesAccess.Feed(local: ours, remote: others)
    instance.configuration.timelinesAccess = Instance.TimelinesAccess(liveFeeds: feed)
    let shore = ServerCapabilities(host: "shore.example", instance: instance)
    #expect(shore.access(to: .local) == local)
    #expect(shore.access(to: .federated) == everywhere)
    #expect(shore.access(to: .hashtag) == nil && shore.access(to: .trendingLink) == nil)
    instance.configuration.timelinesAccess = Instance.TimelinesAccess(hashtagFeeds: feed, trendingLinkFeeds: feed)
    let pool = ServerCapabilities(host: "pool.example", instance: instance)
    #expect(pool.access(to: .hashtag) == everywhere && pool.access(to: .trendingLink) == everywhere)
    #expect(pool.access(to: .local) == nil)
  }

  typealias Access = Instance.TimelinesAccess.Access

  @Test func everyFeatureHasWords() {
    let words = ServerFeature.allCases.map(\.words)
    #expect(Set(words).count == words.count)
  }
}
