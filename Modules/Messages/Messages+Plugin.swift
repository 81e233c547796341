public import FeatureKit
import TerminalKit

@MainActor extension Messages {
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "messages", title: "Recent messages", symbol: "…",
      verbs: [
        Verb(
          "messages", aliases: ["toasts"], .integerOption("limit", 1...ToastCenter.limit),
          help: "List recent messages with their times",
          discussion: """
            The last \(ToastCenter.limit) messages are kept until you quit Howdah: the results of commands, and events \
            that were printed above the prompt. They are never written to a file.
            """
        ) { limit in
          let state = model.state(limit: limit ?? 20)
          return .view { layout in view(state, layout: layout) }
        }.reading
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
