/// Reads what a server publishes about itself, a document at a time.
public struct ServerService: Sendable {
  public var description: @Sendable () async throws -> InstanceText
  public var privacyPolicy: @Sendable () async throws -> InstanceText
  /// The terms of service that hold now.
  public var terms: @Sendable () async throws -> InstanceText
  /// The activity of the last weeks, the latest first.
  public var activity: @Sendable () async throws -> [InstanceActivity]
  public var moderatedServers: @Sendable () async throws -> [DomainBlock]
  public var emojis: @Sendable () async throws -> [CustomEmoji]
  public var peers: @Sendable () async throws -> [String]
  public var translationLanguages: @Sendable () async throws -> TranslationLanguages

  public init(
    description: @escaping @Sendable () async throws -> InstanceText,
    privacyPolicy: @escaping @Sendable () async throws -> InstanceText,
    terms: @escaping @Sendable () async throws -> InstanceText,
    activity: @escaping @Sendable () async throws -> [InstanceActivity],
    moderatedServers: @escaping @Sendable () async throws -> [DomainBlock],
    emojis: @escaping @Sendable () async throws -> [CustomEmoji],
    peers: @escaping @Sendable () async throws -> [String],
    translationLanguages: @escaping @Sendable () async throws -> TranslationLanguages
  ) {
    self.description = description
    self.privacyPolicy = privacyPolicy
    self.terms = terms
    self.activity = activity
    self.moderatedServers = moderatedServers
    self.emojis = emojis
    self.peers = peers
    self.translationLanguages = translationLanguages
  }
}

public struct AnnouncementService: Sendable {
  public var all: @Sendable () async throws -> [Announcement]
  public var dismiss: @Sendable (Announcement.ID) async throws -> Void
  /// Reacts with an emoji or a shortcode, or takes that back.
  public var setReaction: @Sendable (Announcement.ID, _ name: String, Bool) async throws -> Void

  public init(
    all: @escaping @Sendable () async throws -> [Announcement],
    dismiss: @escaping @Sendable (Announcement.ID) async throws -> Void,
    setReaction: @escaping @Sendable (Announcement.ID, _ name: String, Bool) async throws -> Void
  ) {
    self.all = all
    self.dismiss = dismiss
    self.setReaction = setReaction
  }
}
