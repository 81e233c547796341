public import EditLine
public import TerminalKit

/// The terminal as the prompt uses it; closures, so that a test can be the person.
@MainActor
public struct Console {
  /// How a request for a line ended.
  public enum Input: Equatable, Sendable {
    /// A line, or several that were pasted.
    case line(String)
    /// Ctrl-C; what was typed so far.
    case interrupted(String)
    /// Ctrl-D on an empty line, or a terminal that has gone.
    case endOfInput
    /// A signal that asks the program to end; what was typed so far.
    case terminated(signal: Int32, text: String)
  }

  /// Asks for a line; the text is what stands in it already.
  public var readLine: (_ prompt: StyledText, _ text: String, _ recordsHistory: Bool) async -> Input
  /// Keeps a recorded line for the next run.
  public var keep: (_ line: String) -> Void
  /// Takes another file of kept lines in place of the present one.
  public var useHistory: (_ file: String?) -> Void
  /// Asks for something that must not be seen.
  public var readSecret: (_ prompt: StyledText) async -> Input
  /// Writes whole lines above the line that is typed, or straight out.
  public var print: (String) -> Void
  /// Waits until everything printed is on the terminal.
  public var flush: () async -> Void
  /// Ctrl-C while no line is being read.
  public var interrupts: AsyncStream<Void>
  /// Signals that ask the program to end, while no line is being read.
  public var terminations: AsyncStream<Int32>

  /// Makes a console; every part is needed.
  public init(
    readLine: @escaping (_ prompt: StyledText, _ text: String, _ recordsHistory: Bool) async -> Input,
    keep: @escaping (_ line: String) -> Void, useHistory: @escaping (_ file: String?) -> Void,
    readSecret: @escaping (_ prompt: StyledText) async -> Input, print: @escaping (String) -> Void,
    flush: @escaping () async -> Void, interrupts: AsyncStream<Void>, terminations: AsyncStream<Int32>
  ) {
    self.readLine = readLine
    self.keep = keep
    self.useHistory = useHistory
    self.readSecret = readSecret
    self.print = print
    self.flush = flush
    self.interrupts = interrupts
    self.terminations = terminations
  }
}

extension Console {
  /// A console on a line editor, with the theme's look for the prompt.
  public init(_ editor: LineEditor, rendition: @escaping (Role) -> String) {
    func prompt(_ text: StyledText) -> Prompt {
      Prompt(text.spans.map { Prompt.Run($0.text, rendition: rendition($0.role)) })
    }
    self.init(
      readLine: { text, initial, records in
        Input(await editor.readLine(prompt(text), initialText: initial, history: records ? .run : .none))
      },
      keep: { editor.keep($0) }, useHistory: { editor.useHistory($0) },
      readSecret: { Input(await editor.readSecret(prompt($0))) },
      print: { editor.print($0) },
      flush: { await editor.flush() },
      interrupts: editor.interrupts,
      terminations: editor.terminations)
  }
}

extension Console.Input {
  fileprivate init(_ outcome: LineEditor.Outcome) {
    self =
      switch outcome {
      case .line(let line): .line(line)
      case .interrupted(let text): .interrupted(text)
      case .endOfInput: .endOfInput
      case .terminated(let signal, let text): .terminated(signal: signal, text: text)
      }
  }
}
