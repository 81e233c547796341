public import LocalStore
import TerminalKit

extension UserPreferences {
  /// The stored values that this version ignores, one sentence each; they stay on disk.
  var mistakes: [String] {
    let invalid = Name.allCases.flatMap { name in
      [values[name.rawValue], name.isPerAccount ? account.values[name.rawValue] : nil].compactMap(\.self).compactMap {
        value in name.allows(value) ? nil : Self.mistake(name.rawValue, value)
      }
    }
    let vaultName = PreferencesFile.vaultSetting
    let vault = values[vaultName].flatMap { VaultName(rawValue: $0) == nil ? Self.mistake(vaultName, $0) : nil }
    let unknown = values.keys.filter { Name(rawValue: $0) == nil && $0 != vaultName }.sorted()
    return invalid + [vault].compactMap(\.self) + unknown.map { "ignored unknown setting “\($0)”." }
  }

  private static func mistake(_ name: String, _ value: String) -> String {
    "ignored invalid value “\(value)” for \(name)."
  }

  /// Warnings about lines of the settings file that this version ignores, each on one line; at most four.
  public func warnings(about file: PreferencesFile) -> [String] {
    let strays: [String]
    // The file could be read at start; if it cannot be read now, changing a setting reports that.
    do { strays = try file.ignoredLines() } catch { return [] }
    var mistakes = mistakes
    mistakes += strays.map { "ignored line “\($0.prefix(40))”. Write name = value." }
    if mistakes.count > 3 { mistakes[3...] = ["ignored \(mistakes.count - 3) more lines of \(file.path)."] }
    return mistakes.map {
      Sanitizer.clean("settings: \($0)").split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
