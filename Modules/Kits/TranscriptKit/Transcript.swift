/// A session as a file: what it shows, what is typed, what is answered.
///
///     # What a newcomer sees first.
///
///     $ howdah
///
///     › open 1
///     (the answer, exactly)
///
///     › post
///     post │ a line of the text
///     post │ /discard
///     ? Discard it? [y/N]: y
///
/// Lines that begin with `› ` are typed at the prompt, those with `post │ ` or `reply │ ` while a text is written, and
/// those with `? ` answer a question. A line `$ howdah …` says how the program was started; with `< script` there is
/// no conversation, so the first screen is not printed by itself. Lines with `~ ` arrived while nothing was asked for, and
/// those with `… ` are further rows of what was typed.
public struct Transcript: Hashable, Sendable {
  public let lines: [String]

  /// Reads a session; line feeds may have a carriage return before them.
  public init(_ text: String) {
    var lines: [String] = []
    // Unicode scalars, because a carriage return and a line feed are one character.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(String(Substring(line.last == "\r" ? line.dropLast() : line)))
    }
    self.lines = lines
  }

  public var text: String { lines.joined(separator: "\n") }

  /// Lines of comment above the first other line: what the session shows, and how it is compared.
  public var header: [String] { Array(lines.prefix { $0.hasPrefix("#") }) }

  public var start: TranscriptStart {
    TranscriptStart(lines.first { $0.hasPrefix(Self.startSign) }?.dropFirst(Self.startSign.count))
  }

  /// Which fields may differ, as the header says.
  public var elastic: Set<ElasticField> {
    let names = header.filter { $0.hasPrefix(Self.elasticSign) }.flatMap {
      $0.dropFirst(Self.elasticSign.count).split { $0 == "," || $0 == " " || $0 == "." }
    }
    return Set(ElasticField.allCases.filter { names.contains(Substring($0.plural)) })
  }

  /// The version of the program that has recorded it, if the header has one.
  public var version: String? {
    header.lazy.filter { $0.hasPrefix(Self.recordedSign + " ") && $0.hasSuffix(".") }
      .map { String($0.dropFirst(Self.recordedSign.count + 1).dropLast()) }.first
  }

  /// Whether `record` has made it.
  public var isRecorded: Bool { header.contains { $0.hasPrefix(Self.recordedSign) } }

  /// The line of the header that says which version has recorded it.
  public static func recorded(by version: String) -> String {
    recordedSign + (version.isEmpty ? "." : " \(version).")
  }

  /// The same, as recorded by another version.
  public func recorded(anewBy new: String) -> Transcript {
    guard let version else { return self }
    return Transcript(
      text.replacing(Self.recorded(by: version) + "\n", with: Self.recorded(by: new) + "\n", maxReplacements: 1))
  }

  /// Whether posts that are not for everybody are masked, as the header says.
  public var masksPrivatePosts: Bool { header.contains { $0.hasPrefix(Self.maskedSign) } }

  /// The typed lines, in order; an answer is the text after the last colon of its question.
  public var typed: [String] {
    var typed: [String] = []
    var isTyping = false
    for line in lines {
      if isTyping, line.hasPrefix(Self.continuation) || line == Self.continuation.dropLast() {
        typed[typed.count - 1] += "\n" + line.dropFirst(Self.continuation.count)
        continue
      }
      isTyping = false
      if line.hasPrefix(Self.answer) {
        let words = line.dropFirst(Self.answer.count)
        typed.append(String(words.ranges(of: ": ").last.map { words[$0.upperBound...] } ?? words))
      } else if let prompt = Self.prompt(of: line) {
        typed.append(String(line.dropFirst(prompt.count)))
        isTyping = true
      }
    }
    return typed
  }

  /// The prefix of a command; a real prompt also shows the user's place.
  public static let prompt = "› "
  /// The prefix of further rows of what is typed.
  public static let continuation = "… "
  /// The prefix of a question and its answer.
  public static let answer = "? "
  /// The prefix of a live line.
  public static let liveSign = "~ "
  /// The prefix of a line of output that would be read as something else.
  public static let escape = "\\"
  /// The largest file that is read, in bytes.
  public static let maximumSize = 8 << 20

  /// The line of the header that names the fields that may differ.
  public static let elasticSign = "# elastic: "
  /// The line of the header for a session in which private posts are masked.
  public static let maskedSign = "# masked: private posts"
  static let recordedSign = "# Recorded with Howdah"
  static let startSign = "$ "

  private static let prompts =
    [prompt] + ["post", "reply", "edit"].flatMap { ["\($0) │ ", "\($0), not sent │ "] }

  /// The prompt that a line begins with, if something is typed on it.
  static func prompt(of line: String) -> String? {
    prompts.first { line.hasPrefix($0) || line == $0.dropLast() }
  }

  /// Whether something is typed on a line: at a prompt, or as an answer.
  static func isTyped(_ line: String) -> Bool { line.hasPrefix(answer) || prompt(of: line) != nil }

  /// Output in which no line can be taken for something that is typed.
  public static func escaped(_ output: String) -> String {
    guard output.contains(where: { "›…?$~\\pre".contains($0) }) else { return output }
    return output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { needsEscape(String($0)) ? escape + $0 : String($0) }.joined(separator: "\n")
  }

  private static func needsEscape(_ line: String) -> Bool {
    [escape, continuation, answer, liveSign, startSign].contains(where: line.hasPrefix) || prompt(of: line) != nil
  }

  /// The typed line, with the prompt before it.
  public static func line(_ text: String, behind prompt: String) -> String {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.enumerated()
      .map { index, row in trimmed((index == 0 ? prompt : continuation) + row) }
      .joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
}

/// The command line that started the session's program.
public struct TranscriptStart: Hashable, Sendable {
  /// The command line, or `nil` if the file has none.
  public var command: String?
  /// Whether responses are JSON.
  public var isData = false
  /// Whether responses are sentences.
  public var isPlain = false
  public var width = 80
  /// The rows of the terminal; `nil` for pages of five posts.
  public var rows: Int?

  /// Creates a start without options.
  public init() {}

  /// Reads a command line, or takes the defaults where there is none.
  init(_ command: Substring?) {
    guard let command else { return }
    self.command = String(command)
    let words = command.split(separator: " ")
    func number(behind option: Substring, in range: ClosedRange<Int>) -> Int? {
      guard let index = words.firstIndex(of: option), index + 1 < words.endIndex, let number = Int(words[index + 1])
      else { return nil }
      return min(max(number, range.lowerBound), range.upperBound)
    }
    isData = words.contains("--json")
    isPlain = words.contains("--plain")
    width = number(behind: "--width", in: 20...500) ?? width
    rows = number(behind: "--rows", in: 5...500)
  }

  /// Whether the first screen is printed by itself: the session begins with the program, and is not a script.
  public var opensScreen: Bool { command.map { !$0.contains("<") } ?? false }

  /// The command line with these options.
  ///
  /// - Parameter isOpening: Whether the session begins with the program's first screen.
  public func line(isOpening: Bool) -> String {
    var words = ["$ howdah"]
    if isData { words.append("--json") }
    if isPlain { words.append("--plain") }
    if width != 80 { words += ["--width", String(width)] }
    if let rows { words += ["--rows", String(rows)] }
    return (words + (isOpening ? [] : ["< script"])).joined(separator: " ")
  }
}
