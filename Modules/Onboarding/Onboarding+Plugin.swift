public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Onboarding {
  public static func plugin(open: @escaping @MainActor (Step) -> Response) -> Plugin {
    Plugin(
      id: "onboarding", title: "Onboarding", symbol: "☞",
      verbs: [
        Verb(
          "onboarding", aliases: ["welcome"], .optionalWord("PAGE"),
          help: "Set up Howdah and your profile, page by page",
          discussion: """
            Four short pages: welcome, permissions and live updates, your profile, and a summary. Nothing is saved before \
            you finish the third page; leave closes the pages at any time. PAGE is \(Step.names), or its number.
            """,
          completions: { words in words.isEmpty ? Step.offered.map(\.rawValue) : [] }
        ) { try open($0.map(Step.init(typed:)) ?? .welcome) }.having(.changesMachine("its pages are filled in by hand"))
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: Model(state: state, account: { Account.fixtures.you }, profiles: .fixtures.willing),
        action: Action.fixtures.nothing)
    }
  }

  /// Creates the sheet; Return on an empty line continues.
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "onboarding", model: model, label: { "onboarding" }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, action: action) }, content: Screen.Content(load: { await model.load() }, failure: { nil }),
      input: Screen.Input(
        unsaved: { model.state.changes.isEmpty || model.state.flow.step != .personal ? nil : "saving your profile" },
        onReturn: { "next" }), endsWhenLeft: true)
  }

  static func verbs(_ model: Model, action: Action) -> [Verb] {
    let common = [
      Verb("next", help: "Continue; Return on an empty line does the same") {
        try await next(model, action: action)
      },
      Verb("back", help: "Go to the previous page") {
        try model.back()
        return .screen
      }.reading,
      Verb("leave", aliases: ["close"], help: "Close these pages without saving") {
        let isOver = model.state.flow.step == .complete
        action.leave()
        guard !isOver else { return .screen }
        let message = "Nothing was saved." + (model.state.account.map { " You are signed in as @\($0)." } ?? "")
        return .information(message, hint: "onboarding")
      },
    ]
    switch model.state.flow.step {
    case .welcome: return [serverVerb(model), stayVerb(model)] + common
    case .permissions: return [liveVerb(model), serverVerb(model), stayVerb(model)] + common
    case .personal: return profileVerbs(model) + common
    case .complete: return common
    }
  }

  private static func next(_ model: Model, action: Action) async throws -> Response {
    switch model.state.flow.step {
    case .welcome: _ = model.next()
    case .permissions:
      if let server = model.state.server { return try await action.signIn(server, model.state.live) }
      _ = model.next()
    case .personal:
      let updated = try await model.finish()
      try action.setLive(model.state.live)
      if let updated { await action.updated(updated) }
    case .complete: action.leave()
    }
    return .screen
  }

  private static func serverVerb(_ model: Model) -> Verb {
    Verb("server", .word("HOST"), help: "Choose a server to sign in to, such as mastodon.example") { host in
      model.choose(host)
      return .screen
    }
  }

  private static func stayVerb(_ model: Model) -> Verb {
    Verb("stay", aliases: ["sandbox"], help: "Stay with the present account or the sandbox") {
      model.choose(nil)
      return .screen
    }
  }

  private static func liveVerb(_ model: Model) -> Verb {
    Verb("live", .choice("MODE", ["on", "quiet", "off"]), help: "Choose which live updates to show") { word in
      model.setLive(word)
      return .screen
    }
  }

  private static func profileVerbs(_ model: Model) -> [Verb] {
    [
      Verb("name", .text(), help: "Set your display name") { text in
        try model.change { $0.name = text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        return .screen
      },
      Verb("bio", .optionalText(), help: "Set your bio; clear bio empties it") { text in
        guard let text else {
          let bio = model.state.profile.bio
          return .information("bio: \(bio.isEmpty ? "empty" : bio)")
        }
        try model.change { $0.bio = text }
        return .screen
      },
      Verb("clear", .choice("NAME", ["bio"]), help: "Empty your bio") { _ in
        try model.change { $0.bio = "" }
        return .screen
      },
      Verb(
        "visibility", Parameter<Visibility?>.visibility("WHO", among: [.public, .unlisted, .private]),
        help: "Set the default visibility of your posts"
      ) { chosen in
        guard let chosen else {
          return .information("visibility: \(model.state.profile.visibility.word)")
        }
        try model.change { $0.visibility = chosen }
        return .screen
      },
      Verb("language", .word("CODE"), help: "Set the default language of your posts: a code such as en, or auto") {
        word in
        let code = try language(word)
        try model.change { $0.language = code }
        return .screen
      },
    ]
  }

  /// Parses a code or an English name of a language; returns `nil` for `auto`.
  static func language(_ word: String) throws -> String? {
    if word.lowercased() == "auto" { return nil }
    guard let language = PostLanguage(word) else {
      throw AppError.usage(
        "Unknown language “\(Sanitizer.clean(word))”.", suggestion: "Use a code such as en, ja or pt-BR.")
    }
    return language.code
  }
}

extension Onboarding.Step {
  /// The pages that the command can open; the last one only follows the others.
  static let offered = Array(allCases.dropLast())
  /// Their names, separated by commas.
  static var names: String { offered.map(\.rawValue).joined(separator: ", ") }

  /// Returns the page with a number, a name, or a beginning of a name.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that lists the pages.
  init(typed: String) throws {
    let number = Int(typed).map { $0 - 1 }
    let named = Self.offered.first { !typed.isEmpty && $0.rawValue.hasPrefix(typed.lowercased()) }
    guard let step = number.flatMap({ Self.offered.indices.contains($0) ? Self.offered[$0] : nil }) ?? named else {
      throw AppError.unlisted(
        "No page “\(typed)”.", word: typed, among: Self.offered.map(\.rawValue),
        choices: "Use \(Self.names), or a number from 1 to 3.")
    }
    self = step
  }
}
