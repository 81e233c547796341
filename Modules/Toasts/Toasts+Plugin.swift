public import FeatureKit
import TerminalKit

extension Toasts {
  /// Makes the feature: its verb everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "toasts", title: "What was said", symbol: "…",
      verbs: [
        Verb(
          "toasts", aliases: ["said"], .integerOption("limit", 1...ToastCenter.limit),
          help: "List what was said lately, with its time",
          discussion: """
            What verbs answer and what appears above the prompt by itself is remembered until Howdah is left: the last \
            \(ToastCenter.limit). Nothing of it is written to a file.
            """
        ) { limit in
          let state = model.state(limit: limit ?? 20)
          return .view { layout in view(state, layout: layout) }
        }
      ], previews: { previews })
  }

  /// The screen in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
