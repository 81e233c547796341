public import TerminalKit

/// One screen as the root and the prompt see it: how it looks, what can be done there, how it gets its content.
///
/// A plain value over a model that its maker owns; the closures keep the model alive as long as the route that shows it.
@MainActor
public struct Screen {
  /// The kind of screen: `home`, `thread`.
  public let id: String
  /// The id of what it shows, such as a post's; `nil` where there is only one such screen.
  public let subject: @MainActor () -> String?
  /// The object that owns what is shown, which the screen keeps alive; `nil` where it is made on demand or there is none.
  ///
  /// What screens have in common is asked of it, such as whether it shows a post that has changed.
  public let model: AnyObject?
  /// What the prompt says while it is on top: `post by Rook`.
  public let label: @MainActor () -> String
  /// The view.
  public let document: @MainActor (Layout) -> Document
  /// The verbs that it offers in its present state; they win over those of the tab and of the app.
  public let verbs: @MainActor () -> [Verb]
  /// Fetches what it shows, if that has not been done; a failure becomes part of what it shows.
  public let load: @MainActor () async -> Void
  /// Fetches what depends on the terminal, such as a picture of the right size, after what it shows is there.
  public let prepare: @MainActor (Layout) async -> Void
  /// Why it has nothing to show, if so; decides the exit code of a one-shot command.
  public let failure: @MainActor () -> AppError?
  /// What it would be left without if it were closed now, as in “Close without …?”: `saving the new list “Canal”`; `nil`
  /// where nothing would be lost.
  public let unsaved: @MainActor () -> String?
  /// Takes plain lines as text, on screens for writing; on others every line is a command.
  public let textInput: TextInput?
  /// What a script types behind the command that opens it, to do the same in one line: ` TEXT`, `; category spam; send`.
  ///
  /// `nil` where looking at it is all there is to do, or where something was done on it.
  public let scripted: @MainActor () -> String?
  /// The command that Return on an empty line stands for, such as `next`; `nil` where it does nothing.
  public let onReturn: @MainActor () -> String?

  /// Makes a screen.
  public init(
    id: String, subject: @escaping @MainActor () -> String? = { nil }, model: AnyObject?,
    label: @escaping @MainActor () -> String,
    document: @escaping @MainActor (Layout) -> Document,
    verbs: @escaping @MainActor () -> [Verb], load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in },
    failure: @escaping @MainActor () -> AppError? = { nil }, unsaved: @escaping @MainActor () -> String? = { nil },
    textInput: TextInput? = nil, scripted: @escaping @MainActor () -> String? = { nil },
    onReturn: @escaping @MainActor () -> String? = { nil }
  ) {
    self.id = id
    self.subject = subject
    self.model = model
    self.label = label
    self.document = document
    self.verbs = verbs
    self.load = load
    self.prepare = prepare
    self.failure = failure
    self.unsaved = unsaved
    self.textInput = textInput
    self.scripted = scripted
    self.onReturn = onReturn
  }

  /// Where plain lines go on a screen for writing; lines that begin with `/` are verbs, `//` stands for a slash.
  @MainActor
  public struct TextInput {
    /// What the prompt says before each line: `reply │`.
    public let prompt: @MainActor () -> String
    /// Takes one line, which is kept at once.
    public let append: @MainActor (String) -> Void

    /// Makes an input.
    public init(prompt: @escaping @MainActor () -> String, append: @escaping @MainActor (String) -> Void) {
      self.prompt = prompt
      self.append = append
    }
  }
}
