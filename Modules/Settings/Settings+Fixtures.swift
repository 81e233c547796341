import FeatureKit

extension Settings.Field {
  public static let fixtures = Fixtures()

  /// Each setting with its standard value.
  public final class Fixtures: Sendable {
    public let theme = Settings.Field.fixture(
      "theme", "Reading", "the colour theme", ["dusk", "day", "paper", "high-contrast", "mono"])
    public let visibility = Settings.Field.fixture(
      "visibility", "Posting", "who can see new posts", ["public", "unlisted", "followers"])
    public let language = Settings.Field(
      name: "language", section: "Posting", summary: "the language of new posts",
      kind: .word(["auto", "en", "ja"], description: "auto, or a code such as en or pt-BR"), standard: "auto",
      value: "auto")
    public let width = Settings.Field(
      name: "width", section: "Reading", summary: "the maximum line width in columns",
      kind: .integer(20...500, or: "auto"), standard: "auto", value: "auto")
    public let color = Settings.Field.fixture(
      "color", aliases: ["colour"], "Reading", "when colours are used", ["auto", "always", "never"])
    public let time = Settings.Field.fixture("time", "Reading", "how times are written", ["relative", "absolute"])
    public let media = Settings.Field.fixture(
      "media", "Reading", "how much of images, videos and audio is described", ["default", "show", "hide"])
    public let contentWarnings = Settings.Field.fixture(
      "content-warnings", aliases: ["cw"], "Reading", "whether posts with a content warning are folded",
      ["fold", "show"])
    public let live = Settings.Field.fixture(
      "live", "Live", "which live events are shown", ["on", "quiet", "off"])

    /// All settings in the order in which they are listed.
    public var all: [Settings.Field] {
      [theme, width, color, time, media, contentWarnings, visibility, language, live]
    }
  }

  private static func fixture(
    _ name: Setting.Name, aliases: [String] = [], _ section: String, _ summary: String, _ choices: [String]
  ) -> Settings.Field {
    Settings.Field(
      name: name, aliases: aliases, section: section, summary: summary, kind: .choice(choices), standard: choices[0],
      value: choices[0])
  }
}

extension Settings.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let defaults = Settings.State(fields: Settings.Field.fixtures.all)
    public let changed = Settings.State(
      fields: changing(["theme": "high-contrast", "width": "60", "live": "quiet"]))
    /// Values of the server, one of them overridden here.
    public let serversOwn = Settings.State(
      fields: changing(["visibility": "followers", "media": "show"], origin: .server)
        .map { field in
          guard field.name == "language" else { return field }
          var field = field
          (field.value, field.origin) = ("ja", .here)
          return field
        })
    public let oneSection = Settings.State(fields: Settings.Field.fixtures.all, section: "Reading")
    /// A change that could not be stored.
    public let failedToSave = Settings.State(
      fields: Settings.Field.fixtures.all, failure: Failure(name: "theme", error: AppError.fixtures.diskFull))
  }

  private static func changing(
    _ values: [Setting.Name: String], origin: Setting.Origin = .here
  ) -> [Settings.Field] {
    Settings.Field.fixtures.all.map { field in
      guard let value = values[field.name] else { return field }
      var field = field
      (field.value, field.origin) = (value, origin)
      return field
    }
  }
}

extension Settings.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    /// Answers every request with a fixture and changes nothing.
    public let none = Settings.Action(
      state: { .fixtures.defaults }, outline: { (names: [], sections: []) },
      field: { _ in Settings.Field.fixtures.theme }, show: { _ in .screen },
      set: { _, _ in Settings.Field.fixtures.theme }, reset: { _ in Settings.Field.fixtures.theme },
      themes: { .fixtures.all }, load: {},
      files: Settings.Files(text: { _ in "" }, exists: { _ in false }, write: { _, _ in }, read: { _ in [:] }),
      store: { _, _ in nil })
  }
}
