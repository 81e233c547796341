import FeatureKit

extension Manual {
  /// The pages beside that of the program.
  static let pages = [language, json, guide, sandbox, plugins]

  static let names = ["howdah"] + pages.map(\.name)

  private static let otherVariables = [
    ("NO_COLOR", "No colours, unless `--color` or HOWDAH_COLOR says otherwise."),
    ("HOWDAH_VIEWER", "The program that `view` starts."),
    ("VISUAL, EDITOR", "The editor for `--editor` and Ctrl-X Ctrl-E."),
    ("BROWSER", "The web browser of `browse` and `login`."),
    ("SSL_CERT_FILE", "A file of certificates to trust in place of the system's."),
    (
      "HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY",
      """
      The proxy for https servers, for http servers on this machine, and for both, as http://HOST:PORT or socks5h://HOST:PORT; \
      and the hosts that are reached without one. Their names in lower case come first.
      """
    ),
    (
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      """
      The folders of the configuration, of accounts and drafts, of what was shown last, and of what can be fetched \
      again.
      """
    ),
  ]

  @MainActor
  static func program(_ catalog: VerbCatalog) -> Manual {
    var seen: Set<String> = []
    let here = catalog.layers.flatMap(\.verbs).filter { $0.isListed && seen.insert($0.name).inserted }
    let elsewhere = catalog.elsewhere.map { layer in
      (layer.title, layer.verbs.filter { $0.isListed && seen.insert($0.name).inserted })
    }
    func terms(_ options: some Sequence<ProgramOption>) -> [(String, String)] {
      options.map { (["--\($0.rawValue)", $0.value].compactMap(\.self).joined(separator: " "), $0.help) }
    }
    let options = terms(ProgramOption.allCases.filter { !$0.followsCommand })
    let variables = ProgramOption.allCases.compactMap { option in
      option.variable.map {
        ($0, "The same as `--\(option.rawValue)`\(option == .plain ? "; 0 is the same as `--no-plain`" : "").")
      }
    }
    let sections =
      [
        Section(
          "Synopsis",
          [
            .verbatim(
              """
              howdah [OPTIONS]
              howdah [OPTIONS] COMMAND [ARGUMENTS…]
              howdah [OPTIONS] -c 'COMMANDS'
              howdah [OPTIONS] < SCRIPT
              """)
          ]),
        Section(
          "Description",
          [
            .paragraph(
              """
              Without a command, Howdah opens a prompt. With one it runs that and exits; with `-c` or a script \
              it runs several. The commands are the same everywhere; howdah-language(7) describes how they are \
              typed.
              """),
            .paragraph(
              "N is a number on the screen, an id or a link; `help COMMAND` explains a command and its options."),
          ]),
        Section("Options", [.terms(options + [("-c COMMANDS", "Run these commands, separated by semicolons.")])]),
        Section("Options after a command", [.terms(terms(ProgramOption.allCases.filter(\.followsCommand)))]),
        Section("Commands", [.terms(here.map { ($0.briefUsage, $0.help + ".") })]),
      ]
      + elsewhere.filter { !$0.1.isEmpty }.map { title, verbs in
        Section("Commands in \(title)", [.terms(verbs.map { ($0.briefUsage, $0.help + ".") })])
      } + [
        Section("Exit status", [.terms(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning + ".") })]),
        Section(
          "Environment",
          [
            .paragraph(
              """
              A variable has the value of its option, or 1 or 0; an empty one counts as unset. An option wins over a \
              variable, also over one that it contradicts, as `--json` does over HOWDAH_PLAIN; a variable wins over \
              a setting. `--as`, `--later`, `--record` and `--help` are for one command or one session, and have none.
              """),
            .terms(variables + otherVariables),
          ]),
        Section("See also", [.paragraph(pages.map { "\($0.name)(\($0.section))" }.joined(separator: ", "))]),
      ]
    return Manual(
      name: "howdah", section: 1, summary: "a Mastodon client that is driven from a prompt", sections: sections)
  }
}

extension ExitCode {
  var meaning: String {
    switch self {
    case .done: "Success"
    case .internal: "An internal error, or the disk"
    case .usage: "A usage error"
    case .unauthorized: "No account, not signed in, or forbidden"
    case .notFound: "Not found"
    case .rateLimited: "Rate limited"
    case .network: "A network or server error"
    case .invalidInput: "Invalid input: too long, empty, or expired"
    case .partial: "A part was done, and the rest failed"
    case .interrupted: "Stopped with Ctrl-C"
    }
  }
}
