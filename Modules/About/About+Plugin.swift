public import FeatureKit

@MainActor extension About {
  public static func plugin(model: Model, fetch: @escaping Fetch) -> Plugin {
    Plugin(
      id: "about", title: "About", symbol: "i",
      verbs: [
        Verb(
          "about", aliases: ["version"], .option("check", "ADDRESS"),
          help: "Show the version and how to support Howdah",
          discussion: """
            about --check ADDRESS asks that address for the newest version, once, and says whether this one is older. It sends \
            the name Howdah and this version, and nothing of yours; it never asks by itself. The address has a release as \
            JSON: that of a project on Forgejo or GitHub (…/releases/latest), or https://pypi.org/pypi/howdah/json.
            """
        ) { address in
          let state = model.state
          if let address { return try await check(state.version, at: address, fetch) }
          return .view { layout in view(state, layout: layout) }
        }.reading
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
