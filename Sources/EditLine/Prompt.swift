/// A prompt: runs of text, each with its own rendition.
public struct Prompt: Equatable, Sendable, ExpressibleByStringLiteral {
  /// A piece of the prompt in one rendition.
  public struct Run: Equatable, Sendable {
    /// The text, without escape sequences; control characters are shown as `^A`.
    public var text: String
    /// The parameters of an SGR sequence, such as `1;32`; empty for plain.
    public var rendition: String

    public init(_ text: String, rendition: String = "") {
      self.text = text
      self.rendition = rendition
    }
  }

  /// The runs, from left to right.
  public var runs: [Run]

  public init(_ runs: [Run]) {
    self.runs = runs
  }

  public init(stringLiteral text: String) {
    runs = [Run(text)]
  }

  /// The text without renditions.
  public var plainText: String {
    runs.reduce(into: "") { $0 += $1.text }
  }
}
