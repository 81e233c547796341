public import FeatureKit
import IntentKit
import TerminalKit

@MainActor extension Intents {
  public static func plugin(model: @escaping @MainActor () -> Model, action: Action) -> Plugin {
    Plugin(
      id: "intents", title: "Intents", symbol: "⇄", verbs: [verb({ model().state }, action: action)],
      previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: UnreadSummary.fixtures, prefix: "unread") { (unread: UnreadSummary, _) in view(unread) }
      + Preview.all(of: IntentResponder.fixtures, prefix: "whoami") { (who: IntentResponder, _) in view(who) }
  }

  static func verb(_ state: @escaping @MainActor () -> State, action: Action) -> Verb {
    Verb(
      "intent", Parameter<String?>.optionalChoice("WHAT", IntentKind.allCases.map(\.rawValue)),
      Parameter<String?>.optionalText(),
      help: "Send a request to the running Howdah",
      discussion: """
        intent compose TEXT opens the composer in the running Howdah; intent open LINK opens a link there. Both open \
        when Return is pressed, without changing the line that is being typed, and nothing is posted. intent unread \
        counts unread notifications and posts, intent whoami names the account, and intent events prints events, one \
        JSON object per line, until Ctrl-C. If no other Howdah is running, this one carries out the request. intent \
        alone lists requests from other programs. The socket and its protocol: docs/intents.md.
        """
    ) { kind, text in
      switch (kind.flatMap(IntentKind.init), text) {
      case (.compose, let text?): return try await action.compose(text)
      case (.compose, nil): throw missing("The text", "intent compose TEXT")
      case (.open, let link?): return try await action.open(link)
      case (.open, nil): throw missing("The link", "intent open LINK")
      case (let kind?, _?):
        throw AppError.usage(
          "“intent \(kind.rawValue)” takes no further arguments.", suggestion: "Usage: intent \(kind.rawValue)")
      case (.unread, nil):
        let unread = try await action.unread()
        return .document(view(unread))
      case (.whoami, nil): return .document(view(try await action.whoami()))
      case (.events, nil): return .following(try await action.events())
      case (nil, _):
        let state = state()
        return .view { view(state, layout: $0) }
      }
    }.writingText(after: IntentKind.compose.rawValue)
      .reading(with: IntentKind.unread.rawValue, IntentKind.whoami.rawValue, otherwise: .changesOnlyMachine)
  }

  private static func missing(_ what: String, _ usage: String) -> AppError {
    .usage("\(what) is missing.", suggestion: "Usage: \(usage)")
  }
}
