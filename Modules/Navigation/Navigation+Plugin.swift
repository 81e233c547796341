public import FeatureKit
import TerminalKit

extension Navigation {
  /// Makes the feature: its verbs everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "navigation", title: "Navigation", symbol: "⌖", verbs: verbs({ model.state }, action: action),
      previews: { previews })
  }

  /// The screens in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "tabs") { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: State.fixtures, prefix: "where") { (state: State, layout) in
        whereView(state, layout: layout)
      }
  }

  /// How one gets about, wherever one is.
  @MainActor
  public static func verbs(_ state: @escaping @MainActor () -> State, action: Action) -> [Verb] {
    [
      Verb("tabs", help: "List the tabs, and what is open in each") {
        let state = state()
        return .view { layout in view(state, layout: layout) }
      },
      Verb(
        "tab", Parameter<String>.word("N"), help: "Go to a tab as it was left, by number or name",
        discussion: """
          A tab's name does the same: home, notifications, settings. Each tab keeps its places and the sheet over them \
          while you are elsewhere. Said again where you are, it goes back to where the tab begins.
          """,
        completions: { words in words.isEmpty ? state().tabs.map(\.id) : [] }
      ) { word in
        action.select(try state().tab(word).id)
        return .screen
      },
      Verb("where", aliases: ["pwd"], help: "Say where you are: tab, path, sheet") {
        let state = state()
        return .view { layout in whereView(state, layout: layout) }
      },
      Verb(
        "adjust", Parameter<String?>.optionalWord("SECTION"),
        help: "Change settings over what is shown; close goes back to it"
      ) { section in
        try await action.adjust(section)
        return .screen
      },
    ]
  }
}
