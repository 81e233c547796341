/// A server: what it is called, what it is for, and what it allows.
public struct Instance: Hashable, Sendable {
  /// The host that its accounts' names end in.
  public var domain: String
  /// The name.
  public var title: String
  /// The version of its software; other software than Mastodon names itself here.
  public var version: String
  /// Where its source code is.
  public var sourceURL: String?
  /// A short description, plain text or HTML.
  public var description: String
  /// The main languages.
  public var languages: [String]
  /// The number of accounts that were active in the last month, if it is reported.
  public var activeMonth: Int?
  /// A picture of it.
  public var thumbnail: String?
  /// The rules.
  public var rules: [Rule]
  /// The limits and features.
  public var configuration: Configuration
  /// The address that streams come from, without a path.
  public var streamingURL: String?
  /// Which revisions of which API it speaks: `mastodon` and others.
  public var apiVersions: [String: Int]
  /// The contact address.
  public var contactEmail: String?
  /// The contact account.
  public var contactAccount: Account?
  /// Whether one can sign up.
  public var registrations: Registrations
  /// The thumbnail's alt text.
  public var thumbnailDescription: String
  /// A few colours to show before the picture of it has arrived.
  public var thumbnailBlurhash: String?
  /// The picture of it for screens of several densities, such as `@2x`.
  public var thumbnailVersions: [String: String]
  /// The icons.
  public var icons: [Icon]
  /// The pages about the server.
  public var pages: Pages
  /// The year whose annual reports it makes at present.
  public var wrapstodon: String?

  /// Creates an instance; by default with Mastodon's limits.
  public init(
    domain: String, title: String, version: String, sourceURL: String? = nil, description: String = "",
    languages: [String] = [], activeMonth: Int? = nil, thumbnail: String? = nil, rules: [Rule] = [],
    configuration: Configuration = Configuration(), streamingURL: String? = nil, apiVersions: [String: Int] = [:],
    contactEmail: String? = nil, contactAccount: Account? = nil, registrations: Registrations = Registrations(),
    thumbnailDescription: String = "", thumbnailBlurhash: String? = nil, thumbnailVersions: [String: String] = [:],
    icons: [Icon] = [], pages: Pages = Pages(), wrapstodon: String? = nil
  ) {
    self.domain = domain
    self.title = title
    self.version = version
    self.sourceURL = sourceURL
    self.description = description
    self.languages = languages
    self.activeMonth = activeMonth
    self.thumbnail = thumbnail
    self.rules = rules
    self.configuration = configuration
    self.streamingURL = streamingURL
    self.apiVersions = apiVersions
    self.contactEmail = contactEmail
    self.contactAccount = contactAccount
    self.registrations = registrations
    self.thumbnailDescription = thumbnailDescription
    self.thumbnailBlurhash = thumbnailBlurhash
    self.thumbnailVersions = thumbnailVersions
    self.icons = icons
    self.pages = pages
    self.wrapstodon = wrapstodon
  }

  /// A rule of a server.
  public struct Rule: Hashable, Sendable, Identifiable {
    /// The rule's id.
    public var id: Identifier<Rule>
    /// The rule.
    public var text: String
    /// More about it.
    public var hint: String
    /// The same in other languages, by their codes.
    public var translations: [String: RuleTranslation]

    /// Creates a rule.
    public init(
      id: Identifier<Rule>, text: String, hint: String = "", translations: [String: RuleTranslation] = [:]
    ) {
      self.id = id
      self.text = text
      self.hint = hint
      self.translations = translations
    }
  }

  /// Whether one can sign up.
  public struct Registrations: Hashable, Sendable {
    /// Whether anybody can.
    public var enabled: Bool
    /// Whether a moderator decides.
    public var approvalRequired: Bool
    /// Why registration is closed, as HTML.
    public var message: String?
    /// How old one must be.
    public var minAge: Int?
    /// Whether a reason for joining is required.
    public var reasonRequired: Bool?
    /// The page on which one signs up, if it is another than the server's own.
    public var url: String?

    /// Creates registrations; by default closed.
    public init(
      enabled: Bool = false, approvalRequired: Bool = false, message: String? = nil, minAge: Int? = nil,
      reasonRequired: Bool? = nil, url: String? = nil
    ) {
      self.enabled = enabled
      self.approvalRequired = approvalRequired
      self.message = message
      self.minAge = minAge
      self.reasonRequired = reasonRequired
      self.url = url
    }
  }

  /// A server's limits and features.
  ///
  /// Unreported ones have Mastodon's defaults.
  public struct Configuration: Hashable, Sendable {
    /// How long a status may be.
    public var maxCharacters: Int
    /// How many characters a link counts for, however long it is.
    public var charactersReservedPerURL: Int
    /// How many media a status may have.
    public var maxMediaAttachments: Int
    /// How long the description of a medium may be.
    public var descriptionLimit: Int
    /// How many bytes a picture may have.
    public var imageSizeLimit: Int
    /// How many bytes a film or sound may have.
    public var videoSizeLimit: Int
    /// The MIME types that may be uploaded; empty if unknown.
    public var supportedMIMETypes: [String]
    /// The limits of polls.
    public var polls: PollLimits
    /// Whether the server translates.
    public var translation: Bool
    /// The key that pushed messages are signed with.
    public var vapidPublicKey: String?
    /// The largest image in pixels; `nil` if unknown.
    public var imageMatrixLimit: Int?
    /// The largest video frame in pixels; `nil` if unknown.
    public var videoMatrixLimit: Int?
    /// The highest frame rate of a video; `nil` if unknown.
    public var videoFrameRateLimit: Int?
    /// The limits of profiles.
    public var accounts: AccountLimits
    /// Who may read the public timelines; `nil` if unknown.
    public var timelinesAccess: TimelinesAccess?
    /// Whether it federates only with selected servers.
    public var limitedFederation: Bool?
    /// The MIME types that the text of a status may have; empty if it has only plain text.
    public var statusFormats: [String]

    /// Creates a configuration; by default Mastodon's.
    public init(
      maxCharacters: Int = 500, charactersReservedPerURL: Int = 23, maxMediaAttachments: Int = 4,
      descriptionLimit: Int = 1500, imageSizeLimit: Int = 16_777_216, videoSizeLimit: Int = 103_809_024,
      supportedMIMETypes: [String] = [], polls: PollLimits = PollLimits(), translation: Bool = false,
      vapidPublicKey: String? = nil, imageMatrixLimit: Int? = nil, videoMatrixLimit: Int? = nil,
      videoFrameRateLimit: Int? = nil, accounts: AccountLimits = AccountLimits(),
      timelinesAccess: TimelinesAccess? = nil, limitedFederation: Bool? = nil, statusFormats: [String] = []
    ) {
      self.statusFormats = statusFormats
      self.maxCharacters = maxCharacters
      self.charactersReservedPerURL = charactersReservedPerURL
      self.maxMediaAttachments = maxMediaAttachments
      self.descriptionLimit = descriptionLimit
      self.imageSizeLimit = imageSizeLimit
      self.videoSizeLimit = videoSizeLimit
      self.supportedMIMETypes = supportedMIMETypes
      self.polls = polls
      self.translation = translation
      self.vapidPublicKey = vapidPublicKey
      self.imageMatrixLimit = imageMatrixLimit
      self.videoMatrixLimit = videoMatrixLimit
      self.videoFrameRateLimit = videoFrameRateLimit
      self.accounts = accounts
      self.timelinesAccess = timelinesAccess
      self.limitedFederation = limitedFederation
    }
  }

  /// The limits of polls.
  public struct PollLimits: Hashable, Sendable {
    /// How many options it may have; none on a server without polls.
    public var maxOptions: Int
    /// How long an option may be.
    public var maxCharactersPerOption: Int
    /// The shortest time that it may run, in seconds.
    public var minExpiration: Int
    /// The longest time that it may run, in seconds.
    public var maxExpiration: Int

    /// Creates limits; by default Mastodon's.
    public init(
      maxOptions: Int = 4, maxCharactersPerOption: Int = 50, minExpiration: Int = 300, maxExpiration: Int = 2_629_746
    ) {
      self.maxOptions = maxOptions
      self.maxCharactersPerOption = maxCharactersPerOption
      self.minExpiration = minExpiration
      self.maxExpiration = maxExpiration
    }
  }
}
