public import FeatureKit
import TerminalKit

@MainActor extension Media {
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "media", title: "Media", symbol: "▣", verbs: globalVerbs(action), previews: { previews })
  }

  /// Creates the sheet that pages through a post's attachments.
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "media", model: model, label: { "media by \(Sanitizer.oneLine(model.state.author))" },
      document: { view(model.state, layout: $0) },
      verbs: { verbs(model, action: action) },
      content: Screen.Content(load: {}, prepare: { await model.prepare($0) }, failure: { nil }), endsWhenLeft: true)
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      Screen(
        id: "media", model: nil, label: { "media" }, document: { view(state, layout: $0) },
        verbs: {
          state.isSheet ? verbs(Model(state: state, look: Action.fixtures.none.look), action: .fixtures.none) : []
        })
    }
      + Preview.all(of: GalleryFixtures(), prefix: "gallery") { (gallery: Gallery, layout) in
        view(gallery, layout: layout, colors: { _, _ in nil })
      }
  }
}
