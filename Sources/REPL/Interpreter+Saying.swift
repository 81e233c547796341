public import FeatureKit
public import TerminalKit

/// What is said beside the screens: that something was done, came or failed.
extension Interpreter {
  func render(_ toast: Toast) -> String {
    if output.style.format == .json { return JSONValue.object(members(toast)).serialized() + "\n" }
    let hint = output.style.showsHints ? toast.hint : nil
    return renderer.render(toast.text, hint: hint.map { Hint(StyledText($0)) }) + "\n"
  }

  /// Loads and prints the screen on top, behind the words for what was done on the one that is closed now.
  func showScreen(after toast: Toast) async -> Verdict {
    host.remembered(toast)
    // What they stood for was closed, and is nothing that a number could mean.
    forgetNumbers()
    // A script gets one object.
    if output.style.format == .json { return await showScreen(adding: members(toast)) }
    output.write(render(toast) + "\n")
    return await showScreen()
  }

  /// What a script gets of a message.
  func members(_ toast: Toast) -> [JSONValue.Member] {
    [JSONValue.Member("ok", true), JSONValue.Member("message", .string(toast.text.plain))] + toast.data
  }

  /// Says what nobody asked for and somebody should know, such as that a text is kept.
  public func note(_ words: StyledText) { output.writeError(render(words)) }

  /// Says once how help is typed to somebody who typed it into the text.
  func explainHelp(_ line: String) {
    guard !hasExplainedHelp, output.style.showsHints,
      line.lowercased().split(whereSeparator: \.isWhitespace) == ["help"]
    else { return }
    hasExplainedHelp = true
    output.write(render(StyledText("That line is part of the post; /help shows help.", .hint)))
  }

  /// Says what went wrong, what to do, and which verbs there are for it; an object where JSON was asked for.
  public func report(_ failure: AppError) {
    if output.style.format == .json { return output.writeError(failure.json) }
    let suggestion = StyledText(failure.suggestion, .hint)
    let verbs = verbs(for: failure)
    guard output.style.format != .spoken else {
      let words = StyledText("! ", .error, spoken: "Error: ") + StyledText(failure.words)
      let more = verbs.map { renderer.render(Document(kind: "error", blocks: [], hint: $0)) } ?? ""
      return output.writeError(render(words) + render(suggestion) + more)
    }
    // Longer words stay to the right of the sign.
    let lines = [StyledText(failure.words), suggestion] + (verbs.map { [$0] } ?? [])
    output.writeError(
      renderer.render(
        Document(kind: "error", blocks: [.listItem(marker: StyledText("!", .error), lines.map(Block.paragraph))])))
  }

  /// What can be typed about what failed.
  private func verbs(for failure: AppError) -> StyledText? {
    guard failure.isRetryable, output.style.showsHints, failure != .cancelled, failure != .interrupted else {
      return nil
    }
    // While somebody writes, a word without the slash would be part of the text.
    return StyledText(isWriting ? "/retry · /dismiss" : "retry · dismiss", .hint)
  }
}
