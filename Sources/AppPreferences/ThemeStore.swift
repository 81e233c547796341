public import FeatureKit
public import LocalStore
public import TerminalKit

/// Finds themes by name: the built-in ones first, then the user's files, which are read at first use.
@MainActor
public final class ThemeStore {
  private let files: ThemeFiles
  private let report: (String) -> Void
  /// The user's theme that was asked for last.
  private var cached: (name: String, theme: Theme)?

  /// Creates a store that reports what is wrong with a theme's file.
  public init(files: ThemeFiles, report: @escaping (String) -> Void) {
    self.files = files
    self.report = report
  }

  /// The theme of this name; where it is missing or unreadable, the standard theme and a report.
  public func theme(_ name: String) -> Theme {
    if let theme = Theme.named(name) { return theme }
    if let cached, cached.name == name { return cached.theme }
    // Set before reporting: a report is printed with the theme, which would call this again.
    cached = (name, .dusk)
    guard let (theme, mistakes) = read(name) else { return .dusk }
    cached = (name, theme)
    let file = "\(name).theme"
    for mistake in mistakes.prefix(3) { report("\(file), line \(mistake.line): \(mistake.message)") }
    if mistakes.count > 3 { report("\(file): \(mistakes.count - 3) more mistakes. Type themes to list them.") }
    return theme
  }

  /// Drops the cached theme, so that its file is read again.
  public func forget() { cached = nil }

  /// The names of all themes, the built-in ones first.
  public var names: [String] {
    let fileNames: [String]
    do { fileNames = try files.names() } catch { fileNames = [] }
    return Theme.all.map(\.name) + fileNames.filter { Theme.named($0) == nil }
  }

  public func list(current: String) throws -> ThemeList {
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
        report("Theme \(Sanitizer.clean(name)) is missing; using \(Theme.dusk.name).")
        return nil
      }
      return Theme.read(text, name: name)
    } catch {
      report(AppError(error).message)
      return nil
    }
  }
}
