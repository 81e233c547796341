extension Instance {
  /// A server's icon in one size.
  public struct Icon: Hashable, Sendable {
    /// Where it is.
    public var source: String
    /// How large it is, as `36x36`.
    public var size: String

    /// Creates an icon.
    public init(source: String, size: String = "") {
      self.source = source
      self.size = size
    }
  }
}

extension Instance.Icon: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case size
    case source = "src"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    source = try json.required(.source)
    size = json.text(.size)
  }
}

extension Instance {
  /// The URLs of pages about a server.
  public struct Pages: Hashable, Sendable {
    /// Whether it works.
    public var status: String?
    /// The page about its purpose.
    public var about: String?
    /// The privacy policy.
    public var privacyPolicy: String?
    /// The terms of service.
    public var termsOfService: String?

    /// Creates a list of pages.
    public init(
      status: String? = nil, about: String? = nil, privacyPolicy: String? = nil, termsOfService: String? = nil
    ) {
      self.status = status
      self.about = about
      self.privacyPolicy = privacyPolicy
      self.termsOfService = termsOfService
    }
  }
}

extension Instance.Pages: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case status, about
    case privacyPolicy = "privacy_policy"
    case termsOfService = "terms_of_service"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    status = json.word(.status)
    about = json.word(.about)
    privacyPolicy = json.word(.privacyPolicy)
    termsOfService = json.word(.termsOfService)
  }
}

extension Instance {
  /// A server's limits for profiles; unknown ones are `nil`.
  public struct AccountLimits: Hashable, Sendable {
    /// The longest display name.
    public var maxDisplayNameLength: Int?
    /// How long the note may be.
    public var maxNoteLength: Int?
    /// How long the description of the portrait may be.
    public var maxAvatarDescriptionLength: Int?
    /// How long the description of the head picture may be.
    public var maxHeaderDescriptionLength: Int?
    /// How many hashtags it may show.
    public var maxFeaturedTags: Int?
    /// How many statuses may be pinned to it.
    public var maxPinnedStatuses: Int?
    /// How many facts it may have.
    public var maxProfileFields: Int?
    /// How long the name of a fact may be.
    public var profileFieldNameLimit: Int?
    /// How long a fact may be.
    public var profileFieldValueLimit: Int?

    /// Creates limits.
    public init(
      maxDisplayNameLength: Int? = nil, maxNoteLength: Int? = nil, maxAvatarDescriptionLength: Int? = nil,
      maxHeaderDescriptionLength: Int? = nil, maxFeaturedTags: Int? = nil, maxPinnedStatuses: Int? = nil,
      maxProfileFields: Int? = nil, profileFieldNameLimit: Int? = nil, profileFieldValueLimit: Int? = nil
    ) {
      self.maxDisplayNameLength = maxDisplayNameLength
      self.maxNoteLength = maxNoteLength
      self.maxAvatarDescriptionLength = maxAvatarDescriptionLength
      self.maxHeaderDescriptionLength = maxHeaderDescriptionLength
      self.maxFeaturedTags = maxFeaturedTags
      self.maxPinnedStatuses = maxPinnedStatuses
      self.maxProfileFields = maxProfileFields
      self.profileFieldNameLimit = profileFieldNameLimit
      self.profileFieldValueLimit = profileFieldValueLimit
    }
  }
}

extension Instance.AccountLimits: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case maxDisplayNameLength = "max_display_name_length"
    case maxNoteLength = "max_note_length"
    case maxAvatarDescriptionLength = "max_avatar_description_length"
    case maxHeaderDescriptionLength = "max_header_description_length"
    case maxFeaturedTags = "max_featured_tags"
    case maxPinnedStatuses = "max_pinned_statuses"
    case maxProfileFields = "max_profile_fields"
    case profileFieldNameLimit = "profile_field_name_limit"
    case profileFieldValueLimit = "profile_field_value_limit"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    maxDisplayNameLength = json.integer(.maxDisplayNameLength)
    maxNoteLength = json.integer(.maxNoteLength)
    maxAvatarDescriptionLength = json.integer(.maxAvatarDescriptionLength)
    maxHeaderDescriptionLength = json.integer(.maxHeaderDescriptionLength)
    maxFeaturedTags = json.integer(.maxFeaturedTags)
    maxPinnedStatuses = json.integer(.maxPinnedStatuses)
    maxProfileFields = json.integer(.maxProfileFields)
    profileFieldNameLimit = json.integer(.profileFieldNameLimit)
    profileFieldValueLimit = json.integer(.profileFieldValueLimit)
  }
}

extension Instance {
  /// Who may read the public timelines.
  public struct TimelinesAccess: Hashable, Sendable {
    /// The public timelines.
    public var liveFeeds: Feed?
    /// The timelines of hashtags.
    public var hashtagFeeds: Feed?
    /// The timelines of pages that many link to.
    public var trendingLinkFeeds: Feed?

    /// Creates an answer.
    public init(liveFeeds: Feed? = nil, hashtagFeeds: Feed? = nil, trendingLinkFeeds: Feed? = nil) {
      self.liveFeeds = liveFeeds
      self.hashtagFeeds = hashtagFeeds
      self.trendingLinkFeeds = trendingLinkFeeds
    }

    /// Who may read a timeline.
    public struct Feed: Hashable, Sendable {
      /// Access to the server's own posts.
      public var local: Access?
      /// Access to posts of other servers.
      public var remote: Access?

      /// Creates an answer.
      public init(local: Access? = nil, remote: Access? = nil) {
        self.local = local
        self.remote = remote
      }
    }

    /// Who may read.
    public enum Access: OpenEnum {
      /// Everybody.
      case `public`
      /// Signed-in accounts.
      case authenticated
      /// Nobody; the timeline is always empty.
      case disabled
      /// A value that this version does not know.
      case unknown(String)

      /// Those with a name.
      public static let known: [Access] = [.public, .authenticated, .disabled]

      /// The server's value.
      public var rawValue: String {
        switch self {
        case .public: "public"
        case .authenticated: "authenticated"
        case .disabled: "disabled"
        case .unknown(let word): word
        }
      }
    }
  }
}

extension Instance.TimelinesAccess: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case liveFeeds = "live_feeds"
    case hashtagFeeds = "hashtag_feeds"
    case trendingLinkFeeds = "trending_link_feeds"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    liveFeeds = json.entity(.liveFeeds)
    hashtagFeeds = json.entity(.hashtagFeeds)
    trendingLinkFeeds = json.entity(.trendingLinkFeeds)
  }
}

extension Instance.TimelinesAccess.Feed: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case local, remote
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    local = json.choice(.local)
    remote = json.choice(.remote)
  }
}

extension Instance {
  /// A rule in another language.
  public struct RuleTranslation: Hashable, Sendable {
    /// The rule.
    public var text: String?
    /// More about it.
    public var hint: String?

    /// Creates a translation.
    public init(text: String? = nil, hint: String? = nil) {
      self.text = text
      self.hint = hint
    }
  }
}

extension Instance.RuleTranslation: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case text, hint
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    text = json.word(.text)
    hint = json.word(.hint)
  }
}
