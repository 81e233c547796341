import TerminalKit

/// A model of a terminal that understands what Howdah prints: text, line feeds, colours (SGR) and links (OSC 8).
///
/// Rows are kept when they scroll away. Sequences that move the cursor are not part of what is printed and are skipped.
public struct TerminalScreen: Sendable {
  public let columns: Int
  /// All rows so far; the cursor is at the end of the last one.
  public private(set) var rows = [ScreenRow()]
  private var style = CellStyle()
  private var parser = Parser.text

  private enum Parser: Sendable {
    case text
    case escape
    case charset
    case control(String)
    /// An operating system command; `isEnding` after an escape, which a backslash completes.
    case command(String, isEnding: Bool)
  }

  public init(columns: Int) { self.columns = max(columns, 1) }

  public mutating func write(_ text: String) {
    for character in text {
      // A carriage return and a line feed are one character.
      for scalars in character.isNewline ? character.unicodeScalars.map({ Character($0) }) : [character] {
        write(scalars)
      }
    }
  }

  private mutating func write(_ character: Character) {
    switch parser {
    case .text: show(character)
    case .escape:
      switch character {
      case "[": parser = .control("")
      case "]": parser = .command("", isEnding: false)
      // A character set, which one more character names.
      case "(", ")": parser = .charset
      default: parser = .text
      }
    case .charset: parser = .text
    case .control(let parameters):
      if character >= "@", character <= "~" {
        parser = .text
        if character == "m" { setStyle(parameters) }
      } else if parameters.count < 64 {
        parser = .control(parameters + String(character))
      } else {
        parser = .text
      }
    case .command(let text, let isEnding):
      if character == "\u{7}" || (isEnding && character == "\\") {
        parser = .text
        setLink(text)
      } else if character == "\u{1B}" {
        parser = .command(text, isEnding: true)
      } else if text.count < 100_000 {
        parser = .command(text + String(character), isEnding: false)
      } else {
        parser = .text
      }
    }
  }

  private mutating func show(_ character: Character) {
    switch character {
    case "\u{1B}": parser = .escape
    case "\n": rows.append(ScreenRow())
    case "\t": for _ in 0..<(8 - rows[rows.count - 1].cells.count % 8) { put(" ", width: 1) }
    case _ where character.unicodeScalars.allSatisfy { $0.value < 32 || (127..<160).contains($0.value) }: break
    default: put(character, width: character.displayWidth)
    }
  }

  private mutating func put(_ character: Character, width: Int) {
    guard width > 0 else { return }
    if rows[rows.count - 1].cells.count + width > columns { rows.append(ScreenRow()) }
    rows[rows.count - 1].cells.append(.init(text: String(character), style: style))
    for _ in 1..<max(width, 1) { rows[rows.count - 1].cells.append(.init(text: "", style: style)) }
  }

  // MARK: - Sequences

  private mutating func setLink(_ command: String) {
    let parts = command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "8" else { return }
    style.link = parts[2].isEmpty ? nil : String(parts[2])
  }

  private mutating func setStyle(_ parameters: String) {
    var codes = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    if codes.isEmpty { codes = [0] }
    while let code = codes.popFirst() {
      switch code {
      case 0:
        let link = style.link
        style = CellStyle()
        style.link = link
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 3: style.isItalic = true
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      case 22: (style.isBold, style.isDim) = (false, false)
      case 23: style.isItalic = false
      case 24: style.isUnderlined = false
      case 27: style.isReversed = false
      case 30...37: style.ink = .indexed(UInt8(code - 30))
      case 38: style.ink = Self.ink(&codes)
      case 39: style.ink = nil
      case 40...47: style.background = .indexed(UInt8(code - 40))
      case 48: style.background = Self.ink(&codes)
      case 49: style.background = nil
      case 90...97: style.ink = .indexed(UInt8(code - 82))
      case 100...107: style.background = .indexed(UInt8(code - 92))
      default: break
      }
    }
  }

  /// The colour after 38 or 48: `5;N` or `2;R;G;B`.
  private static func ink(_ codes: inout ArraySlice<Int>) -> CellStyle.Ink? {
    func byte(_ code: Int?) -> UInt8 { UInt8(min(max(code ?? 0, 0), 255)) }
    switch codes.popFirst() {
    case 5: return .indexed(byte(codes.popFirst()))
    case 2:
      let (red, green, blue) = (codes.popFirst(), codes.popFirst(), codes.popFirst())
      return .rgb(byte(red), byte(green), byte(blue))
    default: return nil
    }
  }
}
