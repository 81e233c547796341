public import FeatureKit

extension About {
  /// Makes the feature: its verb everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "about", title: "About", symbol: "i",
      verbs: [
        Verb("about", aliases: ["version"], help: "Show the version and how to support Howdah") {
          let state = model.state
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
