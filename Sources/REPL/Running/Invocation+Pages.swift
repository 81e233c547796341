import FeatureKit
import TerminalKit

/// `older` and `newer` where they do not turn the page that the user sees: in a run that has shown nothing yet, and in a
/// command whose output goes elsewhere. They continue the list that was printed last.
extension Invocation {
  /// The command that `older` or `newer` stands for; any other command stands for itself, and nothing for the end of a list.
  ///
  /// - Throws: ``AppError`` if nothing was printed that has pages.
  func continued(_ command: Command) throws -> Command? {
    let isApart = isApart(command)
    guard state.printedScreens.isEmpty && !isPrompt || isApart, !isWriting, let turn = PageTurn(command.verb),
      !host.pluginCommands.verbs().contains(where: { $0.matches(command.verb.lowercased()) })
    else { return command }
    // A mistyped option is refused as everywhere.
    let known = Set(["limit", "all"] + sharedOptions.map(\.name))
    let options = command.arguments.words.filter(\.isOption).map { $0.text.dropFirst(2).prefix { $0 != "=" } }
    guard options.allSatisfy({ known.contains(String($0)) }) else { return command }
    guard let words = numbers.command(for: turn) else {
      // A list without an address is read where it is.
      if isApart { return command }
      throw AppError.usage(
        "No list to continue on this terminal.",
        suggestion: "Show one first, or name it and the place: home --before CURSOR (JSON answers have a cursor).")
    }
    guard let verb = words.first else { return nil }
    let typed = command.arguments.words
    let isCounted = typed.contains { $0.isOption && ($0.text.hasPrefix("--limit") || $0.text == "--all") }
    var arguments: [ArgumentList.Word] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if isCounted, word == "--limit" {
        _ = rest.popFirst()
      } else {
        arguments.append(ArgumentList.Word(word, isQuoted: !word.hasPrefix("--")))
      }
    }
    return Command(verb: verb, arguments: ArgumentList(arguments + typed), source: command.source)
  }

  /// The sentence in place of a page with nothing on it, after which the page before keeps its numbers.
  static func atEnd(_ turn: PageTurn?, _ document: Document?) -> String {
    "No \(turn?.rawValue ?? "more") \(document?.kind == "notifications" ? "notifications" : "posts")."
  }

  /// Whether what a command prints at the prompt goes elsewhere than to the screen.
  private func isApart(_ command: Command) -> Bool {
    guard isPrompt else { return false }
    return detour.isActive
      || !mode.isData && command.arguments.words.contains { $0.isOption && $0.text == "--json" }
  }

  /// Prints how much of a list was read, or how much of a number of things was done, at most once a second.
  func report(progress count: Int, of total: Int? = nil) {
    let words = (total.map { "\(count) of \($0) done" } ?? "\(count) read so far") + pace(count, of: total)
    if isInBackground || (output.canOverwrite && mode.style.format != .spoken && !mode.isData) {
      return show(progress: words)
    }
    let now = host.uptime
    guard let current, now - (current.reported ?? current.began) >= .seconds(1) else { return }
    self.current?.reported = now
    cancelNotice()
    var members = [JSONValue.Member(total == nil ? "read" : "done", .int(count))]
    if let total { members.append(JSONValue.Member("total", .int(total))) }
    let text =
      mode.isData
      ? JSONValue.answer([JSONValue.Member("progress", .object(members))]) + "\n"
      : render(StyledText("\(words). Ctrl-C stops.", .hint))
    output.writeError(text)
  }

  /// The speed of the command, and its remaining time: `, 12/s, 4 min left`.
  func pace(_ count: Int, of total: Int?) -> String {
    guard let current else { return "" }
    return Pace(count, of: total, since: host.uptime - current.began).text
  }

  /// Shows how far a command is: over the last text where the terminal allows it, else once in a while on a line.
  func show(progress text: String) {
    if isInBackground {
      job?.progress = text
      return
    }
    let now = host.uptime
    // In sentences each text is a line of its own.
    let overwrites = output.canOverwrite && mode.style.format != .spoken
    let pause: Duration = overwrites ? .milliseconds(100) : .seconds(5)
    guard !mode.isData, let current else { return }
    guard now - (current.reported ?? current.began) >= pause else {
      self.current?.unreported = overwrites ? text : nil
      return
    }
    self.current?.reported = now
    self.current?.unreported = nil
    cancelNotice()
    if overwrites {
      let line = StyledText(Sanitizer.clean(text))
      // The way out, where there is room for it.
      let long = line + StyledText(". Ctrl-C stops.")
      output.overwrite(long.plain.displayWidth < width ? long.plain : line.truncated(to: max(width - 1, 1)).plain)
    } else if mode.style.showsHints {
      output.writeError(render(StyledText("\(text). Ctrl-C stops.", .hint)))
    }
  }

  /// Says something that stays while a command runs.
  func say(_ sentence: String) {
    cancelNotice()
    let text =
      mode.isData
      ? JSONValue.answer([JSONValue.Member("progress", .object([JSONValue.Member("message", .string(sentence))]))])
        + "\n" : render(StyledText(sentence, .hint))
    output.writeError(text)
  }
}

/// The commands that turn the page of a list.
enum PageTurn: String {
  case older
  case newer

  /// Reads the command from its name, in any case, or from a word of another client such as `next`.
  init?(_ word: String) {
    let word = word.lowercased()
    switch Synonym.command(for: word) ?? word {
    case "older": self = .older
    case "newer": self = .newer
    default: return nil
    }
  }

  /// The place of the cursors beside the numbers of a screen.
  var place: Int { self == .older ? -10 : -11 }
}

extension Document.Neighbours {
  func words(for turn: PageTurn) -> [String] { (turn == .older ? older : newer) ?? [] }
}

extension NumberedReferences {
  private static let kind = Reference.Kind(rawValue: "page")

  /// The words of the command that turns the page; empty at the end of the list, `nil` if nothing with pages was shown.
  func command(for turn: PageTurn) -> [String]? {
    guard let id = entries[turn.place]?.first?.id else { return nil }
    return id.split(separator: "/").map { Self.decoded($0) }
  }

  /// Keeps how to turn the page of what is shown now.
  mutating func setNeighbours(_ neighbours: Document.Neighbours?) {
    for turn in [PageTurn.older, .newer] {
      let words = neighbours?.words(for: turn).map(Self.encoded)
      set(words.map { [Reference(kind: Self.kind, id: $0.joined(separator: "/"))] }, at: turn.place)
    }
  }

  // The file has words between spaces.
  private static func encoded(_ word: String) -> String {
    word.utf8.map { byte in
      if byte > 0x20, byte != 0x25, byte != 0x2F, byte < 0x7F { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  private static func decoded(_ word: Substring) -> String {
    var (bytes, rest) = ([UInt8](), word.utf8[...])
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
