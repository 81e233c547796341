public import FeatureKit
import MastodonKit
public import TerminalKit

extension Onboarding {
  /// The page that is open.
  ///
  /// As JSON it is `{screen, page, account, server, live, profile}`; `profile` is `{name, bio, visibility, language}`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let (title, blocks, hint) =
      switch state.flow.step {
      case .welcome: welcome(state)
      case .permissions: permissions(state)
      case .personal: personal(state)
      case .complete: complete(state)
      }
    return Document(
      kind: "onboarding",
      title: Document.Title(title, note: "\(state.flow.number) of \(Step.allCases.count)"),
      blocks: blocks + notices(state), hint: Hint(hint, spoken: spoken(hint.map(\.text))),
      data: [
        .init("page", .string(state.flow.step.rawValue)), .init("account", .optional(state.account)),
        .init("server", .optional(state.server)), .init("live", .string(state.live)),
        .init(
          "profile",
          [
            "name": .string(state.profile.name), "bio": .string(state.profile.bio),
            "visibility": .string(state.profile.visibility.rawValue), "language": .optional(state.profile.language),
          ]),
      ])
  }

  private typealias Page = (title: String, blocks: [Block], hint: [Hint.Part])

  private static func welcome(_ state: State) -> Page {
    let place =
      state.account.map { "You are signed in as @\($0)." }
        ?? """
        You are in the sandbox: a small instance inside this program, with residents who answer. Nothing leaves this machine.
        """
    let stay = state.account == nil ? "stay in the sandbox and look around" : "stay with this account"
    return (
      "Welcome",
      [
        .paragraph("Howdah is Mastodon at a prompt: you type a verb, and it prints a screen."),
        .blank, .paragraph(StyledText(place)), .blank,
        rows([("server HOST", "use your own account, such as server mastodon.example"), ("stay", stay)]),
        .blank, .paragraph(chosen(state)),
      ],
      [.kept("Return goes on"), "server HOST", "stay", .kept("leave")]
    )
  }

  private static func chosen(_ state: State) -> StyledText {
    guard let server = state.server else { return StyledText("Chosen: stay.", .strong) }
    return StyledText("Chosen: \(server).", .strong)
  }

  private static func permissions(_ state: State) -> Page {
    let asked =
      state.server.map {
        "\($0) is asked next. If it is a server that Howdah can use, it shows a page on which you allow this:"
      }
      ?? "A server asks its people whether a program may do this for them; Howdah asks for no more:"
    return (
      "What Howdah may do",
      [
        .paragraph(StyledText(asked)), .blank,
        .table([
          [StyledText("  read", .code), "timelines, notifications, lists, your settings"],
          [StyledText("  write", .code), "posts, boosts, favourites, follows, your profile"],
          [StyledText("  push", .code), "notifications while Howdah is not running"],
        ]),
        .blank, .paragraph("Your password stays with the server. logout takes everything back."), .blank,
        .paragraph(
          "Live updates appear above the line that you type, and never in it. Each needs an open connection."),
        .blank,
        rows([
          ("live on", "new posts and notifications"), ("live quiet", "only what concerns you"),
          ("live off", "nothing, and no connection"),
        ]),
        .blank, .paragraph(StyledText("Chosen: live \(state.live).", .strong)),
      ],
      [
        .kept(state.server.map { "Return signs in to \($0)" } ?? "Return goes on"), "live quiet", "back",
        .kept("leave"),
      ]
    )
  }

  private static func personal(_ state: State) -> Page {
    let (profile, known) = (state.profile, state.known)
    func row(_ name: String, _ value: String, _ isChanged: Bool) -> [StyledText] {
      [
        StyledText("  \(name)", .code), value.isEmpty ? StyledText("nothing yet", .secondary) : StyledText(value),
        isChanged ? StyledText("changed", .accent) : StyledText(),
      ]
    }
    return (
      "About you",
      [
        .paragraph(
          StyledText(
            "What others see of you, and how you post unless you say otherwise. "
              + (state.account.map { "It is kept at \(server(of: $0))." } ?? "It is kept in the sandbox."))),
        .blank,
        .table([
          row("name", profile.name, profile.name != known.name), row("bio", profile.bio, profile.bio != known.bio),
          row("visibility", profile.visibility.word, profile.visibility != known.visibility),
          row("language", profile.language ?? "the server guesses", profile.language != known.language),
        ]),
      ],
      [.kept("Return keeps it"), "name TEXT", "bio TEXT", "visibility WHO", "back", .kept("leave")]
    )
  }

  private static func complete(_ state: State) -> Page {
    let changes = state.changes
    let kept =
      changes.isEmpty
      ? "Your profile is as it was."
      : "Kept: \(changes.joined(separator: ", "))."
    return (
      "That is all",
      [
        .paragraph(StyledText("\(kept) Live updates: \(state.live).")), .blank,
        rows([
          ("home", "what the people you follow say"), ("open 1", "read a post and its replies"),
          ("post hello", "say something"), ("settings", "what else can be chosen"),
          ("help", "everything that can be typed"),
        ]),
        .blank, .paragraph(StyledText("onboarding shows these pages again.", .secondary)),
      ],
      [.kept("Return begins")]
    )
  }

  private static func notices(_ state: State) -> [Block] {
    switch state.phase {
    case .idle: return []
    case .saving: return [.blank, .paragraph(StyledText("Sending…", .secondary))]
    case .failed(let error):
      let lines: [Block] = [.paragraph(StyledText(error.message)), .paragraph(StyledText(error.suggestion, .hint))]
      return [.blank, .listItem(marker: StyledText("!", .error, spoken: "Error:"), lines)]
    }
  }

  /// The hint as it is heard: what Return does, and what else can be typed.
  private static func spoken(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.joined() + "." }
    let others = parts.dropFirst().dropLast()
    return "\(parts[0]). Or type \(others.isEmpty ? last : others.joined(separator: ", ") + " or " + last)."
  }

  private static func rows(_ rows: [(String, String)]) -> Block {
    .table(rows.map { [StyledText("  \($0.0)", .code), StyledText($0.1)] })
  }

  private static func server(of account: String) -> Substring {
    account.split(separator: "@").last ?? ""
  }
}

extension Onboarding {
  /// What is printed below the first screen of the sandbox; on the first start, it also leads to the pages.
  public static func greeting(isFirstStart: Bool) -> Document {
    let commands: [[StyledText]] = [
      [StyledText("  open 1", .code), "read a post and its replies"],
      [StyledText("  post hello", .code), "say something; the residents answer"],
      [StyledText("  login HOST", .code), "use your own account"],
      [StyledText("  help", .code), "what else there is"],
    ]
    let pages: [Block] = [
      .blank,
      .paragraph("This is the first of four short pages that set you up. Return shows the next. Or just begin."),
    ]
    return Document(
      kind: "welcome", title: Document.Title("Howdah"),
      blocks: [
        .paragraph(
          """
          This is the sandbox: a small instance inside this program, with residents who answer. Nothing leaves this \
          machine.
          """),
        .blank, .table(commands),
      ] + (isFirstStart ? pages : []))
  }
}
