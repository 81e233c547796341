public import FeatureKit
public import TerminalKit

extension About {
  /// The version, how to support the program, and thanks.
  ///
  /// As JSON it is `{screen, version, supporter}`; `supporter` is a Boolean.
  public static func view(_ state: State, layout: Layout) -> Document {
    Document(
      kind: "about", title: Document.Title("Howdah", note: state.version),
      blocks: [
        .paragraph(
          "A Mastodon client for the terminal. A howdah is a seat on the back of an elephant."),
        .blank,
      ] + thanks(state), hint: StyledText("help · graph · usage", .hint),
      data: [.init("version", .string(state.version)), .init("supporter", .bool(state.isSupporter))])
  }

  private static func thanks(_ state: State) -> [Block] {
    let free = Block.paragraph("It is free, and every feature works for everyone.")
    if state.isSupporter { return [.paragraph("Thank you for supporting Howdah."), .blank, free] }
    return [
      free, .blank,
      .paragraph(
        """
        There is nothing to buy. You can support it by reporting problems, by contributing a fix (see CONTRIBUTING.md), \
        and by telling others about it. Then type: set supporter yes
        """),
    ]
  }
}
