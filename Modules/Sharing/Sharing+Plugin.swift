public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Sharing {
  /// The feature as the root gets it: commands that work on every screen.
  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "sharing", title: "Sharing", symbol: "⇱", verbs: verbs(action), previews: { previews })
  }

  /// One preview for each fixture.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: Answer.fixtures) { (answer: Answer, _) in view(answer.text ?? "") }
  }

  @MainActor
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
          ? .copy(text(of: status), noun: "text") : .copy(try address(of: status), noun: "link")
      },
      Verb("browse", .status, help: "Open a post in the web browser") { id in
        let status = try await action.status(id).displayed
        let address = try address(of: status)
        guard action.browse(address) else {
          throw AppError.validation("No web browser could be started.", suggestion: "The post is at \(address)")
        }
        return .toast(
          Toast(
            .success, StyledText("Opened ") + StyledText(address, .link, url: address) + " in the web browser.",
            data: [JSONValue.Member("url", .string(address))]))
      }.having(.changesMachine("it only opens a program")),
      Verb(
        "raw", .status, help: "Print the server's JSON of a post",
        discussion: "On a terminal it is indented and cleaned of control characters; to a pipe or file it is exact."
      ) { id in
        let request = Request(method: .get, path: "/api/v1/statuses/:id", arguments: [id.rawValue])
        let answer = try await action.send(request)
        guard answer.status != 404 else { throw AppError.notFound("\(action.host) has no post \(id.rawValue).") }
        return try response(to: answer, of: request, action)
      },
      apiVerb(action),
    ]
  }

  private static func address(of status: Status) throws -> String {
    guard let url = status.url ?? (status.uri.isEmpty ? nil : status.uri) else {
      throw AppError.validation("That post has no link.", suggestion: "Its server does not provide one.")
    }
    // Programs take more than pages of the web: a browser opens files, and a shell runs what is pasted into it.
    guard let address = Sanitizer.cleanURL(url) else {
      throw AppError.validation(
        "That post's link is not the address of a web page.", suggestion: "To see it: raw.")
    }
    return address
  }

  private static func text(of status: Status) -> String {
    [Sanitizer.clean(status.spoilerText), HTMLText.styled(status.content).plain].filter { !$0.isEmpty }.joined(
      separator: "\n\n")
  }

  /// The JSON on a terminal.
  static func view(_ json: String) -> Document {
    let lines = IndentedJSON.lines(SecretFields.hidden(in: json))
    var document = Document(kind: "raw", blocks: lines.map { .verbatim(StyledText($0)) })
    // A response may contain any posts.
    document.audience = .limited
    return document
  }
}
