import ComposerFeature
import ConversationsFeature
import FeatureKit
import FilteredNotificationsFeature
import StatusKit

/// The models of a session's screens, by what they are told of; each joins where it is made.
@MainActor
struct OpenModels {
  let posts = Living<any StatusContainer>()
  /// Those that show posts of several accounts.
  let merged = Living<StatusTimeline.Model>()
  let tags = Living<any TagContainer>()
  /// Those that show what is between the user and other accounts.
  let relationships = Living<any RelationshipContainer>()
  /// Timelines whose new posts come by a stream of their own.
  let streams = Living<any StreamedTimeline>()
  let composers = Living<Composer.Model>()
  let conversations = Living<Conversations.Model>()
  /// Lists of accounts whose notifications are held back.
  let filtered = Living<FilteredNotifications.Model>()
}
