import Foundation
import Testing

@testable import EditLine

/// All keys of libedit's key maps, in lines of all kinds, without a terminal.
///
/// libedit writes outside its buffers where a command leaves the cursor outside the line; the C library ends the program
/// when such a buffer is released.
///
/// One editor at a time: libedit asks terminfo for each move of the cursor, and terminfo keeps what it has parsed in one tree
/// for the process, without a lock. A program has only one editor.
@Suite(.serialized)
struct WalkTests {
  /// The ends of every line of a walk: commands that write at the cursor.
  private static let ends = ["ihello", "rxRhello", "shello\u{1B}.", "xPahello", "hello\u{1B}0yyPu"]
  private static let texts = ["", "ab (c"]
  private static let counts = ["", "3", "d"]

  /// An editor whose keys are given beforehand.
  private final class Editor {
    let session: EditSession
    private let folder: TemporaryFolder
    private var descriptors: [Int32] = []

    init(_ editrc: String) throws {
      folder = try TemporaryFolder()
      let file = folder.file("editrc")
      try editrc.write(toFile: file, atomically: true, encoding: .utf8)
      var signals: [Int32] = [-1, -1]
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard pipe(&signals) == 0, null >= 0 else { throw POSIXError(.EMFILE) }
      descriptors = signals + [null]
      let terminal = Terminal(input: null, display: null, data: null, signals: signals[0])
      let configuration = LineEditor.Configuration(
        programName: "walk", historyFile: nil, historyLimit: 10, style: .drawn, displayWidth: { _ in 1 },
        completer: { _, _ in .none }, holdsNotesUntilEnter: false)
      session = EditSession(
        configuration: configuration, terminal: terminal, mailbox: try Mailbox(),
        events: Events(
          interrupt: AsyncStream.makeStream(of: Int.self).continuation,
          suspend: AsyncStream.makeStream(of: Int.self).continuation,
          terminate: AsyncStream.makeStream(of: Int32.self).continuation,
          resize: AsyncStream.makeStream(of: TerminalSize.self).continuation,
          background: AsyncStream.makeStream(of: Bool?.self).continuation))
      session.editrc = file
      session.open()
    }

    deinit {
      session.libedit = nil
      for descriptor in descriptors { close(descriptor) }
    }

    /// The line that the keys make; nil if they end it otherwise.
    func line(_ keys: String, after text: String = "") -> String? {
      session.hasHungUp = false
      session.keys.removeAll()
      for scalar in keys.unicodeScalars { session.keys.append(scalar == "⇥" ? .sequence("\u{1B}[F") : .scalar(scalar)) }
      guard
        case .line(let line) = session.read(
          LineRequest(id: 1, prompt: Prompt([]), initialText: text, history: .run, isSecret: false))
      else { return nil }
      return line
    }
  }

  @Test(arguments: ["", "bind -v", "bind -v\nbind \"Q\" ed-move-to-end"])
  func everyKeyLeavesTheBuffersWhole(_ editrc: String) throws {
    let editor = try Editor(editrc)
    let isVi = !editrc.isEmpty
    for text in Self.texts {
      for place in isVi ? ["\u{1B}0", "\u{1B}$", ""] : ["\u{1}", "\u{5}"] {
        for count in isVi ? Self.counts : ["", "\u{1B}3"] {
          for key in UInt8.min...UInt8.max where key != 10 {
            let end = Self.ends[Int(key) % Self.ends.count]
            _ = editor.line(place + count + String(Unicode.Scalar(key)) + end + "⇥z\u{1B}$iy\n\n", after: text)
          }
        }
      }
    }
    // Escape leaves whatever the last key waited for.
    #expect(editor.line("hello\n") == "hello")
  }

  /// In vi mode libedit steps back from the start of an empty line when it goes to the end.
  @Test(arguments: [
    "\u{1B}$ihello", "\u{1B}\u{5}ihello", "⇥hello", "\u{5}hello", "\u{1B}⇥ahello", "\u{1B}$Rhello", "\u{1B}$shello",
    "\u{1B}$rxihello", "\u{1B}c$hello", "\u{1B}d$ihello", "\u{1B}Qihello", "x\u{1B}x⇥ihello", "\u{14}hello",
  ])
  func theEndOfAnEmptyLineIsItsStart(_ keys: String) throws {
    let editor = try Editor("bind -v\nbind -a \"Q\" ed-move-to-end\nbind -s \"^T\" \"\\e$i\"")
    #expect(editor.line(keys + "\n") == "hello")
  }

  /// The keys to the end still do what an operator before them asks for.
  @Test(arguments: [
    ("ab cd\u{1B}0d$ix", "x"), ("ab cd\u{1B}0wc$x", "ab x"), ("ab cd\u{1B}0$ix", "ab cxd"),
    ("ab cd\u{1B}0y$P$ax", "ab cdab cdx"),
    ("ab cd\u{1B}0⇥x", "ab c"), ("ab cd\u{1B}0i⇥x", "ab cxd"),
  ])
  func theEndOfALineTakesAnOperator(_ keys: String, line: String) throws {
    #expect(try Editor("bind -v").line(keys + "\n") == line)
  }

  /// libedit reads as far after a line as the line is long when it deletes.
  @Test func aLongLineIsDeletedWithinTheBuffers() throws {
    let editor = try Editor("bind -v")
    let long = String(repeating: "x", count: 31_000)
    for keys in ["\u{1B}0d$cc", "\u{1B}0dwcc", "\u{17}", "\u{1B}0Dcc", "\u{1B}99999Xcc"] {
      #expect(editor.line(keys + "ok\n", after: long) == "ok", "\(keys)")
    }
  }

  /// Opening one would wait for a writer, and the other has no end.
  @Test(arguments: ["fifo", "/dev/zero"])
  func settingsThatAreNoFileAreNotRead(_ name: String) throws {
    let folder = try TemporaryFolder()
    var path = name
    if name == "fifo" {
      path = folder.file(name)
      #expect(mkfifo(path, 0o600) == 0)
    }
    let editor = try Editor("")
    editor.session.editrc = path
    editor.session.notes = []
    editor.session.open()
    #expect(editor.session.notes == [EditSession.unreadSettings])
    #expect(editor.line("hello\n") == "hello")
  }
}
