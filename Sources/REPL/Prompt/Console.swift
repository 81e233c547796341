public import EditLine
import FeatureKit
public import TerminalKit

/// The terminal as the prompt uses it, in closures, so that a test can take the user's place.
@MainActor
public struct Console {
  /// The result of a request for a line.
  public typealias Input = LineEditor.Outcome

  public var readLine: (_ prompt: StyledText, _ text: String, _ recordsHistory: Bool) async -> Input
  public var saveToHistory: (_ line: String) -> Void
  /// Switches to another history file, or to none.
  public var useHistory: (_ file: String?) -> Void
  /// Says whether lines are shown by appending text only, from the next one on.
  public var appendsOnly: (Bool) -> Void
  /// Says how lines are coloured while they are typed, and whether earlier ones are suggested, from the next one on.
  public var assist: (_ highlighter: CommandHighlighter, _ suggests: Bool) -> Void
  /// Reads a line without echoing it.
  public var readSecret: (_ prompt: StyledText) async -> Input
  /// Runs a program in a shell, which has the terminal meanwhile.
  public var run: (_ command: String, _ input: [UInt8]?) async throws -> Int32
  /// Runs a program in a shell without the terminal, and returns what it wrote, errors too.
  public var capture: (_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8])
  /// Lets the user edit a text in another program, which has the terminal meanwhile.
  public var edit: (_ text: String) async throws -> String
  /// Writes whole lines, above the line being typed if there is one.
  public var print: (String) -> Void
  /// Whether a text on the last line can be replaced.
  public var canOverwrite: Bool
  /// Shows on the last line how far a command is, in place of the last such text.
  public var overwrite: (String) -> Void
  /// Waits until everything printed has reached the terminal.
  public var flush: () async -> Void
  /// Ctrl-C pressed while no line is being read: ``readCount`` as it was then.
  public var interrupts: AsyncStream<Int>
  /// Ctrl-Z pressed while no line is being read: ``readCount`` as it was then.
  public var suspensions: AsyncStream<Int>
  /// The number of lines and secrets that were requested so far.
  public var readCount: () -> Int
  /// Waits a moment for what the terminal says of itself, which decides how the first screen looks.
  public var ready: () async -> Void
  /// Terminating signals received while no line is being read.
  public var terminations: AsyncStream<Int32>
}

extension Console {
  /// Creates a console on a line editor; `rendition` styles the prompt, `style` is what the terminal is capable of.
  public init(
    _ editor: LineEditor, style: LineEditor.Style, rendition: @escaping (Role) -> String,
    run: @escaping (_ command: String, _ input: [UInt8]?) async throws -> Int32,
    capture: @escaping (_ command: String, _ input: [UInt8]) async throws -> (code: Int32, output: [UInt8]),
    edit: @escaping (_ text: String) async throws -> String, ready: @escaping () async -> Void
  ) {
    var isAppending = false
    func prompt(_ text: StyledText) -> Prompt {
      if isAppending { return Prompt(text.spans.map { Prompt.Run($0.text) }) }
      return Prompt(text.spans.map { Prompt.Run($0.text, rendition: rendition($0.role)) })
    }
    self.init(
      readLine: { text, initial, records in
        await editor.readLine(prompt(text), initialText: initial, history: records ? .run : .none)
      },
      saveToHistory: { editor.keep($0) }, useHistory: { editor.useHistory($0) },
      appendsOnly: { appendsOnly in
        isAppending = appendsOnly
        editor.use(appendsOnly ? .appendOnly : style)
      },
      assist: { editor.use(Self.assistance($0, suggestsHistory: $1, rendition)) },
      readSecret: { await editor.readSecret(prompt($0)) }, run: run, capture: capture, edit: edit,
      print: { editor.print($0) }, canOverwrite: true, overwrite: { editor.showProgress($0) },
      flush: { await editor.flush() }, interrupts: editor.interrupts, suspensions: editor.suspensions,
      readCount: { editor.readCount }, ready: ready, terminations: editor.terminations)
  }

  private static func assistance(
    _ highlighter: CommandHighlighter, suggestsHistory: Bool, _ rendition: (Role) -> String
  ) -> LineEditor.Assistance {
    let renditions = CommandHighlighter.Kind.allCases.reduce(into: [:]) { table, kind in
      table[kind] = undimmed(rendition(kind.role))
    }
    let isPlain = renditions.values.allSatisfy(\.isEmpty)
    return LineEditor.Assistance(
      // Without a dim rendition a suggestion would look like what was typed.
      secondary: secondary(rendition), suggestsHistory: suggestsHistory && !secondary(rendition).isEmpty,
      highlights: { line in
        isPlain
          ? []
          : highlighter.parts(of: line).map { part in
            LineEditor.Assistance.Highlight(part.range, rendition: renditions[part.kind] ?? "")
          }
      }, isIncomplete: { highlighter.isIncomplete($0) })
  }
}

extension Console {
  /// Reads a line of text; one with bytes that are not UTF-8 is refused, and stays for the user to change.
  ///
  /// The editor shows such bytes as U+FFFD, which would be sent in their place.
  func readText(_ prompt: StyledText, recordsHistory: Bool, refuse: (AppError) -> Void) async -> Input {
    var text = ""
    while true {
      let input = await readLine(prompt, text, recordsHistory)
      guard case .line(let line) = input, line.unicodeScalars.contains("\u{FFFD}") else { return input }
      refuse(
        .usage(
          "That line is not text in UTF-8: \u{FFFD} stands for what can't be read. Nothing was done.",
          suggestion: "Change it, then press Return again. If it happens often, set your terminal to UTF-8."))
      text = line
    }
  }

  /// The style of a suggestion: the theme's faint one, or underlined if it has none.
  nonisolated static func secondary(_ rendition: (Role) -> String) -> String {
    guard !rendition(.title).isEmpty else { return "" }
    let codes: [Substring] = rendition(.rule).split(separator: ";")
    guard codes.prefix(while: { $0.count == 1 }).contains("2") else { return "4" }
    return rendition(.secondary)
  }

  /// A rendition without dimness, which is that of suggestions.
  private static func undimmed(_ rendition: String) -> String {
    let codes = rendition.split(separator: ";")
    let attributes = codes.prefix { $0.count == 1 }
    return (attributes.filter { $0 != "2" } + codes.dropFirst(attributes.count)).joined(separator: ";")
  }
}

extension CommandHighlighter.Kind {
  /// The role whose look it has.
  fileprivate var role: Role {
    switch self {
    case .command: .text
    case .unknownCommand, .unknownOption: .error
    case .option: .accent
    case .reference: .number
    case .mention: .mention
    case .hashtag: .hashtag
    case .link: .link
    case .openQuote: .warning
    }
  }
}
