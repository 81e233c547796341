public import FeatureKit
public import MastodonKit
public import StatusKit

extension Groups {
  /// Creates the feature: its tab, the command that shows it, its previews.
  ///
  /// - Parameters:
  ///   - model: The list of groups.
  ///   - action: The screen's actions.
  ///   - service: Stores the groups.
  ///   - makeID: Creates the id of a new group.
  @MainActor
  public static func plugin(
    model: @escaping @MainActor () -> Model, action: Action, service: @escaping @MainActor () -> TagGroupService,
    makeID: @escaping @Sendable () -> String
  ) -> Plugin {
    let editor = Editor(model: model, service: service, makeID: makeID)
    var action = action
    action.recreation = { editor.recreation(of: $0) }
    return State.plugin(
      id: id, noun: "group", title: title, symbol: "#", help: "Show your hashtag groups", isTimeline: true,
      lines: editor.lines, face: { face }, model: model,
      action: action, previews: { previews })
  }

  /// Creates the screen of a group's timeline.
  @MainActor
  public static func timeline(
    model: StatusTimeline.Model, status: StatusAction, edit: @escaping @MainActor () async throws -> Void
  ) -> Screen {
    StatusTimeline.screen(
      model: model, status: status, additions: { additions },
      verbs: { [editVerb(edit)] })
  }

  /// Creates the sheet with a group's form.
  @MainActor
  public static func formScreen(
    model: FormModel, saved: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    Form.screen(id: "group-form", model: model, hint: ["add #TAG", "remove #TAG"], saved: saved)
  }

  /// One preview for each fixture.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + Preview.all(of: FormFixtures(), prefix: "form") { (state: Form.State) in
        formScreen(model: FormModel(fixture: state), saved: { .nothing })
      }
      + StatusTimeline.previews(
        of: TimelineFixtures(), prefix: "timeline", additions: { _ in additions }, verbs: { [editVerb {}] })
  }

  private static let additions = StatusTimeline.Additions(hint: ["edit"])

  @MainActor
  private static func editVerb(_ edit: @escaping @MainActor () async throws -> Void) -> Verb {
    Verb("edit", aliases: ["change"], help: "Change this group: title, symbol, hashtags") {
      try await edit()
      return .screen
    }
  }
}
