public import TerminalKit

/// A screen for the root and the prompt: its document, its commands, and how its content is loaded.
///
/// The closures keep the screen's model alive as long as the route or sheet that shows it.
@MainActor
public struct Screen {
  /// The kind of screen: `home`, `thread`.
  public let id: String
  /// The id of what it shows, such as a post's; `nil` where there is only one such screen.
  public var subject: @MainActor () -> String?
  /// The post that it was opened for, which `.` stands for from then on: of a conversation, the last message.
  public var post: @MainActor () -> Reference?
  /// The model of the screen, which the screen keeps alive; `nil` if it is made on demand or there is none.
  ///
  /// It tells one screen from another; what is asked of the model is asked through the other properties.
  public let model: AnyObject?
  /// The label in the prompt: `post by Rook`.
  public var label: @MainActor () -> String
  public var document: @MainActor (Layout) -> Document
  /// The commands in its present state; they hide those of the tab and of the app.
  public var verbs: @MainActor () -> [Verb]
  /// Loads the content if it is not loaded; a failure is shown in place of it.
  public let load: @MainActor () async -> Void
  /// Loads what is kept, if the content is not loaded; what asks the server once that is shown, or `nil` if it was asked.
  public let loadKept: @MainActor () async -> Update?
  /// Loads what depends on the terminal, such as a picture of the right size; called after `load`.
  public private(set) var prepare: @MainActor (Layout) async -> Void
  /// The error shown in place of the content, which decides the exit code of a one-shot command.
  public var failure: @MainActor () -> AppError?
  /// The task that closing it now would skip, as in “Close without …?”: `saving the new list “Canal”`; `nil`
  /// if nothing would be lost.
  public let unsaved: @MainActor () -> String?
  /// The input for plain lines on screens for writing; on others every line is a command.
  public let textInput: TextInput?
  /// The text that a script adds to the command that opens the screen, to do the same in one line: ` TEXT`,
  /// `; category spam; send`.
  ///
  /// `nil` for screens without input, and after something was changed on it.
  public let scripted: @MainActor () -> String?
  /// The command that does in one line what the user can do on this screen, such as `list create NAME @NAME…`.
  public let line: @MainActor () -> String?
  /// Sets a field to a text that was typed before the screen was open; does nothing on screens that are not forms.
  public let fill: @MainActor (_ field: String, _ text: String) async throws -> Void
  /// Whether this sheet is closed by whatever leads elsewhere, as long as nothing on it would be lost.
  public let endsWhenLeft: Bool
  /// Remembers what the screen shows, where commands change that, such as Home's timeline; the result brings it back.
  public let memento: @MainActor () -> @MainActor () -> Void
  /// The command that Return on an empty line stands for, such as `next`; `nil` for none.
  public let onReturn: @MainActor () -> String?
  /// The other server whose ids its posts have; `nil` if they have those of the user's own.
  public private(set) var otherServer: OtherServer?

  /// A server whose posts a screen shows without an account there.
  public struct OtherServer {
    /// A name for it, or for a list in which some posts are from others.
    public let name: String
    /// Finds on the user's own server what a number on the screen stands for.
    public let own: @MainActor (Reference) async throws -> Reference

    public init(_ name: String, own: @escaping @MainActor (Reference) async throws -> Reference) {
      (self.name, self.own) = (name, own)
    }
  }

  /// The screen with posts that have the ids of another server, which its own verbs know.
  public func showing(_ server: OtherServer) -> Screen {
    var screen = self
    screen.otherServer = server
    screen.verbs = { [verbs] in verbs().map(\.takingShownNumbers) }
    return screen
  }

  /// Asks the server for what was shown from the archive, and returns the text that says what is new; `nil` for nothing.
  public typealias Update = @MainActor @Sendable () async throws -> String?

  public init(
    id: String, subject: Subject = .only, model: AnyObject?, label: @escaping @MainActor () -> String,
    document: @escaping @MainActor (Layout) -> Document, verbs: @escaping @MainActor () -> [Verb],
    content: Content = .still, input: Input = .none, textInput: TextInput? = nil, endsWhenLeft: Bool = false
  ) {
    self.id = id
    (self.subject, post, memento) = (subject.id, subject.post, subject.memento)
    self.model = model
    self.label = label
    self.document = document
    self.verbs = verbs
    (load, loadKept, prepare, failure) = (content.load, content.loadKept, content.prepare, content.failure)
    (unsaved, scripted, line, fill, onReturn) = (input.unsaved, input.scripted, input.line, input.fill, input.onReturn)
    self.textInput = textInput
    self.endsWhenLeft = endsWhenLeft
  }

  /// The same screen, which does this too whenever it was prepared.
  public func preparing(_ work: @escaping @MainActor () -> Void) -> Screen {
    var screen = self
    screen.prepare = { [prepare] layout in
      await prepare(layout)
      work()
    }
    return screen
  }

  /// The input for plain lines; lines that begin with `/` are commands, `//` stands for a slash.
  @MainActor
  public struct TextInput {
    /// The prompt before each line: `reply │`.
    public let prompt: @MainActor () -> String
    public let append: @MainActor (String) -> Void
    public let audience: @MainActor () -> Audience
    /// The message if the program ends here, saying where the text is; `nil` if there is none, or it is not saved.
    public let saved: @MainActor () -> String?

    public init(
      prompt: @escaping @MainActor () -> String, append: @escaping @MainActor (String) -> Void,
      audience: @escaping @MainActor () -> Audience, saved: @escaping @MainActor () -> String?
    ) {
      self.prompt = prompt
      self.append = append
      self.audience = audience
      self.saved = saved
    }
  }
}
