import FoundationEssentials
import Testing

@testable import MastodonKit

extension Payload {
  static let others: [Payload] = accounts + instances + small

  private static let accounts: [Payload] = [
    Payload("accounts/gotosocial-credentials", as: Account.self) { account in
      #expect(account.uri == nil && account.details?.indexable == nil)
      #expect(!account.limited && !account.suspended)
      #expect(
        account.source
          == Account.Source(privacy: .unknown("mutuals_only"), note: "Bookbinder."))
    },
    Payload("accounts/pixelfed-blocks-without-pictures", as: LossyList<Account>.self) { list in
      #expect(list.elements.map(\.acct) == ["heron", "mallow@nettle.example"])
      #expect(list.elements.allSatisfy { $0.avatar == nil && $0.header == nil })
    },
    Payload("accounts/moved-and-suspended", as: Account.self) { account in
      #expect(account.name == "wren_old")
      #expect(account.moved?.username == "wren")
      #expect(account.suspended && account.limited && account.roles.isEmpty)
    },
  ]

  private static let instances: [Payload] = [
    Payload("instance/v2-mastodon-4.6", as: Instance.self) { instance in
      #expect(instance.domain == "town.example")
      #expect(instance.streamingURL == "wss://streaming.town.example")
      #expect(instance.apiVersions == ["mastodon": 10])
      #expect(instance.activeMonth == 412)
      #expect(instance.rules.map(\.text) == ["Be kind."])
      #expect(instance.contactAccount?.username == "wren")
      #expect(
        instance.registrations
          == Instance.Registrations(enabled: true, approvalRequired: true, minAge: 16, reasonRequired: true))
      #expect(instance.pages == Instance.Pages(about: "https://town.example/about"))
      #expect(instance.contactAccount?.details?.avatarDescription == "A wren on a hive")
      #expect(
        instance.configuration
          == Instance.Configuration(
            maxCharacters: 1312, charactersReservedPerURL: 25, maxMediaAttachments: 5, descriptionLimit: 1200,
            imageSizeLimit: 1000, videoSizeLimit: 3000, supportedMIMETypes: ["image/jpeg", "image/png"],
            polls: Instance.PollLimits(
              maxOptions: 6, maxCharactersPerOption: 60, minExpiration: 600, maxExpiration: 700_000),
            translation: true,
            vapidPublicKey: "BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z-HiTU5T9eTG5GxVA0_OH5mMlI4UkkDTpaZwozy0TzdZ2M=",
            timelinesAccess: Instance.TimelinesAccess(
              liveFeeds: Instance.TimelinesAccess.Feed(local: .public, remote: .authenticated))))
    },
    Payload("instance/v2-gotosocial", as: Instance.self) { instance in
      #expect(instance.apiVersions == [:])
      #expect(instance.configuration.maxCharacters == 5000)
      #expect(instance.contactAccount == nil)
      #expect(instance.streamingURL == "wss://shore.example")
      #expect(instance.configuration.statusFormats == ["text/plain", "text/markdown"])
    },
    Payload("instance/v1-akkoma", as: Instance.self) { instance in
      #expect(instance.domain == "reef.example")
      #expect(instance.configuration.statusFormats == ["text/plain", "text/x.misskeymarkdown"])
      #expect(instance.streamingURL == "wss://reef.example")
      #expect(instance.configuration.maxCharacters == 7000)
      #expect(instance.configuration.charactersReservedPerURL == 23)
      #expect(instance.configuration.descriptionLimit == 5000)
      #expect(instance.configuration.imageSizeLimit == 16_000_000)
      #expect(
        instance.configuration.polls
          == Instance.PollLimits(
            maxOptions: 20, maxCharactersPerOption: 200, minExpiration: 0, maxExpiration: 31_536_000))
      #expect(instance.registrations.enabled)
      #expect(instance.rules.map(\.id) == ["4"])
      #expect(instance.thumbnail == "https://reef.example/instance/thumbnail.jpeg")
    },
    Payload("instance/v1-pixelfed-string-stats", as: Instance.self) { instance in
      #expect(instance.streamingURL == nil && instance.thumbnail == nil && instance.contactEmail == nil)
      #expect(instance.description == "Pictures only.")
      #expect(instance.configuration.imageSizeLimit == 15_360_000)
      #expect(instance.configuration.polls.maxOptions == 0)
      #expect(instance.contactAccount?.username == "heron")
    },
  ]

  private static let small: [Payload] = [
    Payload("notifications/mastodon-4.6", as: LossyList<Notification>.self) { list in
      #expect(list.elements.map(\.kind) == [.favourite, .severedRelationships, .unknown("wave"), .adminSignUp])
      #expect(list.elements.first?.groupKey == "favourite-115-1")
      #expect(list.elements.first?.status?.id == "115586900000000001")
      #expect(
        list.elements[2].fallback == Notification.Fallback(title: "Rook waved", summary: "<p>From the lock.</p>"))
    },
    Payload("notifications/pleroma-kinds", as: LossyList<Notification>.self) { list in
      #expect(
        list.elements.map(\.kind) == [.unknown("pleroma:emoji_reaction"), .unknown("move"), .unknown(""), .mention])
      #expect(list.elements.first?.id == "1042")
      #expect(list.elements.last?.status == nil)
      #expect(list.skipped == 0)
    },
    Payload("oauth/token-akkoma-expires", as: Token.self) { token in
      #expect(token.createdAt == .fixture(hoursAgo: 4))
      #expect(token.refreshToken == "not-a-real-one-either")
      #expect(token.expiresAt == .fixture(daysAgo: -90, hoursAgo: 4))
    },
    Payload("apps/gotosocial-one-redirect", as: Application.self) { application in
      #expect(application.clientID == "client" && application.clientSecret == "secret")
      #expect(application.redirectURIs == ["urn:ietf:wg:oauth:2.0:oob"])
      #expect(application.scopes == [])
    },
    Payload("markers/akkoma-without-zone", as: Markers.self) { markers in
      #expect(markers.home?.updatedAt == markers.notifications?.updatedAt)
      #expect(markers.notifications?.lastReadID == "1042")
      #expect(markers.notifications?.version == 7)
    },
    Payload("contexts/one-side-missing", as: StatusContext.self) { context in
      #expect(context.ancestors.isEmpty)
      #expect(context.descendants.map(\.inReplyToID) == ["4"])
    },
    Payload("relationships/akkoma-fewer-fields", as: LossyList<Relationship>.self) { list in
      #expect(
        list.elements == [Relationship(id: "AqV9fH2mGmR7wXyZ0K", following: true, showingReblogs: true)])
    },
    Payload("preferences/mastodon-4.6", as: Preferences.self) { preferences in
      #expect(
        preferences
          == Preferences(
            visibility: .private, sensitive: true, expandMedia: .showAll, expandSpoilers: true,
            quotePolicy: .followers))
    },
  ]
}
