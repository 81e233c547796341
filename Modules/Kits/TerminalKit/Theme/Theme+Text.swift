extension Theme {
  /// An invalid line of a theme's file; the other lines are used.
  public struct Mistake: Hashable, Sendable {
    /// The line's number, from 1.
    public var line: Int
    /// The message, as one sentence.
    public var message: String
  }

  /// Reads a theme from its file: lines of `role = look`, comments after `#` at the beginning of a line.
  ///
  /// Four names are not roles: `names = #e5c07b blue …` lists the colours that tell accounts apart, `base = dusk` starts with a built-in theme, `summary = …` describes the
  /// theme, and `ground = dark`, `light` or `any` names the background it is made for. An invalid line is skipped
  /// and reported as a ``Mistake``.
  public static func read(_ text: String, name: String) -> (theme: Theme, mistakes: [Mistake]) {
    var reader = ThemeReader()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      reader.read(line, number: index + 1)
    }
    let theme = Theme(
      name: name, summary: reader.summary ?? "custom theme", isDark: reader.isDark, names: reader.names,
      appearances: reader.appearances)
    return (theme, reader.mistakes)
  }

  /// The theme as a file that ``read(_:name:)`` reads: what to begin a theme of one's own with.
  public var text: String {
    let ground = isDark.map { $0 ? "dark" : "light" } ?? "any"
    let roles = Role.allCases.map { "\($0.rawValue) = \(self[$0].text)\n" }.joined()
    let colors = names.isEmpty ? "" : "names = \(names.map(\.hexadecimal).joined(separator: " "))\n"
    return "summary = \(summary)\nground = \(ground)\n\(colors)\(roles)"
  }
}

/// Takes the lines of a theme's file one by one.
private struct ThemeReader {
  var summary: String?
  var isDark: Bool?
  var names: [Color] = []
  var appearances: [Role: Appearance] = [:]
  var mistakes: [Theme.Mistake] = []

  mutating func read(_ line: Substring, number: Int) {
    let line = line.trimmed
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    do throws(Refusal) {
      try take(line)
    } catch {
      mistakes.append(Theme.Mistake(line: number, message: Sanitizer.clean(error.message)))
    }
  }

  private struct Refusal: Error {
    var message: String
  }

  private mutating func take(_ line: String) throws(Refusal) {
    guard let equals = line.firstIndex(of: "=") else {
      throw Refusal(message: "Missing = in “\(Self.short(line))”.")
    }
    let name = line[..<equals].trimmed.lowercased()
    let value = line[line.index(after: equals)...].trimmed
    switch name {
    case "summary": summary = Self.short(value)
    case "names":
      names = []
      for word in value.split(whereSeparator: \.isWhitespace) {
        do throws(Appearance.UnknownWord) {
          if let color = try Appearance(text: String(word)).color { names.append(color) }
        } catch {
          throw Refusal(message: "Unknown colour or style “\(Self.short(error.word))”.")
        }
      }
    case "ground":
      switch value.lowercased() {
      case "dark": isDark = true
      case "light": isDark = false
      case "any": isDark = nil
      default: throw Refusal(message: "Unknown ground “\(Self.short(value))”. Use dark, light or any.")
      }
    case "base":
      guard let base = Theme.named(value.lowercased()) else {
        throw Refusal(message: "Unknown base theme “\(Self.short(value))”.")
      }
      // Roles set above this line keep their looks.
      for role in Role.allCases where appearances[role] == nil { appearances[role] = base[role] }
      isDark = isDark ?? base.isDark
      if names.isEmpty { names = base.names }
    default:
      guard let role = Role(rawValue: name) else { throw Refusal(message: "Unknown role “\(Self.short(name))”.") }
      do throws(Appearance.UnknownWord) {
        appearances[role] = try Appearance(text: String(value))
      } catch {
        throw Refusal(message: "Unknown colour or style “\(Self.short(error.word))”.")
      }
    }
  }

  private static func short(_ text: some StringProtocol) -> String { String(text.prefix(40)) }
}
