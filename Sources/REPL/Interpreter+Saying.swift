public import FeatureKit
public import TerminalKit

/// What is said beside the screens: that something was done, came or failed.
extension Interpreter {
  func render(_ toast: Toast) -> String {
    if output.style.format == .json {
      let members = [JSONValue.Member("ok", true), JSONValue.Member("message", .string(toast.text.plain))] + toast.data
      return JSONValue.object(members).serialized() + "\n"
    }
    var line = toast.text
    if let hint = toast.hint, output.style.showsHints { line += StyledText("  \(hint)", .hint) }
    return render(line)
  }

  /// Says what nobody asked for and somebody should know, such as that a text is kept.
  public func note(_ words: StyledText) { output.writeError(render(words)) }

  /// Says what went wrong: two lines, or an object where JSON was asked for.
  public func report(_ failure: AppError) {
    if output.style.format == .json { return output.writeError(failure.json) }
    let suggestion = StyledText("\(failure.suggestion)\(retryHint(failure))", .hint)
    guard output.style.format != .spoken else {
      let words = StyledText("! ", .error, spoken: "Error: ") + StyledText(failure.words)
      return output.writeError(render(words) + render(suggestion))
    }
    // Longer words stay to the right of the sign.
    let lines: [Block] = [.paragraph(StyledText(failure.words)), .paragraph(suggestion)]
    output.writeError(
      renderer.render(Document(kind: "error", blocks: [.listItem(marker: StyledText("!", .error), lines)])))
  }

  private func retryHint(_ failure: AppError) -> String {
    failure.isRetryable && output.style.showsHints && failure != .cancelled ? " · retry" : ""
  }
}
