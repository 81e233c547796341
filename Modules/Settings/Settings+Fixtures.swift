import FeatureKit

extension Settings.Field {
  /// The settings that Howdah has.
  public static let fixtures = Fixtures()

  /// Each setting as it is at first.
  public struct Fixtures: Sendable {
    /// The colours of the screen.
    public let theme = Settings.Field.fixture(
      "theme", "Reading", "The colours", ["dusk", "day", "paper", "high-contrast", "mono"])
    /// Who sees a new post.
    public let visibility = Settings.Field.fixture(
      "visibility", "Posting", "Who sees a new post", ["public", "unlisted", "followers"])
    /// The language of a new post.
    public let language = Settings.Field(
      name: "language", section: "Posting", summary: "The language of a new post",
      kind: .word(["auto", "en", "ja"], description: "a code such as en, auto"), standard: "auto", value: "auto")
    /// How wide text is.
    public let width = Settings.Field(
      name: "width", section: "Reading", summary: "The widest a line may be, in columns",
      kind: .integer(20...500, or: "auto"), standard: "auto", value: "auto")
    /// Whether there are colours.
    public let color = Settings.Field.fixture(
      "color", aliases: ["colour"], "Reading", "When colours are used", ["auto", "always", "never"])
    /// How times are written.
    public let time = Settings.Field.fixture("time", "Reading", "How times are written", ["relative", "absolute"])
    /// How much is said of media.
    public let media = Settings.Field.fixture(
      "media", "Reading", "How much is said of media", ["default", "show", "hide"])
    /// Whether content warnings are folded.
    public let contentWarnings = Settings.Field.fixture(
      "content-warnings", aliases: ["cw"], "Reading", "Whether content warnings are folded", ["fold", "show"])
    /// Whether live events are shown.
    public let live = Settings.Field.fixture(
      "live", "Live", "What appears above the line that is typed", ["on", "quiet", "off"])

    /// All of them, in their order.
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
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// Everything as it is at first.
    public let defaults = Settings.State(fields: Settings.Field.fixtures.all)
    /// Two values changed.
    public let changed = Settings.State(
      fields: changing(["theme": "high-contrast", "width": "60", "live": "quiet"]))
    /// Some values are the server's, and one of those was changed here.
    public let serversOwn = Settings.State(
      fields: changing(["visibility": "followers", "media": "show"], origin: .server)
        .map { field in
          guard field.name == "language" else { return field }
          var field = field
          (field.value, field.origin) = ("ja", .here)
          return field
        })
    /// One section by itself.
    public let oneSection = Settings.State(fields: Settings.Field.fixtures.all, section: "Reading")
    /// The disk is full.
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
