public import FeatureKit
public import MastodonKit
public import TerminalKit

/// The attachments of a post: as text first, then as images.
public enum Media {
  /// Everything that the screen shows.
  public struct State: Hashable, Sendable {
    /// The post.
    public var statusID: Status.ID
    /// The display name of the post's author.
    public var author: String
    /// Whether the attachments are marked sensitive.
    public var isSensitive: Bool
    /// The attachments, at least one.
    public var attachments: [MediaAttachment]
    /// The index of the attachment that is shown; `nil` for a list of all.
    public var index: Int?
    /// The image of the attachment that is shown; `nil` before it is drawn.
    public var drawing: Drawing?
    /// How the user refers to the post: its number on the screen, or its id.
    public var typed: String
    /// Whether it is the sheet, whose commands need no number.
    public var isSheet: Bool

    /// Creates a state.
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

    /// How to refer to the attachment: `3`, or `3 2` for one of several.
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
    /// Why the image itself is not shown, as a sentence; `nil` if it is.
    public var note: String?

    /// Creates a drawing.
    public init(picture: Picture? = nil, note: String? = nil) {
      self.picture = picture
      self.note = note
    }
  }

  /// A saved file.
  public struct SavedFile: Hashable, Sendable {
    /// The path.
    public var path: String
    /// The size in bytes.
    public var bytes: Int
    /// The MIME type by its first bytes; `nil` if it is not a known image, video or audio format.
    public var type: String?

    /// Creates a description of a file.
    public init(path: String, bytes: Int, type: String?) {
      self.path = path
      self.bytes = bytes
      self.type = type
    }
  }

  /// What the screen cannot do by itself.
  @MainActor
  public struct Action {
    /// Loads a post.
    public var status: (Status.ID) async throws -> Status
    /// Draws an attachment for the terminal.
    public var look: (MediaAttachment, Layout) async throws -> Drawing
    /// Saves an attachment in a folder, by default the current one.
    public var save: (MediaAttachment, _ folder: String?) async throws -> SavedFile
    /// Opens an attachment in another program.
    public var view: (MediaAttachment) async throws -> Void
    /// Presents the sheet.
    public var present: (State) -> Void
    /// Closes the sheet.
    public var close: () -> Void

    /// Creates an action from its closures.
    public init(
      status: @escaping (Status.ID) async throws -> Status,
      look: @escaping (MediaAttachment, Layout) async throws -> Drawing,
      save: @escaping (MediaAttachment, _ folder: String?) async throws -> SavedFile,
      view: @escaping (MediaAttachment) async throws -> Void, present: @escaping (State) -> Void,
      close: @escaping () -> Void
    ) {
      self.status = status
      self.look = look
      self.save = save
      self.view = view
      self.present = present
      self.close = close
    }
  }
}
