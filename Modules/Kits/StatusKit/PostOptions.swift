public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import TerminalKit

/// The options of a post besides its text; `nil` leaves an option as it is.
public struct PostOptions: Hashable, Sendable {
  /// The content warning; empty removes it.
  public var contentWarning: String?
  /// Who can see it.
  public var visibility: Visibility?
  /// The language of the text.
  public var language: PostLanguage?
  /// The files to attach; a composer checks them first, so its `set` ignores them.
  public var files: [File]
  /// Whether the attachments are marked as sensitive.
  public var sensitive: Bool?
  /// The poll.
  public var poll: PollDraft?
  /// The post to quote.
  public var quote: Status.ID?
  /// Who may quote it.
  public var quotePolicy: QuotePolicy?
  /// When the server publishes it.
  public var scheduledAt: Date?
  /// The MIME type of the text.
  public var contentType: String?
  /// Whether the user confirmed that a direct post has no recipients.
  public var allowsNoRecipients: Bool?

  /// A file with its alt text: `nil` if none was given, empty if the user wants none.
  public struct File: Hashable, Sendable {
    /// The path as it was typed.
    public var path: String
    /// The alt text.
    public var description: String?

    /// Makes a file.
    public init(path: String, description: String? = nil) {
      self.path = path
      self.description = description
    }
  }

  /// Makes options; by default none is set.
  public init(
    contentWarning: String? = nil, visibility: Visibility? = nil, language: PostLanguage? = nil, files: [File] = [],
    sensitive: Bool? = nil, poll: PollDraft? = nil, quote: Status.ID? = nil, quotePolicy: QuotePolicy? = nil,
    scheduledAt: Date? = nil, contentType: String? = nil, allowsNoRecipients: Bool? = nil
  ) {
    self.poll = poll
    self.quote = quote
    self.quotePolicy = quotePolicy
    self.scheduledAt = scheduledAt
    self.contentType = contentType
    self.allowsNoRecipients = allowsNoRecipients
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
    ) { id, options, text in try await run(id, text, options) }
  }
}

extension Parameter where Value == PostOptions {
  /// The options of every command that writes a post.
  public static var postOptions: Parameter {
    let warning = Parameter<String?>.option("cw", "WARNING")
    let visibility = Parameter<Visibility?>.visibilityOption("WHO")
    let language = Parameter<PostLanguage?>.languageOption
    let paths = Parameter<[String]>.options("attach", "FILE")
    let descriptions = Parameter<[String]>.options("alt", "TEXT")
    let sensitive = Parameter<Bool>.flag("sensitive")
    let poll = Parameter<PollDraft?>.pollOptions
    let quote = Parameter<Status.ID?>.quoteOption
    let policy = Parameter<QuotePolicy?>.quotePolicyOption
    let time = Parameter<Date?>.timeOption
    let format = Parameter<String?>.option("format", "FORMAT", choices: PostOptions.formats)
    return Parameter(
      group: warning.descriptions + visibility.descriptions + language.descriptions + paths.descriptions
        + descriptions.descriptions + sensitive.descriptions + poll.descriptions + quote.descriptions
        + policy.descriptions + time.descriptions + format.descriptions
    ) { reader in
      var options = PostOptions(
        contentWarning: try await warning.parse(reader).map(SpokenText.oneLine),
        visibility: try await visibility.parse(reader),
        language: try await language.parse(reader),
        files: try files(await paths.parse(reader), await descriptions.parse(reader)),
        sensitive: try await sensitive.parse(reader) ? true : nil)
      options.poll = try await poll.parse(reader)
      options.quote = try await quote.parse(reader)
      options.quotePolicy = try await policy.parse(reader)
      options.scheduledAt = try await time.parse(reader)
      options.contentType = try await format.parse(reader).map { "text/\($0)" }
      return options
    }
  }

  /// The files, each with its alt text if there is one.
  private static func files(_ paths: [String], _ descriptions: [String]) throws -> [PostOptions.File] {
    guard descriptions.count <= paths.count else {
      throw AppError.usage(
        "More --alt options than --attach options.", suggestion: "Give each --attach FILE one --alt TEXT.")
    }
    return paths.enumerated().map { index, path in
      PostOptions.File(path: path, description: descriptions.indices.contains(index) ? descriptions[index] : nil)
    }
  }
}

extension PostOptions {
  /// The formats of text that some servers accept, the subtypes of `text/…`.
  public static let formats = ["plain", "markdown", "html", "bbcode"]
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
      let titles = try await choices.parse(reader).map(SpokenText.oneLine)
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
  /// How long a poll runs if that was not said: a day.
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

  /// An optional policy.
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
    guard let date = WhenText.future(text, now: layout.now, utcOffsetMinutes: layout.utcOffsetMinutes) else {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not a time.", suggestion: WhenText.futureExamples)
    }
    guard date > layout.now else {
      throw AppError.usage(
        "\(WhenText.spelled(date, utcOffsetMinutes: layout.utcOffsetMinutes)) is past.",
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
