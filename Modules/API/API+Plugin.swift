public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension API {
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "api", title: "API", symbol: "{}", verbs: [rawVerb(action), apiVerb(action)], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: RawResponse.fixtures) { (answer: RawResponse, _) in view(answer.text ?? "") }
  }

  private static func rawVerb(_ action: Action) -> Verb {
    Verb(
      "raw", .status, help: "Print the server's JSON of a post",
      discussion: "On a terminal it is indented and cleaned of control characters; to a pipe or file it is exact."
    ) { id in
      let request = RawRequest(.get, "/api/v1/statuses/:id", arguments: [id.rawValue])
      let answer = try await action.send(request)
      guard answer.status != 404 else { throw AppError.notFound("\(action.host) has no post \(id.rawValue).") }
      return try response(to: answer, of: request, action)
    }
  }

  static func view(_ json: String) -> Document {
    let lines = IndentedJSON.lines(SecretFields.hidden(in: json))
    var document = Document(kind: "raw", blocks: lines.map { .verbatim(StyledText($0)) })
    // A response may contain any posts.
    document.audience = .limited
    return document
  }
}
