public import FeatureKit
import TerminalKit

@MainActor extension Graph {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "graph", title: "Ownership", symbol: "⌥", verbs: verbs({ model.state }, action: action),
      previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }

  public static func verbs(_ state: @escaping @MainActor () -> State, action: Action) -> [Verb] {
    [
      Verb(
        "graph", .flag("dot"), Parameter<String?>.optionalChoice("relieve", ["relieve"]),
        help: "Show the app's objects and their owners",
        discussion: """
          Each object has one owner and one of four lifetimes: singleton, cached, unique or session. graph relieve releases \
          cached objects, which are created again when they are next used. graph --dot prints the graph for Graphviz: \
          howdah graph --dot | dot -Tsvg.
          """
      ) { dot, relieve in
        guard !dot || relieve == nil else {
          throw AppError.usage(
            "--dot prints the graph, and graph relieve doesn't.", suggestion: "Leave out one of them.")
        }
        if relieve != nil { return .toast(toast(relieved: action.relieve())) }
        let state = state()
        return .view { layout in dot ? dotView(state) : view(state, layout: layout) }
      }.reading
    ]
  }

  /// Reports the released objects.
  static func toast(relieved names: [String]) -> Toast {
    guard !names.isEmpty else { return Toast(.information, StyledText("Nothing is cached."), hint: "graph") }
    return Toast(
      .success, StyledText("Released: \(names.joined(separator: ", "))."), hint: "graph",
      data: [.init("relieved", .array(names.map(JSONValue.string)))])
  }
}
