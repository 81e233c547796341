public import FeatureKit
public import MastodonKit
public import TerminalKit

/// The attachments of a post: as text first, then as images.
public enum Media {
  public struct State: Hashable, Sendable {
    public var statusID: Status.ID
    /// The display name of the post's author.
    public var author: String
    public var isSensitive: Bool
    /// The attachments, at least one.
    public var attachments: [MediaAttachment]
    /// The index of the attachment that is shown; `nil` for a list of all.
    public var index: Int?
    /// The image of the attachment that is shown; `nil` before it is drawn.
    public var drawing: Drawing?
    /// The user's reference to the post: its number on the screen, or its id.
    public var typed: String
    /// Whether it is the sheet, whose commands need no number.
    public var isSheet: Bool

    public init(
      statusID: Status.ID, author: String, isSensitive: Bool = false, attachments: [MediaAttachment],
      index: Int? = nil, drawing: Drawing? = nil, typed: String, isSheet: Bool = false
    ) {
      self.statusID = statusID
      self.author = author
      self.isSensitive = isSensitive
      self.attachments = attachments
      self.index = index
      self.drawing = drawing
      self.typed = typed
      self.isSheet = isSheet
    }

    /// The reference to the attachment: `3`, or `3 2` for one of several.
    var typedForOne: String { attachments.count > 1 ? "\(typed) \((index ?? 0) + 1)" : typed }

    /// The attachment that is shown; `nil` for a list of all.
    public var attachment: MediaAttachment? {
      index.flatMap { attachments.indices.contains($0) ? attachments[$0] : nil }
    }
  }

  /// An attachment drawn for the terminal.
  public struct Drawing: Hashable, Sendable {
    /// The image, or its colours.
    public var picture: Picture?
    /// The sound as a line of bars.
    public var wave: String?
    /// The duration in seconds, if it was read from the file.
    public var seconds: Double?
    /// The size of the file in bytes, once it was downloaded.
    public var bytes: Int?
    /// Why the image itself is not shown, as a sentence; `nil` if it is.
    public var note: String?

    public init(
      picture: Picture? = nil, wave: String? = nil, seconds: Double? = nil, bytes: Int? = nil, note: String? = nil
    ) {
      self.picture = picture
      self.wave = wave
      self.seconds = seconds
      self.bytes = bytes
      self.note = note
    }
  }

  /// Posts with media, in words and in their main colours.
  public struct Gallery: Hashable, Sendable {
    /// The account that they are by, as a handle; `nil` for the posts of a timeline.
    public var account: String?
    /// The posts that have attachments.
    public var statuses: [Status]
    public var count: Int

    public init(account: String? = nil, of statuses: [Status]) {
      self.account = account
      self.statuses = statuses.filter { !$0.displayed.mediaAttachments.isEmpty }
      count = statuses.count
    }
  }

  /// The actions that the screen cannot do by itself.
  @MainActor
  public struct Action {
    public var status: (Status.ID) async throws -> Status
    /// Draws an attachment for the terminal.
    public var look: (MediaAttachment, Layout) async throws -> Drawing
    /// Draws the colours of an attachment, without a request; `nil` where there are none.
    public var colors: (MediaAttachment, Layout) -> Picture?
    /// Returns those posts that some screen shows, without a request.
    public var shown: ([Status.ID]) -> [Status]
    /// Loads the newest posts of the home timeline.
    public var home: () async throws -> [Status]
    /// Loads the newest posts with media of an account.
    public var posts: (Account.ID) async throws -> [Status]
    /// Prints the progress of several downloads.
    public var report: (String) -> Void
    /// Saves an attachment in a folder, by default the current one.
    public var save: (MediaAttachment, _ folder: String?) async throws -> DownloadedFile
    /// Opens an attachment in another program, and returns the size of its file in bytes.
    public var view: (MediaAttachment) async throws -> Int
    public var present: (State) -> Response
    public var close: () -> Void

    public init(
      status: @escaping (Status.ID) async throws -> Status,
      look: @escaping (MediaAttachment, Layout) async throws -> Drawing,
      colors: @escaping (MediaAttachment, Layout) -> Picture?, shown: @escaping ([Status.ID]) -> [Status],
      home: @escaping () async throws -> [Status], posts: @escaping (Account.ID) async throws -> [Status],
      report: @escaping (String) -> Void,
      save: @escaping (MediaAttachment, _ folder: String?) async throws -> DownloadedFile,
      view: @escaping (MediaAttachment) async throws -> Int, present: @escaping (State) -> Response,
      close: @escaping () -> Void
    ) {
      self.status = status
      self.look = look
      self.colors = colors
      self.shown = shown
      self.home = home
      self.posts = posts
      self.report = report
      self.save = save
      self.view = view
      self.present = present
      self.close = close
    }
  }
}
