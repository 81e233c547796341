public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Sharing {
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "sharing", title: "Sharing", symbol: "⇱", verbs: verbs(action), previews: { previews })
  }

  /// The text that is copied of each fixture.
  static var previews: [Preview] {
    Preview.all(of: Fixtures(), prefix: "text") { (status: Status, _) in
      let lines = text(of: status).split(separator: "\n", omittingEmptySubsequences: false)
      return Document(kind: "text", blocks: lines.map { $0.isEmpty ? .blank : .paragraph(StyledText(String($0))) })
    }
  }

  private static func verbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "copy", .status, .optionalChoice("link|text", ["link", "text"]),
        help: "Copy a post's link or text to the clipboard",
        discussion: """
          The terminal sets the clipboard (OSC 52), also over ssh. Not every terminal does, and some ask or have to be \
          told to; what is copied is therefore printed too. set clipboard off never sends it, set clipboard on always \
          does. In tmux: set -g set-clipboard on.
          """
      ) { id, part in
        let status = try await action.status(id).displayed
        return part == "text"
          ? .copy(text(of: status), noun: "text") : .copy(try status.webAddress(), noun: "link")
      },
      Verb("browse", .status, help: "Open a post in the web browser") { id in
        let status = try await action.status(id).displayed
        let address = try status.webAddress()
        guard action.browse(address) else {
          throw AppError.validation("No web browser could be started.", suggestion: "The post is at \(address)")
        }
        return .toast(
          Toast(
            .success, StyledText("Opened ") + StyledText(address, .link, url: address) + " in the web browser.",
            data: [JSONValue.Member("url", .string(address))]))
      }.having(.changesMachine("it only opens a program")),
    ]
  }

  private static func text(of status: Status) -> String {
    [Sanitizer.clean(status.spoilerText), HTMLText.styled(status.content).plain].filter { !$0.isEmpty }.joined(
      separator: "\n\n")
  }
}
