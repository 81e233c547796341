public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import TerminalKit

/// The options of a post besides its text; `nil` leaves an option as it is.
public struct PostOptions: Hashable, Sendable {
  /// The content warning; empty removes it.
  public var contentWarning: String?
  public var visibility: Visibility?
  public var language: PostLanguage?
  /// The files to attach; a composer checks them first, so its `set` ignores them.
  public var files: [File]
  public var sensitive: Bool?
  public var poll: PollDraft?
  public var quote: Status.ID?
  public var quotePolicy: QuotePolicy?
  public var scheduledAt: Date?
  public var contentType: String?
  /// Whether the user confirmed what was asked before sending.
  public var isConfirmed: Bool?
  /// Whether a text that is too long for one post becomes a thread.
  public var splitsThread: Bool?
  /// The user's name for the post, which goes out once under it.
  public var key: PostKey?
  /// Whether the text is edited in the user's editor first.
  public var opensEditor = false

  /// A file with its alt text: `nil` if none was given, empty if the user wants none.
  public struct File: Hashable, Sendable {
    public var path: String
    public var description: String?
    /// The point that stays visible when it is cropped.
    public var focus: FocalPoint?
    /// The path of the image that stands for a video or an audio file, as it was typed.
    public var thumbnail: String?

    public init(path: String, description: String? = nil, focus: FocalPoint? = nil, thumbnail: String? = nil) {
      self.path = path
      self.description = description
      self.focus = focus
      self.thumbnail = thumbnail
    }
  }

  public init(
    contentWarning: String? = nil, visibility: Visibility? = nil, language: PostLanguage? = nil, files: [File] = [],
    sensitive: Bool? = nil, poll: PollDraft? = nil, quote: Status.ID? = nil, quotePolicy: QuotePolicy? = nil,
    scheduledAt: Date? = nil, contentType: String? = nil, isConfirmed: Bool? = nil
  ) {
    self.poll = poll
    self.quote = quote
    self.quotePolicy = quotePolicy
    self.scheduledAt = scheduledAt
    self.contentType = contentType
    self.isConfirmed = isConfirmed
    self.files = files
    self.sensitive = sensitive
    self.contentWarning = contentWarning
    self.visibility = visibility
    self.language = language
  }
}

extension Verb {
  /// The command `reply N [OPTIONS] [TEXT]`, for every screen that shows posts.
  public static func reply(
    _ run: @escaping @MainActor (Status.ID, _ text: String?, PostOptions) async throws -> Response
  ) -> Verb {
    Verb(
      "reply", Parameter<Status.ID>.status, Parameter<PostOptions>.postOptions, Parameter<String?>.optionalText(),
      help: "Reply to a post",
      discussion: "With TEXT, sends the reply; without it, opens the composer. The options are those of post."
    ) { id, options, text in try await run(id, text, options) }.writingText
  }
}

extension Parameter where Value == PostOptions {
  public static var postOptions: Parameter {
    let warning = Parameter<String?>.option("cw", "WARNING")
    let visibility = Parameter<Visibility?>.visibilityOption("WHO")
    let language = Parameter<PostLanguage?>.languageOption
    let paths = Parameter<[String]>.options("attach", "FILE")
    let descriptions = Parameter<[String]>.options("alt", "TEXT")
    let points = Parameter<[FocalPoint?]>.focusOptions
    let thumbnails = Parameter<[String]>.options("thumbnail", "FILE")
    let sensitive = Parameter<Bool>.flag("sensitive")
    let poll = Parameter<PollDraft?>.pollOptions
    let quote = Parameter<Status.ID?>.quoteOption
    let policy = Parameter<QuotePolicy?>.quotePolicyOption
    let time = Parameter<Date?>.timeOption
    let format = Parameter<String?>.option("format", "FORMAT", choices: PostOptions.formats)
    let thread = Parameter<Bool>.flag("thread")
    let key = Parameter<String?>.option("key", "KEY")
    let editor = Parameter<Bool>.flag("editor", short: "e")
    return Parameter(
      group: warning.descriptions + visibility.descriptions + language.descriptions + paths.descriptions
        + descriptions.descriptions + points.descriptions + thumbnails.descriptions + sensitive.descriptions
        + poll.descriptions + quote.descriptions + policy.descriptions + time.descriptions + format.descriptions
        + thread.descriptions + key.descriptions + editor.descriptions
    ) { reader in
      var options = PostOptions(
        contentWarning: try await warning.parse(reader).map(\.onOneLine),
        visibility: try await visibility.parse(reader),
        language: try await language.parse(reader),
        files: try files(
          await paths.parse(reader), await descriptions.parse(reader), await points.parse(reader),
          await thumbnails.parse(reader)),
        sensitive: try await sensitive.parse(reader) ? true : nil)
      options.poll = try await poll.parse(reader)
      options.quote = try await quote.parse(reader)
      options.quotePolicy = try await policy.parse(reader)
      options.scheduledAt = try await time.parse(reader)
      options.contentType = try await format.parse(reader).map(PostOptions.contentType(ofFormat:))
      options.splitsThread = try await thread.parse(reader) ? true : nil
      options.key = try await key.parse(reader).map { word in
        guard let key = PostKey(word) else {
          throw reader.refusal("A key has 1 to 100 letters, digits and the signs - _ . : /")
        }
        return key
      }
      if options.key != nil, options.splitsThread == true {
        throw AppError.usage(
          "--key can't be combined with --thread.", suggestion: "Send the parts one by one, each with a key.")
      }
      options.opensEditor = try await editor.parse(reader)
      return options
    }
  }

  /// The files, each with its alt text, focus and thumbnail if there is one.
  private static func files(
    _ paths: [String], _ descriptions: [String], _ points: [FocalPoint?], _ thumbnails: [String]
  ) throws -> [PostOptions.File] {
    for (name, value, count) in [
      ("alt", "TEXT", descriptions.count), ("focus", "X,Y", points.count), ("thumbnail", "FILE", thumbnails.count),
    ] where count > paths.count {
      throw AppError.usage(
        "More --\(name) options than --attach options.", suggestion: "Give each --attach FILE one --\(name) \(value).")
    }
    return paths.enumerated().map { index, path in
      func value<Element>(_ values: [Element]) -> Element? { values.indices.contains(index) ? values[index] : nil }
      let thumbnail = value(thumbnails).flatMap { $0.isEmpty ? nil : $0 }
      return PostOptions.File(
        path: path, description: value(descriptions), focus: value(points) ?? nil, thumbnail: thumbnail)
    }
  }
}

extension Parameter where Value == [FocalPoint?] {
  /// `--focus X,Y`, once for each file; `nil` for an empty one.
  public static var focusOptions: Parameter {
    Parameter<[String]>.options("focus", "X,Y").map { words in
      try words.map { $0.isEmpty ? nil : try FocalPoint(typed: $0) }
    }
  }
}

extension FocalPoint {
  /// Reads `0.5,-1`: from the left edge, -1, to the right, 1, and from the lower edge, -1, to the upper, 1.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)``.
  public init(typed word: String) throws {
    let numbers = word.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 2, word.filter({ $0 == "," }).count == 1, numbers.allSatisfy({ (-1...1).contains($0) })
    else {
      throw AppError.usage(
        "“\(Sanitizer.clean(word))” is not a focus.",
        suggestion: "Use X,Y from -1 to 1, such as 0,0 for the centre or -0.5,1 for the upper left.")
    }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension PostOptions {
  /// The formats of text that some servers accept: subtypes of `text/…`, and Misskey's Markdown, which Akkoma accepts.
  public static let formats = ["plain", "markdown", "html", "bbcode", "mfm"]

  /// The media type of a format.
  public static func contentType(ofFormat format: String) -> String {
    "text/\(format == "mfm" ? "x.misskeymarkdown" : format)"
  }

  /// The format of a media type, as it is typed.
  public static func format(ofContentType type: String) -> String {
    let name = type.hasPrefix("text/") ? String(type.dropFirst(5)) : type
    return name == "x.misskeymarkdown" ? "mfm" : Sanitizer.clean(name)
  }
}

extension Parameter where Value == PollDraft? {
  /// `--poll OPTION…`, `--multiple`, `--hide-totals` and `--ends DURATION`.
  public static var pollOptions: Parameter {
    let choices = Parameter<[String]>.options("poll", "OPTION")
    let multiple = Parameter<Bool>.flag("multiple")
    let hidden = Parameter<Bool>.flag("hide-totals")
    let ends = Parameter<String?>.option("ends", "DURATION")
    return Parameter(
      group: choices.descriptions + multiple.descriptions + hidden.descriptions + ends.descriptions
    ) { reader in
      let titles = try await choices.parse(reader).map(\.onOneLine)
      let (isMultiple, isHidden) = (try await multiple.parse(reader), try await hidden.parse(reader))
      let duration = try await ends.parse(reader)
      guard !titles.isEmpty else {
        guard !isMultiple, !isHidden, duration == nil else {
          throw AppError.usage(
            "There is no poll for --multiple, --hide-totals and --ends.",
            suggestion: "Add --poll OPTION for each option.")
        }
        return nil
      }
      return PollDraft(
        options: titles, seconds: try duration.map(seconds) ?? PollDraft.standardSeconds, multiple: isMultiple,
        hidesTotals: isHidden)
    }
  }

  /// Reads how long a poll runs.
  public static func seconds(_ word: String) throws -> Int {
    guard let seconds = WhenText.seconds(word), seconds > 0 else {
      throw AppError.usage(
        "“\(Sanitizer.clean(word))” is not a duration.", suggestion: "Use 30m, 6h, 1d or 1w.")
    }
    return seconds
  }
}

extension PollDraft {
  /// The default duration of a poll: a day.
  public static var standardSeconds: Int { 86_400 }
}

extension Parameter where Value == Status.ID? {
  /// `--quote N`.
  static var quoteOption: Parameter {
    let form = ParameterDescription.Form.flag(value: "N", choices: [])
    return Parameter(ParameterDescription(name: "quote", form: form, isOptional: true)) { reader in
      guard let word = reader.flag("quote") else { return nil }
      let references = try await Parameter<Reference>.resolve(word, kinds: [.status], reader: reader)
      guard references.count == 1, let reference = references.first else {
        throw reader.refusal("A post can quote one post.")
      }
      return Status.ID(reference.id)
    }
  }
}

extension Parameter where Value == QuotePolicy? {
  /// `--quotes WHO`.
  static var quotePolicyOption: Parameter {
    let words = QuotePolicy.known.map(\.rawValue)
    return Parameter<String?>.option("quotes", "WHO", choices: words).map { $0.map { QuotePolicy(rawValue: $0) } }
  }

  public static var quotePolicy: Parameter {
    let words = QuotePolicy.known.map(\.rawValue)
    return Parameter<String?>.optionalChoice("WHO", words).map { $0.map { QuotePolicy(rawValue: $0) } }
  }
}

extension Parameter where Value == Date? {
  /// `--at WHEN`.
  static var timeOption: Parameter {
    let form = ParameterDescription.Form.flag(value: "WHEN", choices: [])
    return Parameter(ParameterDescription(name: "at", form: form, isOptional: true)) { reader in
      try reader.flag("at").map { try time($0, reader) }
    }
  }

  /// Reads a time to come.
  public static func time(_ text: String, _ reader: ArgumentReader) throws -> Date {
    let layout = reader.context.layout()
    guard let date = try WhenText.future(text, now: layout.now, zone: layout.zone) else {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not a time.", suggestion: WhenText.futureExamples)
    }
    guard date > layout.now else {
      throw AppError.usage(
        "\(WhenText.spelled(date, zone: layout.zone)) is past.",
        suggestion: WhenText.futureExamples)
    }
    return date
  }
}

extension Parameter where Value == PostLanguage? {
  /// An optional language, by code or English name.
  public static var language: Parameter {
    Parameter(ParameterDescription(name: "CODE", form: .choice(PostLanguage.codes), isOptional: true)) { reader in
      try reader.next().map(parse)
    }
  }

  /// `--language CODE`, if it was given.
  public static var languageOption: Parameter {
    let form = ParameterDescription.Form.flag(value: "CODE", choices: PostLanguage.codes)
    return Parameter(ParameterDescription(name: "language", form: form, isOptional: true)) { reader in
      try reader.flag("language").map(parse)
    }
  }

  private static func parse(_ word: String) throws -> PostLanguage {
    guard let language = PostLanguage(word) else {
      throw AppError.usage(
        "Unknown language “\(Sanitizer.clean(word))”.",
        suggestion: "Use a code such as en, ja or pt-BR.")
    }
    return language
  }
}
