public import FeatureKit
import TerminalKit

extension Usage {
  /// Makes the feature: its verb everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "usage", title: "Usage log", symbol: "∑",
      verbs: [
        Verb(
          "log", .optionalChoice("clear", ["clear"]), help: "Show which verbs ran and how long they took",
          discussion: """
            Off until you type set usage-log on. Only a verb's name, its time and how long it took are written down, to a \
            file of at most a quarter of a megabyte on this machine. log clear forgets all of it.
            """
        ) { clear in
          guard clear == nil else {
            try action.clear()
            return .toast(Toast(.success, "The usage log is empty."))
          }
          let state = try model.state()
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
