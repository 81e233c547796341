public import FeatureKit
import MastodonKit
public import TerminalKit

extension Onboarding {
  /// The current page.
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

  private typealias Page = (title: String, blocks: [Block], hint: [Hint.Command])

  private static func welcome(_ state: State) -> Page {
    let place =
      state.account.map { "You are signed in as @\($0)." }
        ?? """
        You are in the sandbox: a small server inside this program, with invented users who reply. Nothing leaves this machine.
        """
    let stay = state.account == nil ? "stay in the sandbox and look around" : "stay with this account"
    return (
      "Welcome",
      [
        .paragraph("Howdah is a Mastodon client for the terminal: you type a command, and it prints a screen."),
        .blank, .paragraph(StyledText(place)), .blank,
        rows([("server HOST", "sign in to your own account, for example server mastodon.example"), ("stay", stay)]),
        .blank, .paragraph(chosen(state)),
      ],
      [.kept("Return continues"), "server HOST", "stay", .kept("leave")]
    )
  }

  private static func chosen(_ state: State) -> StyledText {
    guard let server = state.server else { return StyledText("Chosen: stay.", .strong) }
    return StyledText("Chosen: \(server).", .strong)
  }

  private static func permissions(_ state: State) -> Page {
    let asked =
      state.server.map {
        "Next, \($0) shows a page where you sign in and allow Howdah to:"
      }
      ?? "When you sign in to a server, it asks you to allow Howdah to:"
    return (
      "Permissions",
      [
        .paragraph(StyledText(asked)), .blank,
        .table([
          [StyledText("  read", .code), "timelines, notifications, lists, your settings"],
          [StyledText("  write", .code), "posts, boosts, favourites, follows, your profile"],
          [StyledText("  push", .code), "notifications while Howdah is not running"],
        ]),
        .blank, .paragraph("Howdah requests only these permissions and never sees your password. logout revokes them."),
        .blank,
        .paragraph(
          "Live updates are printed above the line that you type, never into it. They need an open connection."),
        .blank,
        rows([
          ("live on", "new posts and notifications"), ("live quiet", "only what concerns you"),
          ("live off", "no live updates, no connection"),
        ]),
        .blank, .paragraph(StyledText("Chosen: live \(state.live).", .strong)),
      ],
      [
        .kept(state.server.map { "Return signs in to \($0)" } ?? "Return continues"), "live quiet", "back",
        .kept("leave"),
      ]
    )
  }

  private static func personal(_ state: State) -> Page {
    let (profile, known) = (state.profile, state.known)
    func row(_ name: String, _ value: String, _ isChanged: Bool) -> [StyledText] {
      [
        StyledText("  \(name)", .code), value.isEmpty ? StyledText("empty", .secondary) : StyledText(value),
        isChanged ? StyledText("changed", .accent) : StyledText(),
      ]
    }
    return (
      "Your profile",
      [
        .paragraph(
          StyledText(
            "Your profile and the defaults for your posts, saved "
              + (state.account.map { "on \(server(of: $0))." } ?? "in the sandbox."))),
        .blank,
        .table([
          row("name", profile.name, profile.name != known.name), row("bio", profile.bio, profile.bio != known.bio),
          row("visibility", profile.visibility.word, profile.visibility != known.visibility),
          row("language", profile.language ?? "chosen by the server", profile.language != known.language),
        ]),
      ],
      [.kept("Return saves"), "name TEXT", "bio TEXT", "visibility WHO", "back", .kept("leave")]
    )
  }

  private static func complete(_ state: State) -> Page {
    let changes = state.changes
    let saved =
      changes.isEmpty
      ? "Your profile is unchanged."
      : "Saved: \(changes.joined(separator: ", "))."
    return (
      "All set",
      [
        .paragraph(StyledText("\(saved) Live updates: \(state.live).")), .blank,
        rows([
          ("home", "posts by accounts that you follow"), ("open 1", "read a post and its replies"),
          ("post hello", "publish a post"), ("settings", "change settings"),
          ("help", "list all commands"),
        ]),
        .blank, .paragraph(StyledText("To see these pages again, type onboarding.", .secondary)),
      ],
      [.kept("Return finishes")]
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

  /// The hint for screen readers: what Return does, and other commands.
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
  /// The greeting below the first screen of the first start, which also offers the setup pages.
  public static var greeting: Document {
    let commands: [[StyledText]] = [
      [StyledText("  open 1", .code), "read a post and its replies"],
      [StyledText("  post hello", .code), "publish a post; the sandbox's users reply"],
      [StyledText("  login HOST", .code), "use your own account"],
      [StyledText("  help", .code), "list all commands"],
    ]
    let pages: [Block] = [
      .blank,
      .paragraph("This is the first of four short setup pages. Return shows the next one. Or just type a command."),
    ]
    return Document(
      kind: "welcome", title: Document.Title("Howdah"),
      blocks: [
        .paragraph(
          """
          This is the sandbox: a small server inside this program, with invented users who reply. Nothing leaves this \
          machine.
          """),
        .blank, .table(commands),
      ] + pages)
  }
}
