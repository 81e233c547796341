public import TerminalKit

/// The parts of a screen that not every screen has.
extension Screen {
  /// What tells a screen from others of its kind.
  @MainActor
  public struct Subject {
    let id: @MainActor () -> String?
    let post: @MainActor () -> Reference?
    let memento: @MainActor () -> @MainActor () -> Void

    public init(
      id: @escaping @MainActor () -> String?, post: @escaping @MainActor () -> Reference?,
      memento: @escaping @MainActor () -> @MainActor () -> Void
    ) {
      self.id = id
      self.post = post
      self.memento = memento
    }

    /// There is one screen of the kind.
    public static let only = named { nil }

    public static func named(_ id: @escaping @MainActor () -> String?) -> Subject {
      Subject(id: id, post: { nil }, memento: { {} })
    }
  }

  /// How the content is loaded.
  @MainActor
  public struct Content {
    let load: @MainActor () async -> Void
    let loadKept: @MainActor () async -> Update?
    let prepare: @MainActor (Layout) async -> Void
    let failure: @MainActor () -> AppError?

    public init(
      load: @escaping @MainActor () async -> Void, loadKept: @escaping @MainActor () async -> Update?,
      prepare: @escaping @MainActor (Layout) async -> Void, failure: @escaping @MainActor () -> AppError?
    ) {
      self.load = load
      self.loadKept = loadKept
      self.prepare = prepare
      self.failure = failure
    }

    /// Content that is loaded whole, from the server.
    public init(load: @escaping @MainActor () async -> Void, failure: @escaping @MainActor () -> AppError?) {
      self.init(load: load, prepare: { _ in }, failure: failure)
    }

    /// Content that is loaded from the server, and prepared for the terminal.
    public init(
      load: @escaping @MainActor () async -> Void, prepare: @escaping @MainActor (Layout) async -> Void,
      failure: @escaping @MainActor () -> AppError?
    ) {
      self.init(
        load: load,
        loadKept: {
          await load()
          return nil
        }, prepare: prepare, failure: failure)
    }

    /// Content that is there already.
    public static let still = Content(load: {}, failure: { nil })
  }

  /// What a form takes besides its commands.
  @MainActor
  public struct Input {
    let unsaved: @MainActor () -> String?
    let scripted: @MainActor () -> String?
    let line: @MainActor () -> String?
    let fill: @MainActor (_ field: String, _ text: String) async throws -> Void
    let onReturn: @MainActor () -> String?

    public init(
      unsaved: @escaping @MainActor () -> String?, scripted: @escaping @MainActor () -> String?,
      line: @escaping @MainActor () -> String?,
      fill: @escaping @MainActor (_ field: String, _ text: String) async throws -> Void,
      onReturn: @escaping @MainActor () -> String?
    ) {
      self.unsaved = unsaved
      self.scripted = scripted
      self.line = line
      self.fill = fill
      self.onReturn = onReturn
    }

    /// Something to lose, which commands fill in.
    public init(unsaved: @escaping @MainActor () -> String?, scripted: @escaping @MainActor () -> String?) {
      self.init(unsaved: unsaved, scripted: scripted, line: { nil }, fill: { _, _ in }, onReturn: { nil })
    }

    /// Something that Return goes on with.
    public init(unsaved: @escaping @MainActor () -> String?, onReturn: @escaping @MainActor () -> String?) {
      self.init(unsaved: unsaved, scripted: { nil }, line: { nil }, fill: { _, _ in }, onReturn: onReturn)
    }

    public static let none = Input(unsaved: { nil }, scripted: { nil })
  }
}
