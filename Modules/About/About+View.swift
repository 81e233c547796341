public import FeatureKit
public import TerminalKit

extension About {
  /// What this program is, and thanks.
  ///
  /// As JSON it is `{screen, version, supporter}`; `supporter` is `{name, since}` or null.
  public static func view(_ state: State, layout: Layout) -> Document {
    Document(
      kind: "about", title: Document.Title("Howdah", note: state.version),
      blocks: [
        .paragraph(
          "A Mastodon client that you drive from a prompt. A howdah is the seat from which one drives an elephant."),
        .blank,
      ] + support(state.support), hint: StyledText("help · graph · log", .hint),
      data: [.init("version", .string(state.version)), .init("supporter", data(state.support))])
  }

  private static let free: Block = .paragraph("It is free, and everything in it works for everybody.")

  private static func support(_ support: Support) -> [Block] {
    switch support {
    case .notOffered:
      [
        free, .blank,
        .paragraph(
          """
          There is nothing to buy. You support it by saying what puzzles you, by mending something (CONTRIBUTING.md says \
          how), and by telling somebody of it.
          """),
      ]
    case .nobody(let file):
      [
        free, .blank,
        .paragraph("Who pays for it all the same gets a licence, and is thanked here once that is kept as this file:"),
        .paragraph(StyledText(file, .code)),
      ]
    case .supporter(let name, let since):
      [
        .paragraph(
          StyledText("Thank you, ") + StyledText(name, .name)
            + StyledText(": you have supported Howdah since \(month(since)).")),
        .blank, free,
      ]
    case .unreadable(let error):
      [
        free, .blank,
        .listItem(
          marker: StyledText("!", .error, spoken: "Warning:"),
          [.paragraph(StyledText(error.words)), .paragraph(StyledText(error.suggestion, .hint))]),
      ]
    }
  }

  /// `2026-11` as people say it; anything else as it stands.
  private static func month(_ text: String) -> String {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let number = Int(parts[1]), months.indices.contains(number - 1) else { return text }
    return "\(months[number - 1]) \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func data(_ support: Support) -> JSONValue {
    guard case .supporter(let name, let since) = support else { return .null }
    return ["name": .string(name), "since": .string(since)]
  }
}
