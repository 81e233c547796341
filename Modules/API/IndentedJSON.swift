/// JSON for reading, with each value on a line of its own.
///
/// Numbers and strings stay as they are, and what is not JSON does too.
enum IndentedJSON {
  /// The lines of a text, indented by two spaces for each level.
  static func lines(_ json: String) -> [String] {
    guard let first = json.first(where: { !$0.isWhitespace }), "{[\"".contains(first) else {
      return json.split(whereSeparator: \.isNewline).map(String.init)
    }
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var level = 0
    var (isInString, isEscaped) = (false, false)
    var previous: Unicode.Scalar?

    func end() {
      if line.contains(where: { $0 != " " }) { lines.append(String(line)) }
      line = String(repeating: "  ", count: max(level, 0)).unicodeScalars
    }

    // By scalars: a mark after a quote would otherwise be one character with it.
    for sign in json.unicodeScalars {
      if isInString {
        line.append(sign)
        (isInString, isEscaped) = (isEscaped || sign != "\"", sign == "\\" && !isEscaped)
        previous = sign
        continue
      }
      switch sign {
      case "\"":
        isInString = true
        line.append(sign)
      case "{", "[":
        line.append(sign)
        level += 1
        end()
      case "}", "]":
        level -= 1
        // An empty object or list stays on its line.
        if previous == "{" || previous == "[", let opened = lines.popLast() {
          line = opened.unicodeScalars
        } else {
          end()
        }
        line.append(sign)
      case ",":
        line.append(sign)
        end()
      case ":": line.append(contentsOf: ": ".unicodeScalars)
      case " ", "\n", "\r", "\t": continue
      default: line.append(sign)
      }
      previous = sign
    }
    end()
    return lines
  }
}
