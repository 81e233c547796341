import FeatureKit

/// Which lines may be kept for the next run.
extension Interpreter {
  /// Whether a line may be kept in the history file: one that contains a text for others may not, unless the user chose so.
  ///
  /// A misspelt command with words behind it counts as such a line, since the words may be a text.
  func mayBeKept(_ line: String) -> Bool {
    if host.keepsTexts() { return true }
    let catalog = catalog
    return line.split(separator: "\n").allSatisfy { part in
      let commands: [Command]
      do {
        commands = try CommandSyntax.commands(in: String(part)) {
          catalog.verb(named: Self.bare($0)).map(grammar) ?? ArgumentGrammar()
        }
      } catch {
        // A line that cannot be parsed may contain anything.
        return false
      }
      return commands.allSatisfy { command in
        if command.arguments.words.isEmpty { return true }
        return catalog.verb(named: Self.bare(command.verb)).map { !$0.takesText } ?? false
      }
    }
  }

  /// A command's name without the slash that may stand before it.
  private static func bare(_ name: String) -> String { name.hasPrefix("/") ? String(name.dropFirst()) : name }
}
