public import TerminalKit

/// Reads and writes files that the user names.
public struct UserFiles: Sendable {
  /// Reads a file, or standard input for `-`.
  public var read: @Sendable (_ path: String) async throws -> [UInt8]
  /// Whether there is a regular file with that name, which writing replaces.
  public var exists: @Sendable (_ path: String) -> Bool
  /// Writes a file, readable by its owner only if it is new; replaces one that is there.
  ///
  /// Pipes and devices are written to.
  public var write: @Sendable (_ path: String, _ bytes: [UInt8]) async throws -> Void
  /// Adds to a file, or makes it.
  public var append: @Sendable (_ path: String, _ bytes: [UInt8]) async throws -> Void
  /// Begins a file that is written part by part and has its name once it is finished; else what is there stays.
  public var parts: @Sendable (_ path: String) async throws -> PartFile
  /// Opens a file for the elements of its JSON, or of the files with these names that it packs: returns what reads some at a
  /// time, `nil` at the end.
  public var items: @Sendable (_ path: String, _ names: Set<String>) throws -> @Sendable () async throws -> [Item]?
  /// The entries of a folder; `nil` for anything else.
  public var entries: @Sendable (_ path: String) throws -> [(name: String, isFolder: Bool)]?
  /// Begins a file that is written bit by bit, readable by its owner only; replaces one that is there.
  public var begin: @Sendable (_ path: String) throws -> GrowingFile

  public init(
    read: @escaping @Sendable (_ path: String) async throws -> [UInt8],
    exists: @escaping @Sendable (_ path: String) -> Bool,
    write: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) async throws -> Void,
    append: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) async throws -> Void,
    parts: @escaping @Sendable (_ path: String) async throws -> PartFile,
    items: @escaping @Sendable (_ path: String, _ names: Set<String>) throws -> @Sendable () async throws -> [Item]?,
    entries: @escaping @Sendable (_ path: String) throws -> [(name: String, isFolder: Bool)]?,
    begin: @escaping @Sendable (_ path: String) throws -> GrowingFile
  ) {
    self.read = read
    self.exists = exists
    self.write = write
    self.append = append
    self.parts = parts
    self.items = items
    self.entries = entries
    self.begin = begin
  }

  /// A disk without files, on which none can be written.
  public static let none = UserFiles(
    read: { throw AppError.notFound("\(Sanitizer.clean($0)) does not exist.") }, exists: { _ in false },
    write: { path, _ in throw AppError.storage(.refused(path: path)) },
    append: { path, _ in throw AppError.storage(.refused(path: path)) },
    parts: { throw AppError.storage(.refused(path: $0)) },
    items: { path, _ in throw AppError.storage(.refused(path: path)) }, entries: { _ in nil },
    begin: { throw AppError.storage(.refused(path: $0)) })

  /// An element of JSON, with the name of the file that it is in; empty if it is too long to be read.
  public struct Item: Hashable, Sendable {
    public var file: String
    public var json: [UInt8]

    public init(file: String, json: [UInt8]) {
      self.file = file
      self.json = json
    }
  }

  /// A file that is written part by part.
  public struct PartFile: Sendable {
    public var add: @Sendable (_ bytes: [UInt8]) async throws -> Void
    /// Gives the file its name, in place of what has it.
    public var finish: @Sendable () async throws -> Void

    public init(
      add: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Void,
      finish: @escaping @Sendable () async throws -> Void
    ) {
      self.add = add
      self.finish = finish
    }
  }

  /// A file that grows while it is open.
  public struct GrowingFile: Sendable {
    /// Adds a text and returns at once; `failed` is called with the first error, and nothing is written after it.
    public var write: @Sendable (_ text: String) -> Void
    /// Returns once everything is written.
    public var close: @Sendable () async -> Void
    /// The errors of writing: at most one.
    public var failures: AsyncStream<AppError>

    public init(
      write: @escaping @Sendable (_ text: String) -> Void, close: @escaping @Sendable () async -> Void,
      failures: AsyncStream<AppError>
    ) {
      self.write = write
      self.close = close
      self.failures = failures
    }
  }

  /// A file as text, without a byte order mark.
  ///
  /// - Throws: ``AppError`` if it cannot be read, or is not text in UTF-8.
  public func text(_ path: String) async throws -> String {
    var bytes = try await read(path)[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw AppError.validation(
        "\(UserFiles.name(path)) is not text in UTF-8.", suggestion: "Save it as UTF-8, then try again.")
    }
    return text
  }

  /// A path as it is named in a sentence.
  public static func name(_ path: String) -> String { path == "-" ? "Standard input" : Sanitizer.clean(path) }

  /// Creates a text and prints it, or saves it in a file; asks before a file is replaced.
  ///
  /// - Parameters:
  ///   - file: The file; `nil` or `-` for standard output.
  ///   - make: Creates the lines, and the document that JSON has in their place.
  ///   - saved: The sentence for a saved file, after its name: `15 follows`.
  @MainActor
  public func response(
    file: String?, make: @escaping @MainActor @Sendable () async throws -> (lines: [String], document: Document),
    saved: @escaping @MainActor @Sendable (Int) -> String
  ) async throws -> Response {
    guard let file, file != "-" else {
      let made = try await make()
      return .output(made.lines, made.document)
    }
    let save: @MainActor @Sendable () async throws -> Response = {
      let made = try await make()
      try await write(file, Array(made.lines.map { $0 + "\n" }.joined().utf8))
      return .success(
        "Saved \(saved(made.lines.count)) in \(Sanitizer.clean(file)).", data: [.init("file", .string(file))])
    }
    guard exists(file) else { return try await save() }
    return .confirm(
      Confirmation(
        "\(Sanitizer.clean(file)) exists. Replace it?",
        declined: Toast(.information, StyledText("\(Sanitizer.clean(file)) was kept.")), proceed: save))
  }
}
