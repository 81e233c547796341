public import FeatureKit
public import StatusKit
public import TerminalKit

@MainActor extension Home {
  public static func view(_ state: StatusTimeline.State, layout: Layout) -> Document {
    StatusTimeline.view(state, additions: additions(state), layout: layout)
  }

  private static func additions(_ state: StatusTimeline.State) -> StatusTimeline.Additions {
    let emptyHint: [String] =
      switch state.page {
      case .failed(.unauthorized): ["login HOST", "local"]
      case .failed: ["refresh"]
      default: state.timeline == .home ? ["refresh", "local"] : ["refresh"]
      }
    return StatusTimeline.Additions(
      emptyHint: emptyHint, gapText: "You stopped reading further down: older · unread · fill",
      data: [
        JSONValue.Member("timeline", .string(state.timeline.rawValue)), JSONValue.Member("unread", .int(state.unread)),
      ])
  }

  public static func verbs(_ state: StatusTimeline.State, action: Action) -> [Verb] {
    [
      .older(action.older), .newer(action.newer),
      .new(action.new),
      .refresh(help: "Show the newest posts", action.refresh),
    ] + StatusVerbs(numbered: state.list.numbered, action: action.status).verbs
  }
}
