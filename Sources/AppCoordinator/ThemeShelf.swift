import FeatureKit
import LocalStore
import TerminalKit

/// Finds themes by name: Howdah's own, then the files that the person has written, read when they are asked for.
@MainActor
final class ThemeShelf {
  private let files: ThemeFiles
  private let report: (String) -> Void
  /// The last theme that was no theme of Howdah's, by the name that was asked for.
  private var found: (name: String, theme: Theme)?

  /// Takes the way to the files, and the way to say what is wrong with one.
  init(files: ThemeFiles, report: @escaping (String) -> Void) {
    self.files = files
    self.report = report
  }

  /// The theme of this name; the standard one, and a word why, where there is none.
  func theme(_ name: String) -> Theme {
    if let theme = Theme.named(name) { return theme }
    if let found, found.name == name { return found.theme }
    // Before anything is said, which is said in a theme.
    found = (name, .dusk)
    guard let (theme, mistakes) = read(name) else { return .dusk }
    found = (name, theme)
    let file = "\(name).theme"
    for mistake in mistakes.prefix(3) { report("\(file), line \(mistake.line): \(mistake.words)") }
    if mistakes.count > 3 { report("\(file) has \(mistakes.count - 3) more such lines: themes lists them.") }
    return theme
  }

  /// Reads a theme's file anew the next time.
  func forget() { found = nil }

  /// The names of all themes, Howdah's own first.
  var names: [String] {
    let own: [String]
    do { own = try files.names() } catch { own = [] }
    return Theme.all.map(\.name) + own.filter { Theme.named($0) == nil }
  }

  /// Reads all themes, for a list of them.
  func list(current: String) throws -> ThemeList {
    var entries = Theme.all.map { ThemeList.Entry(theme: $0) }
    for name in try files.names() where Theme.named(name) == nil {
      guard let text = try files.text(of: name) else { continue }
      let (theme, mistakes) = Theme.read(text, name: name)
      entries.append(ThemeList.Entry(theme: theme, file: files.path(of: name), mistakes: mistakes))
    }
    return ThemeList(entries: entries, current: current, folder: files.folder)
  }

  private func read(_ name: String) -> (theme: Theme, mistakes: [Theme.Mistake])? {
    do {
      guard let text = try files.text(of: name) else {
        report("There is no theme \(Sanitizer.clean(name)) any more: \(Theme.dusk.name) is used.")
        return nil
      }
      return Theme.read(text, name: name)
    } catch {
      report(AppError(error).words)
      return nil
    }
  }
}
