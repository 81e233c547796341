public import FeatureKit
import TerminalKit

@MainActor extension Usage {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "usage", title: "Usage", symbol: "∑",
      verbs: [
        Verb(
          "usage", aliases: ["log"], .optionalChoice("clear", ["clear"]),
          help: "Show which commands ran and how long they took",
          discussion: """
            Nothing is recorded until you type set usage-log on. Then each command's name, time and duration are written \
            to a file of at most 256 KB on this machine, never its arguments. usage clear deletes all entries.
            """
        ) { clear in
          guard clear == nil else {
            try action.clear()
            return .toast(Toast(.success, "Cleared the usage log."))
          }
          let state = try model.state()
          return .view { layout in view(state, layout: layout) }
        }.reading(otherwise: .changesOnlyMachine)
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
