public import FeatureKit
import IntentKit
import TerminalKit

extension Intents {
  /// Creates the feature: its command everywhere, and its previews; the model is asked for when it is first shown.
  @MainActor
  public static func plugin(model: @escaping @MainActor () -> Model, action: Action) -> Plugin {
    Plugin(
      id: "intents", title: "Intents", symbol: "⇄", verbs: [verb({ model().state }, action: action)],
      previews: { previews })
  }

  /// The screens in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: UnreadSummary.fixtures, prefix: "unread") { (unread: UnreadSummary, _) in view(unread) }
      + Preview.all(of: IntentResponder.fixtures, prefix: "whoami") { (who: IntentResponder, _) in view(who) }
  }

  @MainActor
  static func verb(_ state: @escaping @MainActor () -> State, action: Action) -> Verb {
    Verb(
      "intent", Parameter<String?>.optionalChoice("WHAT", IntentKind.allCases.map(\.rawValue)),
      Parameter<String?>.optionalText(),
      help: "Ask the Howdah that runs to do something",
      discussion: """
        intent compose TEXT opens the composer there; intent open LINK opens a link. Neither takes the line away that is \
        being typed there: it waits for Return, and nothing is posted. intent unread counts, intent whoami says whose \
        Howdah it is, intent events prints what happens, one JSON object for each line, until Ctrl-C. Where none runs, this \
        one does it. intent alone shows who asked for what. The socket and its language: docs/intents.md.
        """
    ) { kind, text in
      switch (kind.flatMap(IntentKind.init), text) {
      case (.compose, let text?): return try await action.compose(text)
      case (.compose, nil): throw missing("The text", "intent compose TEXT")
      case (.open, let link?): return try await action.open(link)
      case (.open, nil): throw missing("The link", "intent open LINK")
      case (let kind?, _?):
        throw AppError.usage(
          "“intent \(kind.rawValue)” takes nothing more.", suggestion: "Usage: intent \(kind.rawValue)")
      case (.unread, nil):
        let unread = try await action.unread()
        return .document(view(unread))
      case (.whoami, nil): return .document(view(try await action.whoami()))
      case (.events, nil): return .lines(try await action.events())
      case (nil, _):
        let state = state()
        return .view { view(state, layout: $0) }
      }
    }
  }

  private static func missing(_ what: String, _ usage: String) -> AppError {
    .usage("\(what) is missing.", suggestion: "Usage: \(usage)")
  }
}
