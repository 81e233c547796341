import FeatureKit
import Observation
import TerminalKit

/// What the person likes, on this machine: read once at start, kept on disk at each change.
@MainActor
@Observable
final class UserPreferences {
  /// Whether and how live events are shown.
  enum Live: String, CaseIterable, Sendable {
    /// New posts and notifications appear above the line that is typed.
    case on
    /// Only what concerns the person appears.
    case quiet
    /// No stream is opened.
    case off
  }

  /// When colours are used.
  enum Color: String, CaseIterable, Sendable {
    /// At a terminal that has them, unless `NO_COLOR` is set.
    case auto
    /// Always.
    case always
    /// Never.
    case never
  }

  /// How pictures are shown at a terminal.
  enum Pictures: String, CaseIterable, Sendable {
    /// As the terminal can, as far as it says.
    case auto
    /// In words alone.
    case off
    /// In half blocks.
    case blocks
    /// By kitty's protocol, whatever the terminal says.
    case kitty
    /// By iTerm2's.
    case iterm
    /// In sixels.
    case sixel
  }

  /// The value of every setting, by name.
  private var values: [String: String]
  @ObservationIgnored private let write: (String, String) throws -> Void

  /// Takes the values read from disk; unknown names and values are kept there and ignored here.
  init(values: [String: String], write: @escaping (String, String) throws -> Void) {
    self.values = values
    self.write = write
  }

  /// Keeps a value on disk, then takes it; if the disk refuses, the old value stays.
  func set(_ name: Name, to value: String) throws {
    try write(name.rawValue, value)
    values[name.rawValue] = value
  }

  /// The value of a setting as written, or `nil` where it was never set.
  subscript(name: Name) -> String? { values[name.rawValue] }

  /// The names of the settings, as typed and as written in the file.
  enum Name: String, CaseIterable {
    case theme, width, color, time, media, live, pictures
    case contentWarnings = "content-warnings"
  }

  private func value<Value: RawRepresentable<String> & Sendable>(_ name: Name, _ standard: Value) -> Value {
    values[name.rawValue].flatMap(Value.init(rawValue:)) ?? standard
  }

  /// The theme; the standard one where the file names none that exists.
  var theme: Theme {
    Theme.all.first { $0.name == values[Name.theme.rawValue] } ?? Theme.all[0]
  }

  /// The widest a line may be, or `nil` for the terminal's width.
  var width: Int? {
    values[Name.width.rawValue].flatMap { Int($0) }.flatMap { Self.widths.contains($0) ? $0 : nil }
  }

  /// The widths that can be chosen, in columns.
  static let widths = 20...500

  /// When colours are used.
  var color: Color { value(.color, .auto) }
  /// How times are written.
  var time: Layout.TimeFormat { value(.time, .relative) }
  /// How much is said of media.
  var media: Layout.MediaExpansion { value(.media, .default) }
  /// How pictures are shown.
  var pictures: Pictures { value(.pictures, .auto) }
  /// Whether content warnings are folded.
  var contentWarnings: Layout.Expansion { value(.contentWarnings, .fold) }
  /// Whether live events are shown.
  var live: Live { value(.live, .on) }
}
