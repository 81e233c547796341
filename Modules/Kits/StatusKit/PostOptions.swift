public import FeatureKit
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
    sensitive: Bool? = nil, allowsNoRecipients: Bool? = nil
  ) {
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
    return Parameter(
      group: warning.descriptions + visibility.descriptions + language.descriptions + paths.descriptions
        + descriptions.descriptions + sensitive.descriptions
    ) { reader in
      PostOptions(
        contentWarning: try await warning.parse(reader).map(SpokenText.oneLine),
        visibility: try await visibility.parse(reader),
        language: try await language.parse(reader),
        files: try files(await paths.parse(reader), await descriptions.parse(reader)),
        sensitive: try await sensitive.parse(reader) ? true : nil)
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
