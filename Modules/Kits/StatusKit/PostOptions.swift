public import FeatureKit
public import MastodonKit
import TerminalKit

/// What is said about a post beside its text, where it is said.
public struct PostOptions: Hashable, Sendable {
  /// The content warning; empty takes one away.
  public var contentWarning: String?
  /// Who may see it.
  public var visibility: Visibility?
  /// The language it is written in.
  public var language: PostLanguage?
  /// The files to attach; they are looked at before, so they are no part of what a composer's `set` sets.
  public var files: [File]
  /// Whether they are hidden at first.
  public var sensitive: Bool?
  /// Whether somebody has confirmed that a direct post names nobody.
  public var mayNameNobody: Bool?

  /// A file as it was named, with its description, if there is one; the empty text says that nobody will describe it.
  public struct File: Hashable, Sendable {
    /// The path as it was typed.
    public var path: String
    /// What it shows.
    public var description: String?

    /// Names a file.
    public init(path: String, description: String? = nil) {
      self.path = path
      self.description = description
    }
  }

  /// Makes options; what is left out stays as it is.
  public init(
    contentWarning: String? = nil, visibility: Visibility? = nil, language: PostLanguage? = nil, files: [File] = [],
    sensitive: Bool? = nil, mayNameNobody: Bool? = nil
  ) {
    self.mayNameNobody = mayNameNobody
    self.files = files
    self.sensitive = sensitive
    self.contentWarning = contentWarning
    self.visibility = visibility
    self.language = language
  }
}

extension Verb {
  /// `reply N [OPTIONS] [TEXT]`, the same on every screen that shows statuses.
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
  /// The options of every verb that writes a post.
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

  /// The files, each with its description, as far as there are any.
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
  /// A language by code or English name, if there is one.
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
