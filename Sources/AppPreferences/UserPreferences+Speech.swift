public import FeatureKit
public import FoundationEssentials
import StatusKit
import TerminalKit

extension UserPreferences {
  /// The value of the setting `spoken-post` for the standard sentences.
  nonisolated static let standardSpeech = "default"

  /// Whether responses are sentences for a screen reader; `nil` leaves it to the terminal.
  public var isPlain: Bool? {
    switch setting(.plain).value {
    case "on": true
    case "off": false
    default: nil
    }
  }

  /// Whether the commands to type next are listed.
  public var showsHints: Bool { setting(.hints).value == "on" }

  /// Whether the prompt suggests the rest of an earlier line.
  public var suggestsHistory: Bool { setting(.autosuggest).value == "on" }

  public func layout(width: Int, now: Date, zone: LocalZone) -> Layout {
    var layout = Layout(
      width: width, now: now, zone: zone, timeFormat: time, contentWarnings: contentWarnings,
      media: media)
    (layout.density, layout.showsThumbnails) = (density, showsThumbnails)
    layout.spokenSymbols = SpokenSymbols(rawValue: setting(.spokenSymbols).value) ?? .verbatim
    // A value that cannot be read is reported at start, and the standard sentences are spoken.
    layout.spokenPost = try? Self.template(setting(.spokenPost).value)
    return layout
  }

  /// Reads a template for spoken posts; the standard one is `nil`.
  ///
  /// - Throws: ``AppError`` that names the variables.
  nonisolated static func template(_ source: String) throws -> TextTemplate? {
    guard source != standardSpeech else { return nil }
    let names = SpokenPart.allCases.map(\.rawValue)
    let list = names.map { "$\($0)" }.joined(separator: ", ")
    do {
      return try TextTemplate(source, variables: names)
    } catch .unknownVariable(let name) {
      throw AppError.unlisted(
        "Unknown variable “$\(name)”.", word: name, among: names, prefix: "$", choices: "Use \(list).")
    } catch {
      throw AppError.usage(
        "The template has no variable.", suggestion: "Use some of \(list), as in \"$name: $text, $time\".")
    }
  }
}
