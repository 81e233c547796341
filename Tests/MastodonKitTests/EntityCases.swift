@testable import MastodonKit

extension EntityCase {
  /// Every entity that the kit has; those that it leaves out are marked in the table.
  static let all = accounts + statuses + notifications + collections + servers

  private static let accounts: [EntityCase] = [
    EntityCase(
      [["Account", "CredentialAccount", "MutedAccount"]], Account.self, needs: ["id"], names(Account.CodingKeys.self),
      names(Account.Source.CodingKeys.self, in: "source")),
    EntityCase(
      "PartialAccountWithAvatar", PartialAccountWithAvatar.self, needs: ["id", "acct"],
      names(PartialAccountWithAvatar.CodingKeys.self)),
    EntityCase([["AccountRole"], ["Role"]], Account.Role.self, names(Account.Role.CodingKeys.self)),
    EntityCase([["Field"], ["Profile::Field"]], Account.Field.self, names(Account.Field.CodingKeys.self)),
    EntityCase([["FeatureApproval"], ["QuoteApproval"]], Approval.self, names(Approval.CodingKeys.self)),
    EntityCase("FeaturedTag", FeaturedTag.self, needs: ["id", "name"], names(FeaturedTag.CodingKeys.self)),
    EntityCase("FamiliarFollowers", FamiliarFollowers.self, needs: ["id"], names(FamiliarFollowers.CodingKeys.self)),
    EntityCase("Suggestion", Suggestion.self, needs: ["account"], names(Suggestion.CodingKeys.self)),
    EntityCase("Profile", Profile.self, needs: ["id"], names(Profile.CodingKeys.self)),
    EntityCase("Relationship", Relationship.self, needs: [], names(Relationship.CodingKeys.self)),
    EntityCase("Preferences", Preferences.self, names(Preferences.CodingKeys.self)),
    EntityCase(
      [["Status::Mention"], ["Announcement::Account"]], Mention.self, needs: ["id"], names(Mention.CodingKeys.self)),
    EntityCase("CustomEmoji", CustomEmoji.self, needs: ["shortcode"], names(CustomEmoji.CodingKeys.self)),
    EntityCase("UserInfo", UserInfo.self, needs: ["sub"], names(UserInfo.CodingKeys.self)),
    EntityCase(
      "OAuthServerMetadata", OAuthServerMetadata.self, needs: ["issuer"], names(OAuthServerMetadata.CodingKeys.self)),
    EntityCase("Token", Token.self, needs: ["access_token"], names(Token.CodingKeys.self)),
    EntityCase(
      [["Application", "CredentialApplication"]], Application.self, needs: ["client_id", "client_secret"],
      names(Application.CodingKeys.self)),
    EntityCase("Application", Application.Summary.self, names(Application.Summary.CodingKeys.self)),
  ]

  private static let statuses: [EntityCase] = [
    EntityCase(
      "Status", Status.self, needs: ["id", "account"], names(Status.CodingKeys.self),
      names(Status.Application.CodingKeys.self, in: "application")),
    EntityCase(
      "StatusEdit", StatusEdit.self, needs: ["account"], names(StatusEdit.CodingKeys.self),
      names(StatusEdit.Poll.CodingKeys.self, in: "poll"),
      names(StatusEdit.Poll.Option.CodingKeys.self, in: "poll[options][]")),
    EntityCase("StatusSource", StatusSource.self, needs: ["id"], names(StatusSource.CodingKeys.self)),
    EntityCase(
      "ScheduledStatus", ScheduledStatus.self, needs: ["id", "params"], names(ScheduledStatus.CodingKeys.self),
      names(ScheduledStatus.Params.CodingKeys.self, in: "params"),
      names(ScheduledStatus.Params.Poll.CodingKeys.self, in: "params[poll]")),
    EntityCase(
      "MediaAttachment", MediaAttachment.self, needs: ["id"], names(MediaAttachment.CodingKeys.self),
      names(MediaAttachment.Meta.CodingKeys.self, in: "meta"),
      names(MediaAttachment.Meta.OriginalKeys.self, in: "meta[original]"),
      names(MediaAttachment.Size.CodingKeys.self, in: "meta[original]"),
      names(MediaAttachment.Size.CodingKeys.self, in: "meta[small]"),
      names(MediaAttachment.Focus.CodingKeys.self, in: "meta[focus]")),
    EntityCase("Poll", Poll.self, needs: ["id"], names(Poll.CodingKeys.self)),
    EntityCase("Poll::Option", Poll.Option.self, names(Poll.Option.CodingKeys.self)),
    EntityCase("PreviewCard", PreviewCard.self, needs: ["url"], names(PreviewCard.CodingKeys.self)),
    EntityCase("PreviewCardAuthor", PreviewCard.Author.self, names(PreviewCard.Author.CodingKeys.self)),
    EntityCase(
      [["PreviewCard", "Trends::Link"]], TrendsLink.self, needs: ["url"], names(PreviewCard.CodingKeys.self),
      names(TrendsLink.CodingKeys.self), names(Tag.Usage.CodingKeys.self, in: "history[]")),
    EntityCase([["Quote"], ["ShallowQuote"]], Quote.self, needs: ["state"], names(Quote.CodingKeys.self)),
    EntityCase(
      [["Tag"], ["Status::Tag"], ["ShallowTag"]], Tag.self, needs: ["name"], names(Tag.CodingKeys.self),
      names(Tag.Usage.CodingKeys.self, in: "history[]")),
    EntityCase("Translation", Translation.self, names(Translation.CodingKeys.self)),
    EntityCase("Translation::Poll", Translation.Poll.self, needs: ["id"], names(Translation.Poll.CodingKeys.self)),
    EntityCase(
      "Translation::Poll::Option", Translation.Poll.Option.self, names(Translation.Poll.Option.CodingKeys.self)),
    EntityCase(
      "Translation::Attachment", Translation.Attachment.self, needs: ["id"],
      names(Translation.Attachment.CodingKeys.self)),
    EntityCase("Context", StatusContext.self, names(StatusContext.CodingKeys.self)),
    EntityCase("Search", SearchResults.self, names(SearchResults.CodingKeys.self)),
    EntityCase("Filter", Filter.self, needs: ["id"], names(Filter.CodingKeys.self)),
    EntityCase("FilterKeyword", Filter.Keyword.self, needs: ["id"], names(Filter.Keyword.CodingKeys.self)),
    EntityCase("FilterStatus", FilterStatus.self, needs: ["id", "status_id"], names(FilterStatus.CodingKeys.self)),
    EntityCase("FilterResult", FilterResult.self, needs: ["filter"], names(FilterResult.CodingKeys.self)),
    EntityCase("Conversation", Conversation.self, needs: ["id"], names(Conversation.CodingKeys.self)),
    EntityCase("List", List.self, needs: ["id"], names(List.CodingKeys.self)),
    EntityCase("Marker", Marker.self, needs: ["last_read_id"], names(Marker.CodingKeys.self)),
    EntityCase("AsyncRefresh", AsyncRefresh.self, needs: ["id"], names(AsyncRefresh.CodingKeys.self)),
    EntityCase(
      "AsyncRefreshEnvelope", AsyncRefreshEnvelope.self, needs: ["async_refresh"],
      names(AsyncRefreshEnvelope.CodingKeys.self)),
  ]

  private static let notifications: [EntityCase] = [
    EntityCase(
      "Notification", Notification.self, needs: ["id", "type", "account"], names(Notification.CodingKeys.self)),
    EntityCase("NotificationFallback", Notification.Fallback.self, names(Notification.Fallback.CodingKeys.self)),
    EntityCase(
      "NotificationGroup", NotificationGroup.self, needs: ["group_key", "type", "most_recent_notification_id"],
      names(NotificationGroup.CodingKeys.self)),
    EntityCase(
      "GroupedNotificationsResults", GroupedNotificationsResults.self,
      names(GroupedNotificationsResults.CodingKeys.self)),
    EntityCase(
      "NotificationPolicy", NotificationPolicy.self, names(NotificationPolicy.CodingKeys.self),
      names(NotificationPolicy.Summary.CodingKeys.self, in: "summary")),
    EntityCase(
      "NotificationRequest", NotificationRequest.self, needs: ["id", "account"],
      names(NotificationRequest.CodingKeys.self)),
    EntityCase(
      "NotificationRequestsMerged", NotificationRequestsMerged.self, names(NotificationRequestsMerged.CodingKeys.self)),
    EntityCase("UnreadCount", UnreadCount.self, names(UnreadCount.CodingKeys.self)),
    EntityCase(
      "WebPushSubscription", WebPushSubscription.self, needs: ["id"], open: ["alerts"],
      names(WebPushSubscription.CodingKeys.self)),
    EntityCase(
      "AccountWarning", AccountWarning.self, needs: ["id", "target_account"], names(AccountWarning.CodingKeys.self)),
    EntityCase("Appeal", Appeal.self, names(Appeal.CodingKeys.self)),
    EntityCase("Report", Report.self, needs: ["id", "target_account"], names(Report.CodingKeys.self)),
    EntityCase(
      "RelationshipSeveranceEvent", RelationshipSeveranceEvent.self, needs: ["id"],
      names(RelationshipSeveranceEvent.CodingKeys.self)),
    EntityCase("DomainBlock", DomainBlock.self, needs: ["domain"], names(DomainBlock.CodingKeys.self)),
    EntityCase("Announcement", Announcement.self, needs: ["id"], names(Announcement.CodingKeys.self)),
    EntityCase(
      "Announcement::Status", Announcement.Status.self, needs: ["id"], names(Announcement.Status.CodingKeys.self)),
    EntityCase("Reaction", Reaction.self, needs: ["name"], names(Reaction.CodingKeys.self)),
    EntityCase(
      "AnnouncementReactionEvent", AnnouncementReactionEvent.self, needs: ["name", "announcement_id"],
      names(AnnouncementReactionEvent.CodingKeys.self)),
  ]

  private static let collections: [EntityCase] = [
    EntityCase("Collection", Collection.self, needs: ["id", "account_id"], names(Collection.CodingKeys.self)),
    EntityCase("CollectionItem", CollectionItem.self, needs: ["id"], names(CollectionItem.CodingKeys.self)),
    EntityCase("Collections", Collections.self, names(Collections.CodingKeys.self)),
    EntityCase(
      "WrappedCollection", WrappedCollection.self, needs: ["collection"], names(WrappedCollection.CodingKeys.self)),
    EntityCase(
      "WrappedCollectionItem", WrappedCollectionItem.self, needs: ["collection_item"],
      names(WrappedCollectionItem.CodingKeys.self)),
    EntityCase(
      "CollectionWithAccounts", CollectionWithAccounts.self, needs: ["collection"],
      names(CollectionWithAccounts.CodingKeys.self)),
    EntityCase(
      "AnnualReport", AnnualReport.self, names(AnnualReport.CodingKeys.self),
      names(AnnualReport.Contents.CodingKeys.self, in: "data"),
      names(AnnualReport.Contents.TopStatuses.CodingKeys.self, in: "data[top_statuses]"),
      names(AnnualReport.Contents.Month.CodingKeys.self, in: "data[time_series][]"),
      names(AnnualReport.Contents.Hashtag.CodingKeys.self, in: "data[top_hashtags][]")),
    EntityCase("WrappedAnnualReports", WrappedAnnualReports.self, names(WrappedAnnualReports.CodingKeys.self)),
    EntityCase("AnnualReportState", AnnualReportState.self, names(AnnualReportState.CodingKeys.self)),
  ]

  private static let servers: [EntityCase] = [
    EntityCase(
      "Instance", Instance.self, needs: ["domain"], open: ["api_versions", "thumbnail[versions]"],
      names(Instance.Keys.self), names(Instance.Keys.Usage.self, in: "usage"),
      names(Instance.Keys.Users.self, in: "usage[users]"), names(Instance.Keys.Thumbnail.self, in: "thumbnail"),
      names(Instance.Keys.Configuration.self, in: "configuration"),
      names(Instance.Keys.URLs.self, in: "configuration[urls]"),
      names(Instance.Pages.CodingKeys.self, in: "configuration[urls]"),
      names(Instance.Keys.Vapid.self, in: "configuration[vapid]"),
      names(Instance.AccountLimits.CodingKeys.self, in: "configuration[accounts]"),
      names(Instance.Keys.Statuses.self, in: "configuration[statuses]"),
      names(Instance.Keys.Media.self, in: "configuration[media_attachments]"),
      names(Instance.Keys.Polls.self, in: "configuration[polls]"),
      names(Instance.Keys.Translation.self, in: "configuration[translation]"),
      names(Instance.TimelinesAccess.CodingKeys.self, in: "configuration[timelines_access]"),
      names(Instance.TimelinesAccess.Feed.CodingKeys.self, in: "configuration[timelines_access][live_feeds]"),
      names(Instance.TimelinesAccess.Feed.CodingKeys.self, in: "configuration[timelines_access][hashtag_feeds]"),
      names(Instance.TimelinesAccess.Feed.CodingKeys.self, in: "configuration[timelines_access][trending_link_feeds]"),
      names(Instance.Keys.Registrations.self, in: "registrations"), names(Instance.Keys.Contact.self, in: "contact")),
    EntityCase("InstanceIcon", Instance.Icon.self, needs: ["src"], names(Instance.Icon.CodingKeys.self)),
    EntityCase(
      "Rule", Instance.Rule.self, needs: ["id"], names(Instance.Rule.CodingKeys.self),
      names(Instance.RuleTranslation.CodingKeys.self, in: "translations[<lang>]")),
    EntityCase("ExtendedDescription", ExtendedDescription.self, names(ExtendedDescription.CodingKeys.self)),
    EntityCase("PrivacyPolicy", PrivacyPolicy.self, names(PrivacyPolicy.CodingKeys.self)),
    EntityCase("TermsOfService", TermsOfService.self, names(TermsOfService.CodingKeys.self)),
    EntityCase("InstanceActivity", InstanceActivity.self, names(InstanceActivity.CodingKeys.self)),
    EntityCase("Health", Health.self, names(Health.CodingKeys.self)),
    EntityCase([["Error"], ["ValidationError"]], ValidationError.self, names(ValidationError.CodingKeys.self)),
    EntityCase("ValidationErrorDetail", ValidationError.Detail.self, names(ValidationError.Detail.CodingKeys.self)),
  ]
}
