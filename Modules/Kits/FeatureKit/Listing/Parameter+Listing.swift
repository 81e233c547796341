import FoundationEssentials
import TerminalKit

extension Parameter where Value == ListRange {
  /// `--before CURSOR --after ID --since WHEN --limit N --all`, of every command that lists.
  public static var range: Parameter {
    Parameter(group: ListRange.descriptions(takesAll: true)) { try ListRange($0, takesAll: true) }
  }

  /// `--before CURSOR --limit N --all`, of every command that lists what has no time, such as accounts.
  public static var pages: Parameter {
    Parameter(group: [.option("before", "CURSOR"), .option("limit", "N"), .flag("all")]) { reader in
      let range = try ListRange(reader, takesAll: true)
      guard range.until == nil else {
        throw reader.refusal("--before takes the cursor of a JSON answer here: the list has no times.")
      }
      return range
    }
  }
}

extension Parameter where Value == ListProgress {
  /// The receiver of progress reports on reading a list; nothing is typed for it.
  public static var progress: Parameter { Parameter(group: []) { $0.context.progress } }
}

extension Parameter where Value == TimelineOptions {
  /// The options of every command that lists posts: a range, and which posts are shown.
  public static var timeline: Parameter { timeline(takesAll: true) }

  /// The same options without `--all`, for a command to which that word means something else.
  public static var timelineWithoutAll: Parameter { timeline(takesAll: false) }

  private static func timeline(takesAll: Bool) -> Parameter {
    let flags = TimelineOptions.Kind.allCases.map { "no-\($0.rawValue)" } + ["media"]
    return Parameter(
      group: flags.map { .flag($0) } + [.option("language", "CODE", isRepeatable: true), .flag("oldest-first")]
        + ListRange.descriptions(takesAll: takesAll)
    ) { reader in
      var options = TimelineOptions(range: try ListRange(reader, takesAll: takesAll))
      options.range.isOldestFirst = reader.flag("oldest-first") != nil
      options.hidden = Set(TimelineOptions.Kind.allCases.filter { reader.flag("no-\($0.rawValue)") != nil })
      options.onlyMedia = reader.flag("media") != nil
      options.languages = try reader.flags("language").flatMap { try languages($0, reader) }
      return options
    }
  }

  /// No options, for a command whose objects are not always timelines.
  static var noOptions: Parameter { Parameter(group: []) { _ in TimelineOptions() } }

  private static func languages(_ word: String, _ reader: ArgumentReader) throws -> [String] {
    // A name, or the code of a language as servers write it, which may have more parts than one that is posted in.
    let codes = word.split(separator: ",").map { part in
      PostLanguage(String(part))?.code.lowercased() ?? part.lowercased()
    }
    guard !codes.isEmpty, codes.allSatisfy({ (2...11).contains($0.utf8.count) && $0.first?.isLetter == true }),
      codes.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } }),
      codes.allSatisfy({ $0.prefix { $0 != "-" }.count <= 3 })
    else {
      throw reader.refusal("“\(Sanitizer.clean(word))” is not the code of a language.", first: "Use en, de, pt-BR….")
    }
    return codes
  }
}

extension ListRange {
  /// The most elements that `--limit` takes.
  public static let greatestLimit = 1_000_000
  /// The most that one command reads of a list, in bytes of the server's answers.
  public static let mostBytes = 256 << 20

  /// The paragraph about `--before`, `--limit` and `--all` for `help COMMAND`.
  public static let pagesDiscussion =
    "--limit N may be any number. --before takes the cursor of a JSON answer. --all reads to the end, up to 256 MB; Ctrl-C stops it."

  fileprivate static func descriptions(takesAll: Bool) -> [ParameterDescription] {
    [.option("before", "WHEN|CURSOR"), .option("after", "ID"), .option("since", "WHEN"), .option("limit", "N")]
      + (takesAll ? [.flag("all")] : [])
  }

  @MainActor
  fileprivate init(_ reader: ArgumentReader, takesAll: Bool) throws {
    self.init(
      since: try reader.flag("since").map { try Self.since($0, reader) },
      limit: try Parameter<Int?>.number("limit", 1...Self.greatestLimit, reader),
      isAll: takesAll && reader.flag("all") != nil)
    if let word = reader.flag("before"), let date = try Self.time(word, reader) {
      until = date
    } else {
      before = try Self.place("before", reader).map { ListPlace($0) }
    }
    if let word = reader.flag("after"), try Self.time(word, reader) != nil {
      throw reader.refusal("--after takes the id of a post.", first: "For a time: --since \(Sanitizer.clean(word)).")
    }
    after = try Self.place("after", reader)
    if isAll, limit != nil { throw reader.refusal("--all and --limit can't be combined.") }
    progress = reader.context.progress
  }

  @MainActor
  private static func place(_ name: String, _ reader: ArgumentReader) throws -> String? {
    guard let word = reader.flag(name) else { return nil }
    guard !word.isEmpty, !word.contains(where: \.isWhitespace) else {
      throw reader.refusal("--\(name) takes the id of a post or the cursor of a JSON answer.")
    }
    guard isPlace(word) else {
      throw reader.refusal(
        "“\(Sanitizer.clean(word))” is neither a time nor the id of a post.", first: WhenText.examples)
    }
    return word
  }

  /// Whether a word may be an id or a server's cursor: a short one has digits, and is not written like a date.
  private static func isPlace(_ word: String) -> Bool {
    let word = ListPlace(word).cursor ?? "0"
    if word.hasPrefix("?") || word.utf8.count >= 16 { return true }
    let isDate = word.split(separator: "-", omittingEmptySubsequences: false).count == 3
    return !isDate && word.contains(where: \.isNumber)
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=".contains($0)) }
  }

  /// A time; `nil` for a word that is none.
  @MainActor
  private static func time(_ word: String, _ reader: ArgumentReader) throws -> Date? {
    let layout = reader.context.layout()
    if let date = WhenText.past(word, now: layout.now, zone: layout.zone) { return date }
    // With its letter, a long number would pass for an id.
    guard !WhenText.isDuration(word) else {
      throw reader.refusal("“\(Sanitizer.clean(word))” is more than a hundred years.", first: WhenText.examples)
    }
    return nil
  }

  /// Reads the value of `--since`: a time or an id.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for anything else, and for a time to come.
  @MainActor
  public static func since(_ word: String, _ reader: ArgumentReader) throws -> Since {
    if let date = try time(word, reader) {
      guard date <= reader.context.layout().now else { throw reader.refusal("--since \(word) is in the future.") }
      return .date(date)
    }
    guard ReferenceSyntax.hasFormOfID(word) else {
      throw reader.refusal(
        "“\(Sanitizer.clean(word))” is neither a time nor the id of a post.", first: WhenText.examples)
    }
    return .id(word)
  }
}
