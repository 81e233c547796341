public import FeatureKit
import TerminalKit

extension Verb {
  /// The command `older`, which shows the next older page.
  public static func older(_ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("older", aliases: ["more"], help: "Show older posts") {
      try await turn()
        ? .screen : .toast(Toast(.information, "No older posts.", hint: "refresh"))
    }
  }

  /// The command `newer`, which shows the page above.
  public static func newer(_ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("newer", help: "Show newer posts") {
      try await turn() ? .screen : .toast(Toast(.information, "No newer posts."))
    }
  }

  /// The command `new`, which shows the posts that arrived since the page was printed.
  public static func new(_ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("new", help: "Show new posts") {
      try await turn() ? .screen : .toast(Toast(.information, "No new posts."))
    }
  }

  /// The command `refresh`, which fetches what the screen shows again.
  public static func refresh(help: String, _ refresh: @escaping () async throws -> Void) -> Verb {
    Verb("refresh", aliases: ["reload"], help: help) {
      try await refresh()
      return .screen
    }
  }
}
