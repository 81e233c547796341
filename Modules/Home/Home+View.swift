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
      emptyHint: emptyHint,
      // unread and fill are about Home.
      gapText: "You stopped reading further down: older" + (state.timeline == .home ? " · unread · fill" : ""),
      data: [
        JSONValue.Member("timeline", .string(state.timeline.rawValue)), JSONValue.Member("unread", .int(state.unread)),
      ])
  }

  static func verbs(_ model: Model, _ action: Action) -> [Verb] {
    [
      .older(model.older), .newer(model.newer),
      .new(model.new),
      .refresh(help: "Show the newest posts") {
        try await model.refresh()
        action.refreshed()
      },
    ] + StatusVerbs(numbered: model.state.list.numbered, action: action.status).verbs
  }
}
