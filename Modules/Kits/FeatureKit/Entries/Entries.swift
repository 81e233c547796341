import FoundationEssentials
public import TerminalKit

/// A short list of things that the user made and named, such as lists or filters.
///
/// A feature provides a ``Face``; state, model, view and commands are the same for all.
public struct Entries<Entry: Identifiable & Hashable & Sendable>: Hashable, Sendable {
  /// The entries, in the order of their numbers.
  public var entries: Loadable<[Entry]>

  public init(_ entries: Loadable<[Entry]> = .idle) { self.entries = entries }

  /// The entries; empty until they are loaded.
  public var all: [Entry] { entries.value ?? [] }

  /// The texts and formats of a feature's entries.
  public struct Face: Sendable {
    /// The name of the screen, its tab and the command that shows it: `lists`.
    public var id: String
    /// The title: `Lists`.
    public var title: String
    /// The noun for an entry: `list`.
    public var noun: String
    /// The kind of their references, which is named for the noun.
    public var kind: Reference.Kind { Reference.Kind(rawValue: noun) }
    /// Whether the user creates and deletes them; entries made by others are added and removed.
    public var isOwn: Bool
    /// The command that manages them: the noun, or the tab's where entries are not the user's own.
    var command: String { isOwn ? noun : id }
    /// The word that ends an entry: `delete`, or `remove` where it was made by others.
    var removal: String { isOwn ? "delete" : "remove" }
    public var emptyText: String
    /// The help of `open N`; `nil` if entries cannot be opened.
    public var opening: String?
    public var name: @Sendable (Entry) -> String
    /// Returns what an entry is known by too, such as a server's address; `nil` if it has only its name.
    public var otherName: @Sendable (Entry) -> String?
    /// Returns the details below the name.
    public var details: @Sendable (Entry, Layout) -> [String]
    public var data: @Sendable (Entry) -> JSONValue

    public init(
      id: String, title: String, noun: String, isOwn: Bool = true, emptyText: String, opening: String?,
      name: @escaping @Sendable (Entry) -> String, otherName: @escaping @Sendable (Entry) -> String?,
      details: @escaping @Sendable (Entry, Layout) -> [String],
      data: @escaping @Sendable (Entry) -> JSONValue
    ) {
      self.id = id
      self.title = title
      self.noun = noun
      self.isOwn = isOwn
      self.emptyText = emptyText
      self.opening = opening
      self.name = name
      self.otherName = otherName
      self.details = details
      self.data = data
    }
  }

  /// The actions of the screen; the root carries them out.
  @MainActor
  public struct Action {
    public var select: () -> Response
    /// Opens an entry; one that is a timeline shows what the options ask for.
    public var open: (Entry, TimelineOptions) -> Response
    /// Opens the form of a new entry, with the name that was typed.
    public var create: (_ name: String?) -> Response
    public var edit: (Entry) -> Response
    /// Is told that an entry was changed: what is open of it has another name or other posts.
    public var changed: (Entry) throws -> Void
    /// Is told that an entry was deleted.
    public var deleted: (Entry) -> Void
    /// Whether entries may be loaded to complete their names.
    public var completes: Bool

    public init(
      select: @escaping () -> Response, open: @escaping (Entry, TimelineOptions) -> Response,
      create: @escaping (_ name: String?) -> Response, edit: @escaping (Entry) -> Response,
      changed: @escaping (Entry) throws -> Void, deleted: @escaping (Entry) -> Void, completes: Bool
    ) {
      self.select = select
      self.open = open
      self.create = create
      self.edit = edit
      self.changed = changed
      self.deleted = deleted
      self.completes = completes
    }
  }
}

extension Entries.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Entries.Action(
      select: { .screen }, open: { _, _ in .screen }, create: { _ in .screen }, edit: { _ in .screen },
      changed: { _ in }, deleted: { _ in }, completes: true)
  }
}

extension Entries.Face {
  /// The name of an entry as the new one of a rename, or of one to be made: in quotes if it has several words, or a sign that has a meaning.
  public func typedName(_ entry: Entry) -> String { Hint.Command.quoted(shownName(entry)) }

  /// The name of an entry as the command that makes it again has it, before contents that begin with a sign; `nil` if it
  /// would be read as something else.
  public func recreatedName(_ entry: Entry, sign: Character? = nil) -> String? {
    let shown = shownName(entry)
    guard shown == name(entry), shown.first != "-", sign == nil || shown.first != sign,
      !shown.contains(where: { "\"'\\".contains($0) })
    else { return nil }
    return typedName(entry)
  }

  /// The name of an entry as shown: one line, and never empty.
  public func shownName(_ entry: Entry) -> String {
    let words = Sanitizer.clean(name(entry)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? "(no name)" : words
  }
}

extension Entries {
  /// The screen: each entry with its number, name and details.
  public func document(_ face: Face, layout: Layout) -> Document {
    let blocks = entries.blocks { all in
      guard !all.isEmpty else { return [.paragraph(StyledText(face.emptyText, .secondary))] }
      return all.enumerated().map { index, entry in .item(item(entry, index + 1, face, layout)) }
    }
    let make = face.isOwn ? "create" : "add"
    let verbs =
      all.isEmpty
      ? [make] : (face.opening == nil ? [] : ["open N"]) + [make, "edit N", "\(face.command) \(face.removal) N"]
    return Document(
      kind: face.id, title: Document.Title(face.title), blocks: blocks,
      hint: StyledText(verbs.joined(separator: " · "), .hint))
  }

  private func item(_ entry: Entry, _ number: Int, _ face: Face, _ layout: Layout) -> Item {
    let name = Self.cut(face.shownName(entry))
    let details = face.details(entry, layout).filter { !$0.isEmpty }.map(Self.cut)
    var blocks: [Block] = [.paragraph(StyledText(name, .name))]
    if !details.isEmpty { blocks.append(.paragraph(StyledText(details.joined(separator: " · "), .secondary))) }
    return Item(
      number: number, blocks: blocks,
      spoken: Sentence.closed(Sentence.joined([name, Sentence.list(details)])),
      references: [Reference(kind: face.kind, id: "\(entry.id)")], data: face.data(entry))
  }

  /// A name or detail with at most 2,000 characters: a server's may fill a thousand screens.
  private static func cut(_ text: String) -> String {
    // What is one character to a reader may be a million scalars too.
    let limit = 2000
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])…"
  }

  /// The words of the commands that manage entries, which are not read as names there.
  private static var commandWords: Set<String> {
    ["create", "add", "edit", "delete", "remove", "rename", "members", "posts", "why"]
  }

  /// The beginnings of words that are read as an id, or as what a group consists of.
  private static var prefixes: [String] { ["@", "#", "id:", "draft:", "list:", "server:", "search:"] }

  /// An entry as it is typed in a command: its name, or its id where the name would be read as something else or is that of
  /// another one too.
  public func typed(_ entry: Entry, _ face: Face) -> String {
    let name = face.shownName(entry)
    let words = name.lowercased().split(whereSeparator: \.isWhitespace)
    let isReadOtherwise =
      ReferenceSyntax.isBare(name) || words.contains { word in Self.prefixes.contains { word.hasPrefix($0) } }
      || words.first.map { Self.commandWords.contains(String($0)) } ?? true
    // A name that no entry has, or several, is an error: then only the id is sure.
    guard !isReadOtherwise, let found = try? self.entry(name, face), found.id == entry.id else {
      return "id:\(entry.id)"
    }
    return face.typedName(entry)
  }

  /// The entries that are called so; those in other letter case only if none is called exactly so.
  func named(_ word: String, _ face: Face) -> [Entry] {
    let same = all.filter { face.name($0) == word }
    return same.isEmpty ? all.filter { face.name($0).lowercased() == word.lowercased() } : same
  }

  /// The sentence about others that are called as an entry is, such as one that was just made; empty if there are none.
  public func namesakes(of entry: Entry, _ face: Face) -> String {
    let others = all.filter { $0.id != entry.id && face.name($0).lowercased() == face.name(entry).lowercased() }
    guard let first = others.first else { return "" }
    return others.count == 1
      ? " Another \(face.noun) is called so too: id:\(first.id)."
      : " \(others.count) other \(face.id) are called so too."
  }

  /// The error for a name of several entries: the first few, each with what tells it from the others.
  ///
  /// - Parameter sizes: What each consists of, such as `3 members`, by its id.
  static func ambiguity(of named: [Entry], _ face: Face, sizes: [String: String] = [:]) -> AppError {
    let shown = named.prefix(mostNamed)
    let details = shown.map { entry in
      [sizes["\(entry.id)"] ?? ""] + face.details(entry, Layout(now: .distantPast))
    }
    let choices = zip(shown, details).map { entry, own in
      let telling = own.enumerated().filter { index, detail in
        !detail.isEmpty && details.contains { !$0.indices.contains(index) || $0[index] != detail }
      }
      let note = telling.isEmpty ? "" : " (\(telling.map(\.element).joined(separator: ", ")))"
      return "id:\(entry.id)\(note)"
    }
    return .usage(
      "\(named.count) \(face.id) are called “\(face.shownName(named[0]))”.",
      suggestion: Sanitizer.clean("Give a number from \(face.id), or \(choices.joined(separator: " or "))."))
  }

  /// How many entries of one name an error names.
  static var mostNamed: Int { 3 }

  /// Returns the entry with an id, a name, or a unique prefix of a name.
  ///
  /// - Throws: ``AppError/notFound(_:suggestion:)`` that lists names.
  public func entry(_ word: String, _ face: Face) throws -> Entry {
    let wanted = word.lowercased()
    if let found = all.first(where: { "\($0.id)" == word }) { return found }
    let named = named(word, face)
    if named.count == 1 { return named[0] }
    guard named.isEmpty else { throw Self.ambiguity(of: named, face) }
    if let known = all.first(where: { face.otherName($0)?.lowercased() == wanted }) { return known }
    let found = all.filter { face.name($0).lowercased().hasPrefix(wanted) }
    if found.count == 1 { return found[0] }
    let names = all.map { "“\(face.shownName($0))”" }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .prefix(5).joined(separator: ", ")
    throw AppError.missing(
      "No \(face.noun) “\(word)”.", word: word, among: all.map(face.shownName),
      choices: all.isEmpty
        ? "Type \(face.command) \(face.isOwn ? "create" : "add") to \(face.isOwn ? "create" : "add") one."
        : Sanitizer.clean("Available: \(names)."))
  }
}
