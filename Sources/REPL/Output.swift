public import TerminalKit

/// Where answers go and in which form.
@MainActor
public struct Output {
  /// How it is written.
  public struct Style: Sendable {
    /// Words, words with colour, sentences, or JSON.
    public var format: Renderer.Format
    /// The colours that the terminal has.
    public var colors: ColorDepth
    /// Whether the last line says what can be done next.
    public var showsHints: Bool

    /// Whether the terminal makes links that can be clicked (OSC 8).
    public var hasHyperlinks: Bool

    /// Makes a style.
    public init(format: Renderer.Format, colors: ColorDepth, showsHints: Bool, hasHyperlinks: Bool) {
      self.hasHyperlinks = hasHyperlinks
      self.format = format
      self.colors = colors
      self.showsHints = showsHints
    }
  }

  /// How it is written.
  public var style: Style
  /// The columns of the terminal, asked anew each time, since it can be resized.
  public var terminalWidth: () -> Int
  /// Writes what was asked for; the text ends with a line feed.
  public var write: (String) -> Void
  /// Writes what went wrong; the text ends with a line feed.
  public var writeError: (String) -> Void
  /// Puts a question to the person; `nil` if there is nobody to ask, or no answer came.
  public var ask: (_ prompt: String, _ isSecret: Bool) async -> String?

  /// Makes an output; every part is needed.
  public init(
    style: Style, terminalWidth: @escaping () -> Int, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void, ask: @escaping (_ prompt: String, _ isSecret: Bool) async -> String?
  ) {
    self.style = style
    self.terminalWidth = terminalWidth
    self.write = write
    self.writeError = writeError
    self.ask = ask
  }
}
