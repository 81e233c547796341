public import FeatureKit

@MainActor extension About {
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "about", title: "About", symbol: "i",
      verbs: [
        Verb("about", aliases: ["version"], help: "Show the version and how to support Howdah") {
          let state = model.state
          return .view { layout in view(state, layout: layout) }
        }.reading
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
