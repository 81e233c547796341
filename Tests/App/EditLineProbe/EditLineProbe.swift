internal import EditLine
internal import Glibc

/// A program that does nothing but read lines and say them back, for the tests to press keys in.
///
/// Options: `--notes FIFO` (each line written there is printed as a note), `--history FILE`, `--limit N`, `--plain`,
/// `--hold`, `--rich` (everything that assists).
@main
struct EditLineProbe {
  static func main() async throws {
    let options = Options(CommandLine.arguments.dropFirst())
    guard LineEditor.isInteractive else {
      let reader = PipedLineReader()
      while let line = await reader.next() { write(Self.answer(to: line) + "\n") }
      return
    }
    let editor = try LineEditor(configuration: options.configuration)
    if let notes = options.notes {
      Task.detached { await printNotes(from: notes, to: editor) }
    }
    Task.detached {
      for await size in editor.resizes { editor.print("= \(size.columns)x\(size.rows)") }
    }
    Task.detached {
      for await _ in editor.terminations {
        await editor.shutdown()
        exit(0)
      }
    }
    await Commands(editor: editor).run()
    await editor.shutdown()
    write("bye\n")
  }

  static func answer(to line: String) -> String {
    let visible = line.unicodeScalars.reduce(into: "") { $0 += $1 == "\n" ? "⏎" : $1 == "\t" ? "⇥" : String($1) }
    return "got: \"\(visible)\" (\(line.unicodeScalars.count) scalars)"
  }

  private static func printNotes(from path: String, to editor: LineEditor) async {
    // Opened for both directions: it does not end when a test has written a note and closed it.
    let fifo = open(path, O_RDWR | O_CLOEXEC)
    guard fifo >= 0 else { return }
    let reader = PipedLineReader(fileDescriptor: fifo)
    while let note = await reader.next() { editor.print("* \(note)") }
  }

  static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(1, $0.baseAddress, $0.count) }
  }
}

/// The options of the probe.
struct Options {
  var notes: String?
  private var history: String?
  private var limit = 1_000
  private var isPlain = false
  private var holds = false
  private var isRich = false

  init(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--notes": notes = iterator.next()
      case "--history": history = iterator.next()
      case "--limit": limit = iterator.next().flatMap { Int($0) } ?? limit
      case "--plain": isPlain = true
      case "--hold": holds = true
      case "--rich": isRich = true
      default: break
      }
    }
  }

  var configuration: LineEditor.Configuration {
    let name = getenv("TERM").map { String(cString: $0) }
    var configuration = LineEditor.Configuration(
      programName: "probe", historyFile: history, historyLimit: limit,
      style: isPlain ? .appendOnly : LineEditor.Style(terminalName: name),
      displayWidth: { character in Self.width(of: character) },
      completer: { line, cursor in await Self.complete(line, cursor) },
      holdsNotesUntilEnter: holds)
    guard isRich else { return configuration }
    configuration.continuation = "… "
    configuration.assistance.suggestsHistory = true
    configuration.assistance.isIncomplete = { $0.count { $0 == "\"" } % 2 == 1 }
    configuration.assistance.highlights = { line in Self.highlights(line) }
    configuration.completer = { line, cursor in
      var completion = await Self.complete(line, cursor)
      for index in completion.candidates.indices {
        completion.candidates[index].summary = "what \(completion.candidates[index].text) does, and then some more"
      }
      return completion
    }
    configuration.externalEditor = { text in
      _ = system("stty -a | grep -o ' .\\?icanon'; read x; echo \"edited: $x\"")
      return text == "refuse" ? .refused("no editor") : .text(text + "\nmore")
    }
    return configuration
  }

  /// Words in colours by their first letter.
  private static func highlights(_ line: String) -> [LineEditor.Assistance.Highlight] {
    var found: [LineEditor.Assistance.Highlight] = []
    var start: Int?
    let scalars = Array(line.unicodeScalars)
    for index in 0...scalars.count {
      let isWord = index < scalars.count && scalars[index] != " " && scalars[index] != "\n"
      if isWord, start == nil { start = index }
      if !isWord, let first = start {
        found.append(.init(first..<index, rendition: "1;\(31 + Int(scalars[first].value % 6))"))
        start = nil
      }
    }
    return found
  }

  /// As tmux 3.3 counts what the tests type: all the scalars, except those that are joined to the one before.
  private static func width(of character: Character) -> Int {
    var width = 0
    var isJoined = false
    for scalar in character.unicodeScalars {
      if !isJoined { width += self.width(of: scalar) }
      isJoined = scalar == "\u{200D}"
    }
    return width
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  private static let words = ["print", "private", "日本語", "日本酒", "send", "sleep"]

  private static func complete(_ line: String, _ cursor: Int) async -> Completion {
    let head = line.prefix(cursor)
    let word = head.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    if word == "slow" {
      do { try await Task.sleep(for: .seconds(60)) } catch { return .none }
    }
    let found = words.filter { $0.hasPrefix(word) }.map { Completion.Candidate($0) }
    return Completion(replacing: head.count - word.count..<head.count, with: found)
  }
}

/// The loop of the probe.
struct Commands {
  let editor: LineEditor

  func run() async {
    while true {
      switch await editor.readLine(Prompt([.init("probe", rendition: "1;32"), .init("> ")])) {
      case .line("exit"), .endOfInput: return
      case .line("abort"): abort()
      case .line("trap"): fatalError("asked to")
      case .line("leave"): exit(7)
      case .line("secret"):
        if case .line(let secret) = await editor.readSecret("Token: ") {
          editor.print("secret of \(secret.count) characters")
        }
      case .line("shell"):
        await editor.withTerminalReleased { _ = system("stty -a | grep -o ' .\\?icanon'; read x; echo \"sh: $x\"") }
      case .line("unended"): await editor.withTerminalReleased { _ = system("printf 'no line feed'") }
      case .line("sleep"): await sleep()
      case .line(let line): editor.print(EditLineProbe.answer(to: line))
      case .interrupted: editor.print("(line cancelled)")
      case .terminated(let signal, _):
        editor.print("(signal \(signal))")
        return
      }
    }
  }

  /// A command that runs until it is interrupted.
  private func sleep() async {
    editor.print("sleeping")
    for await _ in editor.interrupts {
      editor.print("(command cancelled)")
      return
    }
  }
}
