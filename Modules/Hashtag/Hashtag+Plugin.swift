public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Hashtag {
  public static func plugin(
    show: @escaping (TagTimelineQuery, TimelineOptions) async throws -> Response
  ) -> Plugin {
    Plugin(
      id: "tag", title: "Hashtag", symbol: "#",
      verbs: [
        Verb(
          "tag", .tagQuery, .timelineWithoutAll, help: "Show the posts with a hashtag",
          discussion: """
            tag #canal --any #boats: posts with either. --all #fog: only those that have it too. --none #rain: only those without. \
            Each may be given several times, up to four; in a shell, quote #names or leave the sign out. \
            --local: only posts of this server. \
            To read to the end, give a high --limit.

            \(TimelineOptions.discussion(takesAll: false))
            """
        ) { query, options in try await show(query, options) }.reading
      ], previews: { previews })
  }

  public static func screen(model: Model, action: Action) -> Screen {
    screen(model.timeline, state: { model.state }, action: action)
  }

  private static func screen(
    _ timeline: StatusTimeline.Model, state: @escaping @MainActor () -> State, action: Action
  ) -> Screen {
    StatusTimeline.screen(
      model: timeline, status: action.status, additions: { additions(state()) },
      verbs: { verbs(state(), action: action) })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(StatusTimeline.Model(fixture: state.timeline), state: { state }, action: .fixtures.none)
    }
  }
}

extension Parameter where Value == TagTimelineQuery {
  /// A hashtag, and the conditions on others.
  @MainActor fileprivate static var tagQuery: Parameter {
    let conditions = ["any", "all", "none"]
    return Parameter(
      group: [ParameterDescription(name: "NAME", form: .reference(kinds: [.tag], many: false))]
        + conditions.map {
          ParameterDescription(
            name: $0, form: .flag(value: "TAG", choices: []), isOptional: true, isRepeatable: true)
        }
        + [ParameterDescription(name: "local", form: .flag(value: nil, choices: []), isOptional: true)]
    ) { reader in
      guard let typed = reader.next() else { throw reader.refusal("Which hashtag?") }
      let shown = Int(typed).flatMap { reader.context.shown($0) }
      let word = shown?.first { $0.kind == .tag }?.id ?? typed
      @MainActor func names(_ option: String) throws -> [String] {
        let names = try reader.flags(option).flatMap { $0.split(separator: ",") }.map { try HashtagName.parse($0) }
        guard names.count <= most else {
          throw reader.refusal("--\(option) takes up to \(most) hashtags.")
        }
        return names
      }
      return TagTimelineQuery(
        try HashtagName.parse(word), any: try names("any"), all: try names("all"), none: try names("none"),
        posts: PublicTimelineQuery(reader.flag("local") == nil ? .everywhere : .local))
    }
  }

  /// The number of hashtags that Mastodon accepts for each condition.
  nonisolated private static var most: Int { 4 }
}
