/// A server: what it is called, what it is for, and what it allows.
public struct Instance: Hashable, Sendable {
  /// The host that its accounts' names end in.
  public var domain: String
  public var title: String
  /// The version of its software; other software than Mastodon names itself here.
  public var version: String
  public var sourceURL: String?
  /// A short description, plain text or HTML.
  public var description: String = ""
  public var languages: [String] = []
  /// The number of accounts that were active in the last month, if it is reported.
  public var activeMonth: Int?
  public var thumbnail: String?
  public var rules: [Rule] = []
  public var configuration: Configuration = Configuration()
  /// The address that streams come from, without a path.
  public var streamingURL: String?
  /// Which revisions of which API it speaks: `mastodon` and others.
  public var apiVersions: [String: Int] = [:]
  public var contactEmail: String?
  public var contactAccount: Account?
  public var registrations: Registrations = Registrations()
  public var pages: Pages = Pages()

  public struct Rule: Hashable, Sendable, Identifiable {
    public var id: Identifier<Rule>
    public var text: String
    public var hint: String = ""
  }

  public struct Registrations: Hashable, Sendable {
    public var enabled: Bool = false
    public var approvalRequired: Bool = false
    /// Why registration is closed, as HTML.
    public var message: String?
    public var minAge: Int?
    public var reasonRequired: Bool?
    /// The page on which one signs up, if it is another than the server's own.
    public var url: String?
  }

  /// A server's limits and features.
  ///
  /// Unreported ones have Mastodon's defaults.
  public struct Configuration: Hashable, Sendable {
    public var maxCharacters: Int
    /// The number of characters that a link counts as, however long it is.
    public var charactersReservedPerURL: Int
    public var maxMediaAttachments: Int
    public var descriptionLimit: Int
    public var imageSizeLimit: Int
    /// The maximum size of a video or audio file in bytes.
    public var videoSizeLimit: Int
    /// The MIME types that may be uploaded; empty if unknown.
    public var supportedMIMETypes: [String]
    public var polls: PollLimits
    public var translation: Bool
    /// The key that pushed messages are signed with.
    public var vapidPublicKey: String?
    /// Who may read the public timelines; `nil` if unknown.
    public var timelinesAccess: TimelinesAccess?
    /// The MIME types that the text of a status may have; empty if it has only plain text.
    public var statusFormats: [String]

    public init(
      maxCharacters: Int = 500, charactersReservedPerURL: Int = 23, maxMediaAttachments: Int = 4,
      descriptionLimit: Int = 1500, imageSizeLimit: Int = 16_777_216, videoSizeLimit: Int = 103_809_024,
      supportedMIMETypes: [String] = [], polls: PollLimits = PollLimits(), translation: Bool = false,
      vapidPublicKey: String? = nil,

      timelinesAccess: TimelinesAccess? = nil, statusFormats: [String] = []
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
      self.timelinesAccess = timelinesAccess
    }
  }

  public struct PollLimits: Hashable, Sendable {
    /// The maximum number of options; none on a server without polls.
    public var maxOptions: Int
    public var maxCharactersPerOption: Int
    /// The shortest time that it may run, in seconds.
    public var minExpiration: Int
    /// The longest time that it may run, in seconds.
    public var maxExpiration: Int

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
