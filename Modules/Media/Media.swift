public import FeatureKit
public import MastodonKit
public import TerminalKit

/// A post's pictures, films and sounds: in words first, then as well as the terminal can show them.
public enum Media {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The post.
    public var statusID: Status.ID
    /// Who posted it.
    public var author: String
    /// Whether its author marked them as not for everybody.
    public var isSensitive: Bool
    /// The post's media, at least one.
    public var attachments: [MediaAttachment]
    /// The one that is shown, counted from 0; `nil` for all of them in words.
    public var index: Int?
    /// What there is to see of the one that is shown; `nil` before anybody looked.
    public var sight: Sight?
    /// What is typed for the post: its number on the screen, or its id.
    public var typed: String
    /// Whether it is a sheet, whose verbs need no number.
    public var isSheet: Bool

    /// Makes a state of a post's media.
    public init(
      statusID: Status.ID, author: String, isSensitive: Bool = false, attachments: [MediaAttachment],
      index: Int? = nil, sight: Sight? = nil, typed: String, isSheet: Bool = false
    ) {
      self.statusID = statusID
      self.author = author
      self.isSensitive = isSensitive
      self.attachments = attachments
      self.index = index
      self.sight = sight
      self.typed = typed
      self.isSheet = isSheet
    }

    /// What is typed for the one that is shown: `3`, or `3 2` where there are several.
    var typedForOne: String { attachments.count > 1 ? "\(typed) \((index ?? 0) + 1)" : typed }

    /// The one that is shown, if one alone is.
    public var attachment: MediaAttachment? {
      index.flatMap { attachments.indices.contains($0) ? attachments[$0] : nil }
    }
  }

  /// What there is to see of something.
  public struct Sight: Hashable, Sendable {
    /// The picture, or its colours, for the terminal at hand.
    public var picture: Picture?
    /// Why it is not the picture itself, as a sentence; `nil` if it is, or if that is of no interest.
    public var note: String?

    /// Makes a sight.
    public init(picture: Picture? = nil, note: String? = nil) {
      self.picture = picture
      self.note = note
    }
  }

  /// A file that was saved.
  public struct Saved: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// How many bytes it has.
    public var bytes: Int
    /// What its first bytes say that it is, as a MIME type; `nil` for what is no picture, film or sound.
    public var type: String?

    /// Names a file.
    public init(path: String, bytes: Int, type: String?) {
      self.path = path
      self.bytes = bytes
      self.type = type
    }
  }

  /// What the screen cannot do by itself.
  @MainActor
  public struct Action {
    /// Finds a post as it is now.
    public var status: (Status.ID) async throws -> Status
    /// Looks at something with the terminal that is there.
    public var look: (MediaAttachment, Layout) async throws -> Sight
    /// Saves something into a folder, or where the person is.
    public var save: (MediaAttachment, _ folder: String?) async throws -> Saved
    /// Gives something to a viewer outside of the terminal.
    public var view: (MediaAttachment) async throws -> Void
    /// Presents a post's media as a sheet, at one of them.
    public var present: (State) -> Void
    /// Closes the sheet.
    public var close: () -> Void

    /// Makes an action from its closures.
    public init(
      status: @escaping (Status.ID) async throws -> Status,
      look: @escaping (MediaAttachment, Layout) async throws -> Sight,
      save: @escaping (MediaAttachment, _ folder: String?) async throws -> Saved,
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
