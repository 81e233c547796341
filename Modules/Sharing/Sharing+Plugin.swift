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
        "copy", .reference(kinds: kinds), .optionalChoice("link|text", ["link", "text"]),
        help: "Copy the link of a post or an account, or a post's text",
        discussion: """
          The terminal sets the clipboard (OSC 52), also over ssh. Not every terminal does, and some ask or have to be \
          told to; what is copied is therefore printed too. set clipboard off never sends it, set clipboard on always \
          does. In tmux: set -g set-clipboard on.
          """
      ) { reference, part in
        guard part == "text" else { return .copy(try await action.address(reference), noun: "link") }
        guard reference.kind == .status else {
          throw AppError.usage("Only the text of a post can be copied.", suggestion: "Usage: copy N text")
        }
        return .copy(text(of: try await action.status(Status.ID(reference.id)).displayed), noun: "text")
      }.takingShownNumbers,
      Verb("browse", .reference(kinds: kinds), help: "Open a post, an account or a link in the web browser") {
        let address = try await action.address($0)
        guard action.browse(address) else {
          throw AppError.validation("No web browser could be started.", suggestion: "The page is at \(address)")
        }
        return .toast(
          Toast(
            .success, StyledText("Opened ") + StyledText(address, .link, url: address) + " in the web browser.",
            data: [JSONValue.Member("url", .string(address))]))
      }.having(.changesMachine("it only opens a program")).takingShownNumbers,
    ]
  }

  /// What has a page of its own.
  private static let kinds = [Reference.Kind.status, .account, .link]

  private static func text(of status: Status) -> String {
    [Sanitizer.clean(status.spoilerText), HTMLText.wholeText(status.content)].filter { !$0.isEmpty }.joined(
      separator: "\n\n")
  }
}
