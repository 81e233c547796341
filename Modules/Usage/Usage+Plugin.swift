public import FeatureKit
import TerminalKit

@MainActor extension Usage {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "usage", title: "Usage", symbol: "∑",
      verbs: [
        Verb(
          "usage", aliases: ["log"], .clearing,
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

extension Parameter where Value == String? {
  /// `clear`; `log in` and `log out` are other commands.
  @MainActor fileprivate static var clearing: Parameter {
    let choice = optionalChoice("clear", ["clear"])
    return Parameter(group: choice.descriptions) { reader in
      if let word = reader.peek()?.lowercased(), ["in", "into", "on", "out", "off"].contains(word) {
        throw AppError.usage(
          "“log” shows which commands ran.", suggestion: "Sign in or out: login HOST, logout.")
      }
      return try await choice.parse(reader)
    }
  }
}
