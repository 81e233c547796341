/// A text that the user edits in another program, such as vi, or a line at the prompt.
public struct TextEdit: Sendable {
  public var text: String
  /// The prompt before the line; `nil` for a text that needs another program.
  public var prompt: String?
  /// Runs with the text as the program has saved it, which may be empty or unchanged.
  public var finish: @MainActor @Sendable (String) async throws -> Response

  public init(
    _ text: String, prompt: String? = nil, finish: @escaping @MainActor @Sendable (String) async throws -> Response
  ) {
    self.text = text
    self.prompt = prompt
    self.finish = finish
  }
}
