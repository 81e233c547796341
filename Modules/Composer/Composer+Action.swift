public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Composer {
  /// The actions of the sheet; the root carries them out.
  @MainActor
  public struct Action {
    public var append: (String) -> Void
    /// Replaces a line, counted from 1.
    public var changeLine: (Int, String) throws -> Void
    /// Deletes a line, by default the last one, and returns its text.
    public var removeLine: (Int?) throws -> String
    /// Undoes the last change and returns its description.
    public var undo: () throws -> String
    public var attachments: AttachmentAction
    /// Replaces the text by what the user's editor has left; returns whether it was changed.
    public var replaceText: (String) -> Bool
    public var set: (Options) -> Void
    /// Sends the post and closes the sheet; if that fails, the draft stays.
    public var send: () async throws -> Sent
    /// Removes something from the post, such as its poll; the text says what, as part of a sentence.
    public var remove: (String, (inout StatusDraft) -> Void) -> Void
    /// Chooses the post that is quoted, which is loaded if the server answers in time.
    public var quote: (Status.ID) async throws -> Void
    /// Splits the text into a thread if it is too long for one post.
    public var split: () -> Void
    /// Returns the misspelt words of a text, as the user's program lists them.
    public var misspelt: (String) async throws -> [String]
    /// Closes the sheet and deletes the draft.
    public var discard: () throws -> Void
    /// Closes the sheet and saves the draft, if anything is written; the sheet stays open if that fails.
    public var close: () throws -> Void
  }

  /// The actions on a draft's attachments, which are counted from 1.
  @MainActor
  public struct AttachmentAction {
    public var attach: (_ path: String, _ description: String?) async throws -> DraftFile
    public var describe: (Int, String) throws -> Void
    /// Returns the alt text that the user's program suggests for an attachment.
    public var suggestion: (Int) async throws -> String
    public var detach: (Int) throws -> DraftFile
    /// Sets the point of an attachment that stays visible when it is cropped.
    public var focus: (Int, FocalPoint) throws -> Void
    /// Sets the image that stands for a video or an audio file.
    public var setThumbnail: (Int, _ path: String) async throws -> Void
    public var move: (Int, _ place: Int) throws -> Void
  }

  /// The actions of the commands outside the sheet.
  @MainActor
  public struct GlobalAction {
    /// Writes a post: sends it at once if there is a text or an edit has options, else opens the sheet or the user's editor.
    public var write: (Subject, String?, Options) async throws -> Response
    /// The services for deleting a post and writing it again.
    public var redrafting: Redrafting
    /// Keeps posts for a while before they are sent.
    public var holder: Holder
    public var schedule: ScheduleService
    /// Reads the saved drafts, the last changed first.
    public var drafts: () throws -> [Draft]
    /// Loads what the server allows.
    public var limits: () async -> Limits
    /// Finds a file to attach; fails if it does not exist or the server would reject it.
    public var findFile: (_ path: String, _ isThumbnail: Bool) async throws -> Void
    public var delete: (Draft.ID) throws -> Void
  }
}

extension Composer.Action {
  /// Wires the sheet to its model.
  ///
  /// - Parameters:
  ///   - model: The draft's owner.
  ///   - sent: Closes the sheet after the post was sent.
  ///   - leave: Closes the sheet without sending.
  ///   - notify: Shows a toast besides the response of the command, such as that a draft could not be saved.
  ///   - misspelt: Returns the misspelt words of a text.
  public init(
    model: Composer.Model, sent: @escaping @MainActor (Composer.Sent) -> Void, leave: @escaping @MainActor () -> Void,
    notify: @escaping @MainActor (Toast) -> Void, misspelt: @escaping (String) async throws -> [String]
  ) {
    let change = Change(model: model, notify: notify)
    self.init(
      append: { line in change.now { model.append(line) } },
      changeLine: { number, text in try change.now { try model.changeLine(number, to: text) } },
      removeLine: { number in try change.now { try model.removeLine(number) } },
      undo: { try change.now { try model.undo() } },
      attachments: Composer.AttachmentAction(
        attach: { path, description in
          try await change.soon { try await model.attach(Composer.Options.File(path: path, description: description)) }
        },
        describe: { number, text in try change.now { try model.describe(number, text) } },
        suggestion: { try await model.suggestedDescription(of: $0) },
        detach: { number in try change.now { try model.detach(number) } },
        focus: { number, point in try change.now { try model.focus(number, point) } },
        setThumbnail: { number, path in try await change.soon { try await model.setThumbnail(number, path) } },
        move: { number, place in try change.now { try model.move(number, to: place) } }),
      replaceText: { text in change.now { model.replaceText(byEdited: text) } },
      set: { options in change.now { model.set(options) } },
      send: {
        do {
          let result = try await model.send()
          if let warning = model.state.deletionWarning { notify(warning) }
          sent(result)
          return result
        } catch {
          guard model.state.error != nil else { throw error }
          throw model.state.failure(AppError(error), isOpen: true)
        }
      },
      remove: { description, edit in change.now { model.remove(description, edit) } },
      quote: { id in try await change.soon { try await model.quote(id) } },
      split: { change.now { model.split() } }, misspelt: misspelt,
      discard: {
        try model.discard()
        if let warning = model.state.deletionWarning { notify(warning) }
        leave()
      },
      close: {
        model.close()
        // An unsaved text exists only in the sheet.
        if let unsaved = model.state.unsaved { throw unsaved }
        leave()
      })
  }
}

/// Changes a draft, and tells the user if it could not be saved.
@MainActor
private struct Change {
  var model: Composer.Model
  var notify: @MainActor (Toast) -> Void

  func now<Value>(_ change: () throws -> Value) rethrows -> Value {
    let value = try change()
    warn()
    return value
  }

  func soon<Value>(_ change: () async throws -> Value) async rethrows -> Value {
    let value = try await change()
    warn()
    return value
  }

  private func warn() {
    if let conflict = model.separation.take() {
      notify(
        Toast(
          .warning,
          StyledText("Your \(model.state.noun) was \(conflict.event). What is written here is a draft of its own.")))
    }
    guard let error = model.state.storage.error else { return }
    notify(Toast(.warning, StyledText("Could not save the draft: \(error.message)")))
  }
}

extension Composer.GlobalAction {
  /// Wires the commands to the saved drafts; the root opens composers.
  ///
  /// - Parameter deleted: Is told of a draft that was deleted, which may be open.
  public init(
    drafts: DraftService,
    write: @escaping @MainActor (Composer.Subject, String?, Composer.Options) async throws -> Response,
    deleted: @escaping @MainActor (Draft.ID) -> Void, redrafting: Composer.Redrafting, holder: Composer.Holder,
    schedule: ScheduleService, limits: @escaping @MainActor () async -> Composer.Limits,
    findFile: @escaping @MainActor (_ path: String, _ isThumbnail: Bool) async throws -> Void
  ) {
    self.init(
      write: write, redrafting: redrafting, holder: holder, schedule: schedule, drafts: drafts.all, limits: limits,
      findFile: findFile,
      delete: { id in
        try drafts.delete(id)
        deleted(id)
      })
  }
}
