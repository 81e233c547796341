import FeatureKit
import TerminalKit

/// Long responses in a pager.
extension Interpreter {
  /// The program that shows what is longer than the screen: the user's, else less, which ends at once if it is not longer.
  static let pager = "${PAGER:-less -FRX}"

  /// Whether what is longer than the screen goes to a pager: at a terminal, and never in sentences or as JSON.
  private var usesPager: Bool {
    host.usesPager() && output.run != nil && output.pageHeight() != nil && !isScripted
      && (mode.style.format == .ansi || mode.style.format == .plain)
  }

  /// Runs a command and shows its response in a pager if that is longer than the screen.
  ///
  /// Questions and lines that arrive one by one are printed at once, with what was printed before them.
  func runPaged(_ command: Command) async -> Verdict {
    guard usesPager, let height = output.pageHeight(), let run = output.run else { return await runHere(command) }
    let direct = output
    var waiting: String? = ""
    func flush() {
      if let text = waiting, !text.isEmpty { direct.write(text) }
      waiting = nil
    }
    output.write = { text in if waiting == nil { direct.write(text) } else { waiting? += text } }
    output.ask = { prompt, isSecret in
      flush()
      return await direct.ask(prompt, isSecret)
    }
    output.lines = { flush() }
    let verdict = await runHere(command)
    output = direct
    guard let text = waiting, text.count(where: \.isNewline) > height else {
      flush()
      return verdict
    }
    do {
      // A shell that does not find the pager has shown nothing.
      if try await run(Self.pager, Array(text.utf8)) == 127 { flush() }
    } catch {
      flush()
    }
    return verdict
  }
}
