public import FeatureKit
import TerminalKit

@MainActor extension Navigation {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "navigation", title: "Navigation", symbol: "⌖", verbs: verbs({ model.state }, action: action),
      previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "tabs") { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: State.fixtures, prefix: "where") { (state: State, layout) in
        whereView(state, layout: layout)
      }
  }

  /// The global commands for tabs and locations.
  public static func verbs(_ state: @escaping @MainActor () -> State, action: Action) -> [Verb] {
    [
      Verb("tabs", help: "List the tabs and their open screens") {
        let state = state()
        return .view { layout in view(state, layout: layout) }
      }.reading,
      Verb(
        "tab", Parameter<String>.word("N"), help: "Switch to a tab, by number or name",
        discussion: """
          Each tab keeps its open screens and sheet while another tab is shown, and shows them again. A tab's own command, \
          such as home, notifications or settings, shows its first screen, fresh; so does top.
          """,
        completions: { words in words.isEmpty ? state().tabs.map(\.id) : [] }
      ) { try action.select(state().tab($0).id) }.reading,
      Verb("where", aliases: ["pwd"], help: "Show your current location: tab, path, sheet") {
        let state = state()
        return .view { layout in whereView(state, layout: layout) }
      }.reading,
      Verb(
        "adjust", Parameter<String?>.optionalWord("SECTION"),
        help: "Open the settings over the current screen; close returns to it"
      ) { section in try await action.adjust(section) }.having(.changesOnlyMachine),
    ]
  }
}
