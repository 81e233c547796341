import FeatureKit
import FeatureTestKit
import FoundationEssentials
import SettingsFeature
import TerminalKit
import Testing

/// A store for settings that can fail.
@MainActor final class Disk {
  var values: [String: String] = [:]
  var writes: [String] = []
  var error: AppError?

  var settings: [Setting] {
    Settings.Field.fixtures.all.map { field in
      Setting(
        name: field.name, aliases: field.aliases, section: field.section, summary: field.summary, kind: field.kind,
        standard: field.standard, get: { self.values[field.name.rawValue] ?? field.standard },
        set: { value in
          if let error = self.error { throw error }
          self.values[field.name.rawValue] = value
          self.writes.append("\(field.name)=\(value)")
        })
    }
  }
}

@MainActor @Suite struct SettingsTests {
  let disk = Disk()
  let model: Settings.Model

  init() { model = Settings.Model(settings: disk.settings) }

  private func type(_ line: String) async throws -> Response {
    try await Settings.plugin(
      model: model,
      action: Settings.Action(
        model: model, themes: { .fixtures.own }, load: {}, files: .none, store: { _, _ in nil }, show: { .screen })
    ).verbs.type(line)
  }

  private func words(_ response: Response, format: Renderer.Format = .plain, width: Int = 72) -> String {
    let renderer = Renderer(
      format: format, width: width, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
    return switch response {
    case .toast(let toast): toast.text.plain
    case .document(let document): renderer.render(document)
    case .screen: renderer.render(Settings.view(model.state, layout: layout(width)))
    default: ""
    }
  }

  private func layout(_ width: Int = 72) -> Layout { Layout(width: width, now: .init(timeIntervalSince1970: 0)) }

  @Test func aValueOfSeveralWordsNeedsQuotes() async throws {
    let error = await #expect(throws: AppError.self) { try await type("set theme day light") }
    #expect(error?.message == "A value of several words needs quotes.")
    #expect(disk.writes.isEmpty)
  }

  @Test(arguments: [
    ("set theme day", "Set theme to day.", "theme=day"),
    ("set THEME High-Contrast", "Set theme to high-contrast.", "theme=high-contrast"),
    ("set theme pap", "Set theme to paper.", "theme=paper"), ("set colour never", "Set color to never.", "color=never"),
    ("set width 60", "Set width to 60.", "width=60"), ("set width auto", "Set width to auto.", "width=auto"),
    ("set width 007", "", ""), ("set live q", "Set live to quiet.", "live=quiet"),
    ("reset theme", "Reset theme to dusk.", "theme=dusk"), ("get theme", "dusk\n", ""), ("get colour", "auto\n", ""),
  ])
  func commandsAnswerAndStore(_ line: String, _ answer: String, _ written: String) async throws {
    guard !answer.isEmpty else {
      await #expect(throws: AppError.self) { try await type(line) }
      #expect(disk.writes.isEmpty)
      return
    }
    #expect(words(try await type(line)) == answer)
    #expect(disk.writes == (written.isEmpty ? [] : [written]))
  }

  @Test(arguments: [
    (
      "set them day", "Unknown setting “them”.",
      "Did you mean theme? Choose theme, width, color, time, media, content-warnings, visibility, language, live."
    ),
    (
      "get xyzzy", "Unknown setting “xyzzy”.",
      "Choose theme, width, color, time, media, content-warnings, visibility, language, live."
    ),
    (
      "get content", "Unknown setting “content”.",
      "Did you mean content-warnings? Choose theme, width, color, time, media, content-warnings, visibility, language, live."
    ),
    ("set color sometimes", "color cannot be “sometimes”.", "Choose auto, always, never."),
    ("set color alwys", "color cannot be “alwys”.", "Did you mean always? Choose auto, always, never."),
    ("set color a", "color cannot be “a”.", "Choose auto, always, never."),
    ("set width 19", "width cannot be “19”.", "Use 20–500 or auto."),
    ("set width wide", "width cannot be “wide”.", "Use 20–500 or auto."),
    ("settings readng", "Unknown section “readng”.", "Did you mean reading? Choose reading, posting, live."),
    ("set", "Which setting?", "Usage: set NAME VALUE [--on-server]"),
  ])
  func invalidCommandsAreRejected(_ line: String, _ words: String, _ suggestion: String) async {
    do {
      _ = try await type(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
      #expect(AppError(error).suggestion == suggestion)
    }
    #expect(disk.writes.isEmpty)
  }

  @Test(arguments: [
    ("set language", "The language is auto. It can be auto"), ("set theme", "The theme is dusk. It can be dusk"),
    ("set content-warnings", "The content-warnings are fold. They can be fold or show."),
  ])
  func settingWithoutAValueIsShownWithItsChoices(_ line: String, _ beginning: String) async throws {
    guard case .toast(let toast) = try await type(line) else {
      Issue.record("\(line) shows no message")
      return
    }
    #expect(toast.kind == .information && toast.text.plain.hasPrefix(beginning))
    #expect(disk.writes.isEmpty)
  }

  @Test func changeCarriesTheCommandThatUndoesIt() async throws {
    func undo(_ line: String) async throws -> Toast.Undo? {
      guard case .toast(let toast) = try await type(line) else { return nil }
      return toast.undo
    }
    #expect(try await undo("set theme day") == .command("reset theme"))
    #expect(try await undo("set theme day") == nil, "nothing changed")
    #expect(try await undo("set theme high-contrast") == .command("set theme day"))
    #expect(try await undo("reset theme") == .command("set theme high-contrast"))
    #expect(try await undo("reset theme") == nil, "nothing changed")
    disk.values["language"] = "a \"b\""
    #expect(try await undo("reset language") == .command(#"set language "a \"b\"""#))
  }

  @Test func unknownNameIsAUsageErrorAndUnknownValueIsNot() async {
    do { _ = try await type("set them day") } catch { #expect(AppError(error).code == "usage") }
    do { _ = try await type("set theme dark") } catch { #expect(AppError(error).code == "usage") }
  }

  @Test func failedChangeIsShownAndTheValueStays() async throws {
    disk.error = AppError.fixtures.diskFull
    await #expect(throws: AppError.fixtures.diskFull) { try await type("set theme day") }
    #expect(model.state == Settings.State.fixtures.failedToSave)
    #expect(
      words(.screen).hasSuffix(
        """

        ! theme was not changed. No space left on the disk for drafts.
        Free some space, then retry.

        """))
    disk.error = nil
    _ = try await type("set theme day")
    #expect(model.state.failure == nil)
  }

  @Test func screenShowsCurrentValues() async throws {
    disk.values["theme"] = "mono"
    #expect(
      words(try await type("settings"), width: 80) == """
        Settings
        ────────────────────────────────────────────────────────────────────────────
        Reading
        theme             mono      set here  dusk, day, paper, high-contrast, mono
        width             auto                20–500 or auto
        color             auto                auto, always, never
        time              relative            relative, absolute
        media             default             default, show, hide
        content-warnings  fold                fold, show

        Posting
        visibility        public              public, unlisted, followers
        language          auto                auto, or a code such as en or pt-BR

        Live
        live              on                  on, quiet, off

        """)
  }

  @Test func sectionIsShownUntilAllAreRequested() async throws {
    #expect(
      words(try await type("settings l"), width: 40) == """
        Settings · Live
        ────────────────────────────────────────
        live  on
          on, quiet, off

        """)
    #expect(words(try await type("settings")).hasPrefix("Settings\n"))
  }

  @Test func screenReadersGetASentenceForEachSetting() async throws {
    #expect(
      words(try await type("settings live"), format: .json).contains(#""name":"live","section":"Live""#))
    let spoken = Renderer(format: .spoken, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(Settings.view(model.state, layout: layout()))
    #expect(
      spoken == """
        Settings, Live.
        live: on – which live events are shown. It can be on, quiet or off.
        Type set NAME VALUE, get NAME, reset NAME or settings reading.

        """)
  }

  @Test func originOfAValueIsShown() async throws {
    let kind = Setting.Kind.choice(["public", "unlisted", "private"])
    var here: String?
    let model = Settings.Model(settings: [
      Setting(
        name: "visibility", section: "Posting", summary: "who sees a new post", kind: kind, standard: "public",
        get: { here ?? "private" }, origin: { here == nil ? .server : .here }, set: { here = $0 }, reset: { here = nil }
      )
    ])
    let field = { try model.state.field("visibility") }
    let hint = { Settings.fieldView(try field()).hint?.plain.prefix(9) }
    #expect(try field().origin == .server)
    #expect(try hint() == "server's ")
    #expect(try await model.set("visibility", to: "public").origin == .here)
    #expect(try hint() == "set here ")
    let reset = try await model.reset("visibility")
    #expect((reset.value, reset.origin) == ("private", .server))
    guard case .object(let members) = Settings.data(reset) else { return }
    #expect(members.first { $0.name == "source" }?.value == "server")
  }

  @Test func secondarySettingIsShownOnlyInItsSection() async throws {
    var looks = 0
    let aside = Setting(
      name: "push-polls", section: "Push", summary: "polls that have ended", kind: .choice(["on", "off"]),
      standard: "on",
      get: {
        looks += 1
        return "on"
      }, set: { _ in }, isSecondary: true)
    let model = Settings.Model(settings: disk.settings + [aside])
    let plain = Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    let all = Settings.view(model.state, layout: layout())
    #expect(!plain.render(all).contains("push-polls") && plain.render(all).contains("reset NAME · settings push"))
    #expect(all.data.contains { "\($0.value)".contains("push-polls") }, "scripts get all of them")
    try model.show("push")
    #expect(plain.render(Settings.view(model.state, layout: layout())).contains("push-polls  on     on, off"))
    looks = 0
    _ = try await model.set("theme", to: "day")
    #expect(looks == 0, "a change of one looks at no other")
    #expect(throws: AppError.self) { try model.field("push-poll") }
  }

  @Test func themeIsPrintedAsAFileAndUnknownOneGetsASuggestion() async throws {
    let file = words(try await type("themes orchard"))
    #expect(file.hasPrefix("summary = custom theme\nground = light\n"))
    #expect(file.contains("\nname = #7a4b00 "))
    do { _ = try await type("themes orchrd") } catch {
      #expect(AppError(error).message == "Unknown theme “orchrd”.")
      #expect(AppError(error).suggestion == "Did you mean orchard? Choose dusk, orchard.")
    }
  }

  @Test func eachThemeIsPrintedInItsStyle() {
    let renderer = Renderer(
      format: .ansi, width: 72, theme: .mono, colors: .trueColor, showsHint: false, hyperlinks: false)
    let text = renderer.render(Settings.themesView(.fixtures.all, layout: layout()))
    #expect(text.contains("\u{1B}[1;38;2;229;192;123mWren"))
    #expect(text.contains("\u{1B}[1;38;2;122;75;0mWren"))
    let none = Renderer(format: .plain, width: 72, theme: .dusk, colors: .none, showsHint: false, hyperlinks: false)
    #expect(!none.render(Settings.themesView(.fixtures.all, layout: layout())).contains("\u{1B}"))
  }

  @Test func valueThatDeletesSomethingIsSetAfterAQuestion() async throws {
    let disk = disk
    disk.values["archive"] = "500MB"
    let setting = Setting(
      name: "archive", section: "Privacy", summary: "", kind: .word(["500MB", "off"], description: "a size"),
      standard: "500MB", get: { disk.values["archive"] ?? "" }, origin: { nil },
      set: { disk.values["archive"] = $0 }, reset: {}, deletions: ["off": "the archives of all accounts"])
    let model = Settings.Model(settings: [setting])
    let verbs = Settings.plugin(
      model: model,
      action: Settings.Action(
        model: model, themes: { .fixtures.own }, load: {}, files: .none, store: { _, _ in nil }, show: { .screen })
    ).verbs
    guard case .confirm(let confirmation) = try await verbs.type("set archive off") else { throw AppError.cancelled }
    #expect(
      confirmation.question
        == "Set archive to off, and delete the archives of all accounts? This can't be undone.")
    #expect(disk.values["archive"] == "500MB")
    #expect(words(try await confirmation.proceed()) == "Set archive to off.")
    #expect(words(try await verbs.type("set archive off")) == "Set archive to off.", "nothing is left to delete")
  }

  @Test func completionOffersTheValuesOfASetting() {
    let verbs = Settings.plugin(
      model: model,
      action: Settings.Action(
        model: model, themes: { .fixtures.own }, load: {}, files: .none, store: { _, _ in nil }, show: { .screen })
    ).verbs
    let set = verbs.first { $0.name == "set" }
    #expect(set?.completions(["theme"]) == ["dusk", "day", "paper", "high-contrast", "mono"])
    #expect(set?.completions(["colour"]) == ["auto", "always", "never"])
    #expect(set?.completions(["width"]) == ["auto"])
    #expect(set?.completions([]) == [])
    #expect(set?.completions(["theme", "day"]) == [])
    #expect(
      set?.parameters.first?.form
        == .choice([
          "theme", "width", "color", "time", "media", "content-warnings", "visibility", "language", "live",
        ]))
  }

  @Test func everyFixtureHasAPreview() {
    #expect(
      Settings.previews.map(\.id) == [
        "defaults", "changed", "servers-own", "one-section", "failed-to-save", "themes-all", "themes-own",
      ])
  }

  @Test func globalCommandsAreTypedLikeThis() {
    let verbs = Settings.plugin(model: Settings.Model(settings: []), action: .fixtures.none).verbs
    #expect(
      verbs.map(\.usage) == [
        "settings [SECTION] [FILE] [--dry-run]", "set NAME VALUE [--on-server]", "get NAME", "reset NAME",
        "themes [NAME]",
      ])
  }
}

extension Settings.Files {
  /// No files.
  @MainActor static var none: Settings.Files {
    Settings.Files(text: { _ in "" }, exists: { _ in false }, write: { _, _ in }, read: { _ in [:] })
  }
}
