public import FeatureKit
import StatusKit

extension Tag {
  /// The feature as the root gets it: a hashtag has no tab and no commands of its own, only previews.
  @MainActor
  public static func plugin() -> Plugin {
    Plugin(id: "tag", title: "Hashtag", symbol: "#", previews: { previews })
  }

  /// The screen of a hashtag.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    screen(
      state: { model.state }, model: model.timeline, action: action, load: { await model.timeline.load() },
      prepare: { layout in
        let additions = additions(model.state)
        model.timeline.fit(layout) { StatusTimeline.view($0, additions: additions, layout: layout) }
      })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in }
  ) -> Screen {
    StatusTimeline.screen(
      state: { state().timeline }, model: model, action: action.timeline, additions: { additions(state()) },
      verbs: { verbs(state(), action: action) }, load: load, prepare: prepare)
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }
}
