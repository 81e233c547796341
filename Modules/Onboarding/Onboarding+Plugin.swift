public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Onboarding {
  /// Makes the feature: the verb that opens its sheet, and its previews.
  @MainActor
  public static func plugin(open: @escaping @MainActor (Step) -> Void) -> Plugin {
    Plugin(
      id: "onboarding", title: "Onboarding", symbol: "☞",
      verbs: [
        Verb(
          "onboarding", aliases: ["welcome"], .optionalWord("PAGE"), help: "Set yourself up, page by page",
          discussion: """
            Four short pages: what this is and where to be, what is asked for and what appears by itself, what you say \
            about yourself, and that it is done. Nothing is kept before the third is finished, and leave closes them \
            at any point. A page is \(Step.words), or its number.
            """,
          completions: { words in words.isEmpty ? Step.offered.map(\.rawValue) : [] }
        ) { page in
          open(try page.map(Step.init(typed:)) ?? .welcome)
          return .screen
        }
      ], previews: { previews })
  }

  /// The sheet in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: Model(state: state, account: { Account.fixtures.you }, profiles: .fixtures.willing),
        action: Action.fixtures.nothing)
    }
  }

  /// The sheet; Return on an empty line goes on.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "onboarding", model: model, label: { "onboarding" }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, action: action) }, load: { await model.load() }, onReturn: { "next" })
  }

  /// What can be done on the page that is open.
  @MainActor
  static func verbs(_ model: Model, action: Action) -> [Verb] {
    let common = [
      Verb("next", help: "Go on; Return on an empty line does the same") {
        try await next(model, action: action)
      },
      Verb("back", help: "Go back a page") {
        try model.back()
        return .screen
      },
      Verb("leave", aliases: ["close"], help: "Leave these pages; nothing of them is kept") {
        let isOver = model.state.flow.step == .complete
        action.leave()
        guard !isOver else { return .screen }
        let words = "Nothing was kept." + (model.state.account.map { " You are signed in as @\($0)." } ?? "")
        return .toast(Toast(.information, StyledText(words), hint: "onboarding"))
      },
    ]
    switch model.state.flow.step {
    case .welcome: return [serverVerb(model), stayVerb(model)] + common
    case .permissions: return [liveVerb(model), serverVerb(model), stayVerb(model)] + common
    case .personal: return profileVerbs(model) + common
    case .complete: return common
    }
  }

  @MainActor
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

  @MainActor
  private static func serverVerb(_ model: Model) -> Verb {
    Verb("server", .word("HOST"), help: "Choose a server to sign in to, such as mastodon.example") { host in
      model.choose(host)
      return .screen
    }
  }

  @MainActor
  private static func stayVerb(_ model: Model) -> Verb {
    Verb("stay", aliases: ["sandbox"], help: "Stay where you are") {
      model.choose(nil)
      return .screen
    }
  }

  @MainActor
  private static func liveVerb(_ model: Model) -> Verb {
    Verb("live", .choice("WHAT", ["on", "quiet", "off"]), help: "Choose what appears by itself") { word in
      model.setLive(word)
      return .screen
    }
  }

  @MainActor
  private static func profileVerbs(_ model: Model) -> [Verb] {
    [
      Verb("name", .text(), help: "Choose the name that others see") { text in
        try model.change { $0.name = text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        return .screen
      },
      Verb("bio", .optionalText(), help: "Say a few words about yourself; clear bio takes them away") { text in
        guard let text else {
          let bio = model.state.profile.bio
          return .toast(Toast(.information, StyledText("bio: \(bio.isEmpty ? "empty" : bio)")))
        }
        try model.change { $0.bio = text }
        return .screen
      },
      Verb("clear", .choice("NAME", ["bio"]), help: "Empty what you have said about yourself") { _ in
        try model.change { $0.bio = "" }
        return .screen
      },
      Verb(
        "visibility", Parameter<Visibility?>.visibility("WHO", among: [.public, .unlisted, .private]),
        help: "Choose who sees your posts unless you say otherwise"
      ) { chosen in
        guard let chosen else {
          return .toast(Toast(.information, StyledText("visibility: \(model.state.profile.visibility.word)")))
        }
        try model.change { $0.visibility = chosen }
        return .screen
      },
      Verb("language", .word("CODE"), help: "Choose the language of your posts: a code such as en, or auto") { word in
        let code = try language(word)
        try model.change { $0.language = code }
        return .screen
      },
    ]
  }

  /// A code of ISO 639, perhaps with a region; `nil` for `auto`.
  static func language(_ word: String) throws -> String? {
    if word.lowercased() == "auto" { return nil }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, (2...3).contains(first.count),
      parts.allSatisfy({ (2...4).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    else {
      throw AppError.validation(
        "“\(Sanitizer.clean(word))” is not the code of a language.", suggestion: "Use a code such as en, ja or pt-BR.")
    }
    return parts.count == 2 ? "\(first.lowercased())-\(parts[1].uppercased())" : first.lowercased()
  }
}

extension Onboarding.Step {
  /// The pages that can be asked for; the last only follows the others.
  static let offered = Array(allCases.dropLast())
  /// They, in words.
  static var words: String { offered.map(\.rawValue).joined(separator: ", ") }

  /// The page of this name, of a beginning of it, or of this number.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the pages.
  init(typed: String) throws {
    let number = Int(typed).map { $0 - 1 }
    let named = Self.offered.first { !typed.isEmpty && $0.rawValue.hasPrefix(typed.lowercased()) }
    guard let step = number.flatMap({ Self.offered.indices.contains($0) ? Self.offered[$0] : nil }) ?? named else {
      throw AppError.usage(
        Sanitizer.clean("There is no page “\(typed)”."), suggestion: "Choose \(Self.words), or a number from 1 to 3.")
    }
    self = step
  }
}
