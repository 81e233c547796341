extension Entries {
  /// The creation and editing of entries in one line, without their form: `list create Friends @zoe`.
  @MainActor
  public struct Lines {
    /// The words of the command besides those to make, edit and delete an entry: `add`, `remove`.
    public var words: [String]
    /// Those of them that take the name of an entry and nothing else.
    public var lone: Set<String>
    /// Whether a word is one of an entry's contents, such as `@rook`, and not of its name.
    public var isContent: @MainActor (String) -> Bool
    /// The options of the commands that make and edit entries.
    public var options: [ParameterDescription]
    /// The paragraph for `help COMMAND`.
    public var discussion: String
    /// Creates an entry with its contents; `nil` if the form has to ask for more.
    public var create: (_ name: String, _ contents: [String], ArgumentReader) async throws -> Response?
    /// Changes an entry as a word says: `edit`, or one of ``words``.
    public var change: (_ word: String, Entry, _ contents: [String], ArgumentReader) async throws -> Response
    /// Changes an entry that could not be read, by its name; `nil` where that is not possible.
    public var changeUnread: (_ word: String, _ name: String, _ contents: [String]) async throws -> Response?

    public init(
      words: [String], lone: Set<String> = [], isContent: @escaping @MainActor (String) -> Bool,
      options: [ParameterDescription], discussion: String,
      create: @escaping (_ name: String, _ contents: [String], ArgumentReader) async throws -> Response?,
      change: @escaping (_ word: String, Entry, _ contents: [String], ArgumentReader) async throws -> Response,
      changeUnread: @escaping (_ word: String, _ name: String, _ contents: [String]) async throws -> Response?
    ) {
      self.words = words
      self.lone = lone
      self.isContent = isContent
      self.options = options
      self.discussion = discussion
      self.create = create
      self.change = change
      self.changeUnread = changeUnread
    }
  }
}

extension Entries.Lines {
  /// The response to a line that makes or changes an entry; `nil` for any other.
  func response(
    _ reader: ArgumentReader, _ managing: [String], _ timeline: Parameter<TimelineOptions>?,
    _ face: @escaping @MainActor () -> Entries.Face, _ model: @escaping @MainActor () -> EntriesModel<Entry>,
    _ action: Entries.Action
  ) async throws -> Response? {
    let word = reader.peek()?.lowercased() ?? ""
    let isGiven = options.contains { reader.flag($0.name) != nil }
    let makers = "\(face().command) \(managing[0]) and \(face().command) \(managing[1])"
    let makes = word == managing[0] || (word == managing[1] && isGiven) || words.contains(word)
    guard makes else {
      guard let option = options.first(where: { reader.flag($0.name) != nil }) else { return nil }
      throw reader.refusal("--\(option.name) is an option of \(makers).")
    }
    if let timeline, try await timeline.parse(reader) != TimelineOptions() {
      throw AppError.usage(
        "These options are for opening a \(face().noun).", suggestion: "Type \(face().command) NAME with them.")
    }
    _ = reader.next()
    if word == managing[0] { return try await creation(reader, action) }
    if isGiven, word != managing[1], let option = options.first(where: { reader.flag($0.name) != nil }) {
      throw reader.refusal("--\(option.name) is an option of \(makers).")
    }
    let (name, contents) = parts(reader, namesOne: word != managing[1] && !lone.contains(word))
    let entry: Entry
    do { entry = try await Parameter<Entry>.find(name, face(), model, reader) } catch {
      guard AppError(error).canWait, let response = try await changeUnread(word, name, contents) else { throw error }
      return response
    }
    let response = try await change(word, entry, contents, reader)
    if !lone.contains(word) { try action.changed(entry) }
    return response
  }

  /// Creates an entry, or opens its form where something is missing.
  func creation(_ reader: ArgumentReader, _ action: Entries.Action) async throws -> Response {
    let (name, contents) = parts(reader, namesOne: false)
    let isEmpty = name.isEmpty && contents.isEmpty && !options.contains { reader.flag($0.name) != nil }
    if !isEmpty, let response = try await create(name, contents, reader) { return response }
    return action.create(name.isEmpty ? nil : name)
  }

  /// The name, and what follows it.
  ///
  /// - Parameter namesOne: Whether the first word is the name if no word is one of the contents.
  private func parts(_ reader: ArgumentReader, namesOne: Bool) -> (name: String, contents: [String]) {
    var words: [String] = []
    while let word = reader.nextUnquoted() { words.append(word) }
    var count = words.firstIndex(where: isContent) ?? words.count
    if namesOne, count == words.count { count = min(1, count) }
    return (words[..<count].joined(separator: " "), Array(words[count...]))
  }
}

extension Parameter where Value == Bool {
  /// The options of lines; whether any was given.
  static func ofLines(_ options: [ParameterDescription]) -> Parameter {
    Parameter(group: options) { reader in options.contains { reader.flag($0.name) != nil } }
  }
}

extension ParameterDescription {
  /// `--name VALUE`, where the value is one of the choices if there are any.
  public static func option(
    _ name: String, _ value: String, choices: [String] = [], isRepeatable: Bool = false
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, form: .flag(value: value, choices: choices), isOptional: true, isRepeatable: isRepeatable)
  }

  /// `--name`.
  public static func flag(_ name: String) -> ParameterDescription {
    ParameterDescription(name: name, form: .flag(value: nil, choices: []), isOptional: true)
  }
}
