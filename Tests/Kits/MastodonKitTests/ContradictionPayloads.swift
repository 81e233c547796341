import FoundationEssentials
import Testing

@testable import MastodonKit

extension Payload {
  /// Payloads in which Mastodon's documentation and its servers, or its own examples, disagree.
  static let contradictions: [Payload] = [
    Payload("notifications/groups-with-number-ids", as: GroupedNotificationsResults.self) { page in
      // The group without a key cannot be told from others, and is left out.
      #expect(page.notificationGroups.map(\.kind) == [.favourite, .addedToCollection])
      let favourites = try #require(page.notificationGroups.first)
      #expect(favourites.mostRecentNotificationID == "9007199254740993" && favourites.notificationsCount == 3)
      #expect(favourites.sampleAccountIDs == ["1002", "1003"])
      #expect(page.statuses.map(\.id) == [favourites.statusID])
    },
    Payload("push/number-for-id-alerts-as-list", as: WebPushSubscription.self) { subscription in
      #expect(subscription.id == "328183" && subscription.alerts.isEmpty && subscription.policy == nil)
    },
    Payload("translations/number-ids-poll-in-a-list", as: Translation.self) { translation in
      #expect(translation.poll?.id == "304" && translation.poll?.options.map(\.title) == ["yes", "no"])
      #expect(translation.mediaAttachments == [Translation.Attachment(id: "201", description: "A cup")])
    },
    Payload("translations/null-poll-and-warning", as: Translation.self) { translation in
      #expect(
        translation
          == Translation(
            content: "<p>Tea.</p>", language: "en", detectedSourceLanguage: "ja", provider: "libre.example"))
    },
    Payload("featured-tags/counts-of-both-kinds", as: LossyList<FeaturedTag>.self) { list in
      #expect(list.elements.map(\.statusesCount) == [36, 4, 0])
      let day = MastodonDate.parse("2026-11-20")
      #expect(list.elements.map(\.lastStatusAt) == [day, day, nil])
    },
    Payload("trends/links-published-in-every-form", as: LossyList<TrendsLink>.self) { list in
      let day = MastodonDate.parse("2026-11-21")
      #expect(list.elements.map(\.card.publishedAt) == [day, day, day, nil, nil])
      #expect(list.elements.map { $0.history.map(\.uses) } == [[9], [9], [], [], []])
      #expect(list.elements.allSatisfy { $0.card.language == "en" })
    },
    Payload("accounts/credentials-with-nulls", as: Account.self) { account in
      #expect(account.name == "Wren Alder" && account.roles.isEmpty && account.fields.isEmpty)
      #expect(account.source == Account.Source())
    },
    Payload("scheduled/nulls-in-params", as: LossyList<ScheduledStatus>.self) { list in
      // What was left to the server stays with it.
      #expect(
        list.elements == [
          ScheduledStatus(
            id: "9", scheduledAt: .fixture(daysAgo: -2, hoursAgo: -21),
            params: ScheduledStatus.Params(text: "High water at nine."))
        ])
    },
    .statuses("optional-parts-missing") { list in
      let status = try #require(list.elements.first)
      #expect(status.account.roles.isEmpty && status.application == nil && status.quoteApproval == nil)
      #expect(status.tags.map(\.name) == ["hives"] && status.tags.first?.history == [])
      // An empty list stands for a missing object, and an empty object for a missing list.
      #expect(status.poll == nil && status.card == nil)
      #expect(status.mediaAttachments.isEmpty && status.mentions.isEmpty && status.emojis.isEmpty)
      #expect(status.filterVerdict(in: .home, at: .fixtureNow) == .show)
    },
  ]
}
