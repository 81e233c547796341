@testable import MastodonKit

extension EntityCase {
  /// Every entity that the kit has; those that it leaves out are marked in the table.
  static let all = accounts + statuses + notifications + collections + servers

  private static let accounts: [EntityCase] = [
    EntityCase([["Account", "CredentialAccount", "MutedAccount"]], Account.self, needs: ["id"]),
    EntityCase([["AccountRole"], ["Role"]], Account.Role.self),
    EntityCase([["Field"], ["Profile::Field"]], Account.Field.self),
    EntityCase("QuoteApproval", QuoteApproval.self),
    EntityCase("FeaturedTag", FeaturedTag.self, needs: ["id", "name"]),
    EntityCase("FamiliarFollowers", FamiliarFollowers.self, needs: ["id"]),
    EntityCase("Suggestion", Suggestion.self, needs: ["account"]),
    EntityCase("Relationship", Relationship.self, needs: []),
    EntityCase("Preferences", Preferences.self),
    EntityCase([["Status::Mention"], ["Announcement::Account"]], Mention.self, needs: ["id"]),
    EntityCase("CustomEmoji", CustomEmoji.self, needs: ["shortcode"]),
    EntityCase("Token", Token.self, needs: ["access_token"]),
    EntityCase([["Application", "CredentialApplication"]], Application.self, needs: ["client_id", "client_secret"]),
  ]

  private static let statuses: [EntityCase] = [
    EntityCase("Status", Status.self, needs: ["id", "account"]),
    EntityCase("StatusEdit", StatusEdit.self, needs: ["account"]),
    EntityCase("StatusSource", StatusSource.self, needs: ["id"]),
    EntityCase("ScheduledStatus", ScheduledStatus.self, needs: ["id", "params"]),
    EntityCase("MediaAttachment", MediaAttachment.self, needs: ["id"]),
    EntityCase("Poll", Poll.self, needs: ["id"]),
    EntityCase("Poll::Option", Poll.Option.self),
    EntityCase("PreviewCard", PreviewCard.self, needs: ["url"]),
    EntityCase("PreviewCardAuthor", PreviewCard.Author.self),
    EntityCase([["PreviewCard", "Trends::Link"]], TrendsLink.self, needs: ["url"]),
    EntityCase([["Quote"], ["ShallowQuote"]], Quote.self, needs: ["state"]),
    EntityCase([["Tag"], ["Status::Tag"], ["ShallowTag"]], Tag.self, needs: ["name"]),
    EntityCase("Translation", Translation.self),
    EntityCase("Translation::Poll", Translation.Poll.self, needs: ["id"]),
    EntityCase("Translation::Poll::Option", Translation.Poll.Option.self),
    EntityCase("Translation::Attachment", Translation.Attachment.self, needs: ["id"]),
    EntityCase("Context", StatusContext.self),
    EntityCase("Search", SearchResults.self),
    EntityCase("Filter", Filter.self, needs: ["id"]),
    EntityCase("FilterKeyword", Filter.Keyword.self, needs: ["id"]),
    EntityCase("FilterStatus", FilterStatus.self, needs: ["id", "status_id"]),
    EntityCase("FilterResult", FilterResult.self, needs: ["filter"]),
    EntityCase("Conversation", Conversation.self, needs: ["id"]),
    EntityCase("List", List.self, needs: ["id"]),
    EntityCase("Marker", Marker.self, needs: ["last_read_id"]),
  ]

  private static let notifications: [EntityCase] = [
    EntityCase("Notification", Notification.self, needs: ["id", "account"]),
    EntityCase("NotificationFallback", Notification.Fallback.self),
    EntityCase(
      "NotificationGroup", NotificationGroup.self, needs: ["group_key", "most_recent_notification_id"]),
    EntityCase("GroupedNotificationsResults", GroupedNotificationsResults.self, needs: ["notification_groups"]),
    EntityCase("NotificationPolicy", NotificationPolicy.self),
    EntityCase("NotificationRequest", NotificationRequest.self, needs: ["id", "account"]),
    EntityCase("NotificationRequestsMerged", NotificationRequestsMerged.self),
    EntityCase("UnreadCount", UnreadCount.self),
    EntityCase("WebPushSubscription", WebPushSubscription.self, needs: ["id"]),
    EntityCase("Report", Report.self, needs: ["id"]),
    EntityCase("RelationshipSeveranceEvent", RelationshipSeveranceEvent.self, needs: ["id"]),
    EntityCase("DomainBlock", DomainBlock.self, needs: ["domain"]),
    EntityCase("Announcement", Announcement.self, needs: ["id"]),
    EntityCase("Reaction", Reaction.self, needs: ["name"]),
  ]

  private static let collections: [EntityCase] = [
    EntityCase("Collection", Collection.self, needs: ["id", "account_id"]),
    EntityCase("CollectionItem", CollectionItem.self, needs: ["id"]),
    EntityCase("Collections", Collections.self),
    EntityCase("WrappedCollection", WrappedCollection.self, needs: ["collection"]),
    EntityCase("WrappedCollectionItem", WrappedCollectionItem.self, needs: ["collection_item"]),
    EntityCase("CollectionWithAccounts", CollectionWithAccounts.self, needs: ["collection"]),
    EntityCase("AnnualReport", AnnualReport.self),
    EntityCase("WrappedAnnualReports", WrappedAnnualReports.self),
    EntityCase("AnnualReportState", AnnualReportState.self),
  ]

  private static let servers: [EntityCase] = [
    EntityCase("Instance", Instance.self, needs: ["domain"]),
    EntityCase("Rule", Instance.Rule.self, needs: ["id"]),
    EntityCase([["ExtendedDescription"], ["PrivacyPolicy"], ["TermsOfService"]], InstanceText.self),
    EntityCase("InstanceActivity", InstanceActivity.self),
    EntityCase([["Error"], ["ValidationError"]], ValidationError.self),
    EntityCase("ValidationErrorDetail", ValidationError.Detail.self),
  ]
}
