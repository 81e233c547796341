public import FeatureKit
import TerminalKit

extension Verb {
  /// The command `older`, which shows the next older page of posts or of something else.
  public static func older(of noun: String = "posts", _ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("older", aliases: ["more"], help: "Show older \(noun)") {
      try await turn() ? .screen : .information("No older \(noun).", hint: "refresh")
    }.reading
  }

  /// The command `newer`, which shows the page above.
  public static func newer(of noun: String = "posts", _ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("newer", help: "Show newer \(noun)") {
      try await turn() ? .screen : .information("No newer \(noun).")
    }.reading
  }

  /// The command `new`, which shows the posts that arrived since the page was printed.
  public static func new(_ turn: @escaping () async throws -> Bool) -> Verb {
    Verb("new", help: "Show new posts") {
      try await turn() ? .screen : .toast(Toast(.information, "No new posts."))
    }.reading
  }

  /// The command `refresh`, which fetches what the screen shows again.
  public static func refresh(help: String, _ refresh: @escaping () async throws -> Void) -> Verb {
    Verb("refresh", aliases: ["reload"], help: help) {
      try await refresh()
      return .screen
    }.reading
  }
}
