import MastodonClient
import MastodonKit

extension Specimen {
  static var notifications: [Specimen] {
    let wanted = NotificationQuery(
      types: [.mention], excludedTypes: [.follow, .poll], accountID: "1", includesFiltered: true,
      supportedTypes: [.mention])
    return [
      Specimen(.notifications(specimenPage)), Specimen(.notifications(PageRequest(limit: 40), wanted)),
      Specimen(.clearNotifications), Specimen(.dismissNotification("1")),
      Specimen(.unreadCount()), Specimen(.notificationPolicy),
      Specimen(
        .updateNotificationPolicy(
          NotificationPolicyEdit(
            notFollowing: .filter, notFollowers: .accept, newAccounts: .drop, privateMentions: .filter,
            limitedAccounts: .drop))),
      Specimen(.notificationRequests(specimenPage)),
      Specimen(.acceptNotificationRequest("1")), Specimen(.dismissNotificationRequest("1")),
      Specimen(.acceptNotificationRequests(["1", "2"])), Specimen(.dismissNotificationRequests(["1"])),
      Specimen(.notificationRequestsMerged), Specimen(.notificationGroups(specimenPage)),
      Specimen(.notificationGroups(PageRequest(), GroupQuery(wanted, groupedTypes: [.follow]))),
      Specimen(.dismissNotificationGroup("ungrouped-1")),
    ]
  }

  static var filters: [Specimen] {
    let draft = FilterDraft(
      title: "Spoilers", contexts: [.home, .thread], action: .hide, seconds: 86_400,
      keywords: [
        FilterDraft.KeywordChange("ending", wholeWord: true), FilterDraft.KeywordChange("beginning"),
        FilterDraft.KeywordChange("old", id: "8", isRemoved: true),
      ])
    return [
      Specimen(.filters), Specimen(.filter("1")), Specimen(.createFilter(draft)),
      Specimen(.updateFilter("1", FilterDraft(action: .warn))), Specimen(.deleteFilter("1")),
      Specimen(.addFilterStatus("2", to: "1")),
      Specimen(.removeFilterStatus("1")),
    ]
  }

  static var tags: [Specimen] {
    [
      Specimen(.tag("sea")), Specimen(.followTag("sea")), Specimen(.unfollowTag("sea")),
      Specimen(.followedTags(specimenPage)),
      Specimen(.trendingTags(PageRequest(.offset(10), limit: 10))), Specimen(.trendingStatuses(PageRequest())),
      Specimen(.trendingLinks(PageRequest(.older(than: "?offset=10")))), Specimen(.featuredTags),
      Specimen(.addFeaturedTag("sea")), Specimen(.removeFeaturedTag("1")),
    ]
  }

  static var other: [Specimen] {
    let push = PushSubscriptionDraft(
      endpoint: "https://push.example/1", publicKey: "BPk=", authentication: "c2Vj",
      alerts: ["mention": true, "follow": false], policy: .followed)
    let search = SearchQuery(
      "tide é", kind: .statuses, resolves: true, following: true, accountID: "1", excludesUnreviewed: true)
    return [
      Specimen(.search(search, PageRequest(.offset(20)))), Specimen(.search(SearchQuery("tide"), PageRequest())),
      Specimen(.resolve("@rook@a.example")), Specimen(.suggestions()), Specimen(.dismissSuggestion("1")),
      Specimen(.announcements), Specimen(.dismissAnnouncement("1")), Specimen(.react(to: "1", with: "🐘")),
      Specimen(.unreact(to: "1", with: "gull")), Specimen(.annualReports), Specimen(.annualReport(2025)),
      Specimen(.annualReportState(2025)), Specimen(.readAnnualReport(2025)), Specimen(.generateAnnualReport(2025)),
      Specimen(.markers(["home", "notifications"])), Specimen(.markHomeRead("1")),
      Specimen(.markNotificationsRead("1")), Specimen(.pushSubscription), Specimen(.subscribe(push)),
      Specimen(.updatePushSubscription(alerts: ["poll": true], policy: .all)), Specimen(.deletePushSubscription),
      Specimen(.resendConfirmation(to: "rook@a.example")),
    ]
  }

  static var instance: [Specimen] {
    [
      Specimen(.instance), Specimen(.instanceV1), Specimen(.peers), Specimen(.activity),
      Specimen(.moderatedServers), Specimen(.extendedDescription), Specimen(.privacyPolicy),
      Specimen(.termsOfService), Specimen(.translationLanguages),
      Specimen(.customEmojis),
    ]
  }
}
