public import FeatureKit
import FoundationEssentials
import Glibc

/// Lets the user edit a text in a program of their own, which has the terminal meanwhile.
public struct TextEditor: Sendable {
  /// Returns the text as the program has saved it, without the line feeds at its end, also if the task is cancelled afterwards.
  ///
  /// Throws ``Failure``; what the program has saved before it failed stays in a file.
  public var edit: @Sendable (_ text: String) async throws -> String

  /// A machine without an editor.
  public static let none = TextEditor { _ in throw Failure.notFound(nil) }

  /// Starts `VISUAL`, else `EDITOR`, else the first of the usual editors that is installed.
  ///
  /// The text is in a folder that only the user can enter, and that is removed afterwards.
  public static func live(environment: [String: String]) -> TextEditor {
    TextEditor { text in
      let program = try EditorProgram(environment: environment)
      let file = try EditedFile(text, below: environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
      guard let code = await program.run(on: file.path, environment: environment) else {
        file.remove()
        throw Failure.notFound(program.command)
      }
      if code == EditorProgram.notFound, file.isUntouched {
        file.remove()
        throw Failure.notFound(program.command)
      }
      // Whatever ends the command has nothing against what the editor had saved.
      if code != 0, Task.isCancelled, let saved = file.changedText() {
        file.removeAlone()
        return saved
      }
      guard code == 0 else { throw Failure.failed(program.command, keptAt: file.leftover()) }
      guard !file.isTooLong else { throw Failure.tooLong(keptAt: file.path) }
      guard let edited = file.text() else { throw Failure.notText(keptAt: file.path) }
      file.remove()
      return edited
    }
  }

  /// Why a text could not be edited.
  public enum Failure: AppErrorConvertible, Equatable {
    case notFound(_ command: String?)
    /// The program ended with an error; what it had saved stays in a file.
    case failed(_ command: String, keptAt: String?)
    /// The saved file is not text.
    case notText(keptAt: String)
    /// The saved file is too large.
    case tooLong(keptAt: String)
    case noFolder(String)

    public var appError: AppError {
      switch self {
      case .notFound(nil):
        .validation("No editor found.", suggestion: "Set VISUAL or EDITOR to the editor that you use, such as nano.")
      case .notFound(let command?):
        .validation("The editor “\(command)” can't be started.", suggestion: "Set VISUAL or EDITOR to another one.")
      case .failed(let command, nil):
        .validation("The editor “\(command)” ended with an error.", suggestion: "The text is unchanged.")
      case .failed(let command, let path?):
        .validation(
          "The editor “\(command)” ended with an error.",
          suggestion: "The text is unchanged; the editor's version is in \(path).")
      case .notText(let path):
        .validation("The editor saved something that is not UTF-8 text.", suggestion: "It is in \(path).")
      case .tooLong(let path):
        .validation("The editor saved more than 1 MB.", suggestion: "It is in \(path).")
      case .noFolder(let path): .storage(.refused(path: path))
      }
    }
  }
}

struct EditorProgram: Equatable {
  /// The command as it is in the environment.
  let command: String
  let path: String
  let arguments: [String]

  /// The exit code of a shell that does not find a program.
  static let notFound: Int32 = 127

  /// Editors that run in a terminal, the first installed one of which is used where the environment names none.
  private static let usual = ["editor", "nano", "vi"]

  /// Finds the editor that the environment names.
  ///
  /// A command with quotes or variables is run by a shell, as git does.
  init(environment: [String: String]) throws {
    func named(_ name: String) -> String? {
      environment[name].flatMap { $0.contains { $0 != " " } ? $0 : nil }
    }
    let programs = SearchPath(environment: environment)
    guard let command = named("VISUAL") ?? named("EDITOR") else {
      for name in Self.usual {
        if let path = programs.find(name) {
          (self.command, self.path, arguments) = (name, path, [])
          return
        }
      }
      throw TextEditor.Failure.notFound(nil)
    }
    self.command = command
    guard !command.contains(where: { "|&;<>()$`\\\"'*?[#~=%".contains($0) }) else {
      path = "/bin/sh"
      arguments = ["-c", "\(command) \"$@\"", command]
      return
    }
    let words = command.split(separator: " ").map(String.init)
    guard let path = programs.find(words[0]) else {
      throw TextEditor.Failure.notFound(command)
    }
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// Runs the editor on a file and returns its exit code, 128 and more if a signal ended it; `nil` if it did not start.
  ///
  /// A cancelled task ends the editor.
  func run(on file: String, environment: [String: String]) async -> Int32? {
    var launch = ProgramLaunch(path: path, arguments: arguments + [file], environment: environment)
    // The terminal itself, since the output of this program may be redirected.
    if isatty(STDOUT_FILENO) == 0, ProgramLaunch.hasTerminal { launch.output = .terminal }
    return await launch.run()
  }
}

/// A text in a file of its own, in a folder that only the user can enter.
struct EditedFile {
  let path: String
  private let folder: String
  private let original: [UInt8]

  /// Creates the folder and the file.
  ///
  /// - Throws: ``TextEditor/Failure/noFolder(_:)``.
  init(_ text: String, below base: String) throws {
    var template = Array("\(base)/howdah-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TextEditor.Failure.noFolder(base) }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = "\(folder)/post.txt"
    original = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      rmdir(folder)
      throw TextEditor.Failure.noFolder(folder)
    }
    defer { close(descriptor) }
    var rest = original[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        remove()
        throw TextEditor.Failure.noFolder(folder)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The largest file that is read, in bytes.
  private static let limit = 1 << 20

  /// Whether the program has left everything as it was.
  var isUntouched: Bool { bytes() == original && names() == ["post.txt"] }

  var isTooLong: Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_size > Self.limit
  }

  /// The text with plain line feeds and none at its end; `nil` if it is not UTF-8 or too long.
  func text() -> String? {
    guard let bytes = bytes(), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var plain = text.replacing("\r\n", with: "\n")[...]
    if plain.first == "\u{FEFF}" { plain = plain.dropFirst() }
    while plain.last == "\n" { plain = plain.dropLast() }
    return String(plain)
  }

  /// The text if the program has saved another one.
  func changedText() -> String? { bytes() == original ? nil : text().flatMap { $0.isEmpty ? nil : $0 } }

  /// Removes the folder, unless the program keeps something else in it, such as what was not saved.
  func removeAlone() { if names() == ["post.txt"] { remove() } }

  /// The folder if the program has changed something in it, else it is removed.
  func leftover() -> String? {
    guard isUntouched else { return folder }
    remove()
    return nil
  }

  /// Removes the folder, with the backups that editors make.
  func remove() {
    for name in names() { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  // What cannot be listed is not there.
  private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// The content of the file; `nil` if it cannot be read or is too large, empty if the program has deleted it.
  private func bytes() -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT ? [] : nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > Self.limit { return nil }
    }
  }
}
