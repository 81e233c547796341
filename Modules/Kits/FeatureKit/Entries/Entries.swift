public import TerminalKit

/// The short list of things that a user made and named, such as lists or filters, on one screen.
///
/// A feature with such things says what each is called and how it looks; state, model, view and commands are these.
public struct Entries<Entry: Identifiable & Hashable & Sendable>: Hashable, Sendable {
  /// All of them, in the order in which they are numbered.
  public var entries: Loadable<[Entry]>

  /// Makes a state; by default before anything was requested.
  public init(_ entries: Loadable<[Entry]> = .idle) { self.entries = entries }

  /// All of them; none until they are loaded.
  public var all: [Entry] { entries.value ?? [] }

  /// How a feature's things are called and shown.
  public struct Face: Sendable {
    /// The name of the screen, of its tab and of the verb that goes there: `lists`.
    public var id: String
    /// The line above them: `Lists`.
    public var title: String
    /// What one of them is called: `list`.
    ///
    /// It is also the kind of their references.
    public var noun: String
    /// Whether they are made and deleted here; what others have made is added and forgotten.
    public var isOwn: Bool
    /// What is said where there are none.
    public var emptyWords: String
    /// What `open N` does, as a line of help; `nil` where they can only be changed.
    public var opening: String?
    /// The name of one.
    public var name: @Sendable (Entry) -> String
    /// What stands below the name.
    public var details: @Sendable (Entry, Layout) -> [String]
    /// What scripts get of one.
    public var data: @Sendable (Entry) -> JSONValue

    /// Makes a face.
    public init(
      id: String, title: String, noun: String, isOwn: Bool = true, emptyWords: String, opening: String?,
      name: @escaping @Sendable (Entry) -> String, details: @escaping @Sendable (Entry, Layout) -> [String],
      data: @escaping @Sendable (Entry) -> JSONValue
    ) {
      self.id = id
      self.title = title
      self.noun = noun
      self.isOwn = isOwn
      self.emptyWords = emptyWords
      self.opening = opening
      self.name = name
      self.details = details
      self.data = data
    }
  }

  /// Everything the screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the tab, from its beginning where that is asked for.
    public var select: () -> Void
    /// Shows what one of them has to read.
    public var open: (Entry) async throws -> Void
    /// Opens the form of a new one, with the name that was typed.
    public var make: (_ name: String?) async throws -> Void
    /// Opens the form of one.
    public var edit: (Entry) async throws -> Void
    /// Deletes one for good.
    public var delete: (Entry) async throws -> Void
    /// Asks for them again.
    public var refresh: () async throws -> Void

    /// Makes an action from its closures.
    public init(
      select: @escaping () -> Void, open: @escaping (Entry) async throws -> Void,
      make: @escaping (_ name: String?) async throws -> Void, edit: @escaping (Entry) async throws -> Void,
      delete: @escaping (Entry) async throws -> Void, refresh: @escaping () async throws -> Void
    ) {
      self.select = select
      self.open = open
      self.make = make
      self.edit = edit
      self.delete = delete
      self.refresh = refresh
    }
  }
}

extension Entries.Action {
  /// Actions that do nothing.
  public static var fixtures: Fixtures { Fixtures() }

  /// One action for previews.
  @MainActor
  public struct Fixtures {
    /// Does nothing.
    public let none = Entries.Action(
      select: {}, open: { _ in }, make: { _ in }, edit: { _ in }, delete: { _ in }, refresh: {})
  }
}

extension Entries.Face {
  /// The name of one as it is shown: on one line, and never empty.
  func shownName(_ entry: Entry) -> String {
    let words = Sanitizer.clean(name(entry)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? "(no name)" : words
  }
}

extension Entries {
  /// The screen: each with its number, its name and what there is to know of it.
  public func document(_ face: Face, layout: Layout) -> Document {
    let blocks = entries.blocks { all in
      guard !all.isEmpty else { return [.paragraph(StyledText(face.emptyWords, .secondary))] }
      return all.enumerated().map { index, entry in .item(item(entry, index + 1, face, layout)) }
    }
    let verbs = all.isEmpty ? ["new"] : (face.opening == nil ? [] : ["open N"]) + ["new", "edit N", "delete N"]
    return Document(
      kind: face.id, title: Document.Title(face.title), blocks: blocks,
      hint: StyledText(verbs.joined(separator: " · "), .hint))
  }

  private func item(_ entry: Entry, _ number: Int, _ face: Face, _ layout: Layout) -> Item {
    let name = face.shownName(entry)
    let details = face.details(entry, layout).filter { !$0.isEmpty }
    var blocks: [Block] = [.paragraph(StyledText(name, .name))]
    if !details.isEmpty { blocks.append(.paragraph(StyledText(details.joined(separator: " · "), .secondary))) }
    return Item(
      number: number, blocks: blocks,
      spoken: "\(name). \(details.joined(separator: ", "))\(details.isEmpty ? "" : ".")",
      references: [Reference(kind: face.noun, id: "\(entry.id)")], data: face.data(entry))
  }

  /// The one that was meant by a number's reference or by a name, or the beginning of one.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names them.
  public func entry(_ word: String, _ face: Face) throws -> Entry {
    let wanted = word.lowercased()
    if let found = all.first(where: { "\($0.id)" == word }) { return found }
    if let found = all.first(where: { face.name($0).lowercased() == wanted }) { return found }
    let found = all.filter { face.name($0).lowercased().hasPrefix(wanted) }
    if found.count == 1 { return found[0] }
    let names = all.prefix(5).map { "“\(face.shownName($0))”" }.joined(separator: ", ")
    throw AppError.usage(
      Sanitizer.clean("No \(face.noun) “\(word)”."),
      suggestion: all.isEmpty
        ? "Type new to \(face.isOwn ? "create" : "add") one." : Sanitizer.clean("Available: \(names)."))
  }
}
