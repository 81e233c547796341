import FeatureKit
import TerminalKit

/// Long responses in a pager.
extension Invocation {
  /// The program that shows what is longer than the screen: the user's, else less, which ends at once if it is not longer.
  ///
  /// As git does it, a pager that is less shows colours unless the user has set its options, and an empty name means none.
  static let pager = #"export LESS="${LESS-FRX}" LV="${LV--c}"; pager=${PAGER-less}; eval "${pager:-cat}""#

  /// Whether what is longer than the screen goes to a pager: at a terminal, and never in sentences or as JSON.
  private var usesPager: Bool {
    host.promptSettings.usesPager && height != nil && !isScripted
      && (mode.style.format == .ansi || mode.style.format == .plain)
  }

  private var height: Int? { output.pageHeight() ?? output.pagerHeight() }

  /// Runs a command and shows its response in a pager if that is longer than the screen.
  func runPaged(_ command: Command) async -> Verdict {
    guard usesPager, let height else { return await run(command, to: .line) }
    let held = Sink.HeldText()
    let verdict = await run(command, to: .pager(held))
    guard !isInBackground, let text = held.text, text.count(where: \.isNewline) > height else {
      held.flush(output.write)
      return verdict
    }
    // A signal that ends the program also ends the pager.
    return await stoppable {
      do {
        let code = try await self.output.run(Self.pager, Array(text.utf8))
        // A user who leaves a pager early has seen enough, and so has one whose pager was ended by a signal.
        if (1...127).contains(code) {
          held.flush(self.output.write)
          let what = code < 126 ? "ended with code \(code)" : "could not be run"
          self.note(
            Note(StyledText("The pager \(what), so this was printed without it. To do without: set pager off", .hint)))
        }
      } catch {
        held.flush(self.output.write)
      }
      return verdict
    }
  }
}
