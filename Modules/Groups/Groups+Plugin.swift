public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Groups {
  /// Creates the feature: its tab, the command that shows it, its previews.
  ///
  /// - Parameters:
  ///   - check: Finds out whether a source exists, and returns it as it is to be stored.
  @MainActor
  public static func plugin(
    model: @escaping @MainActor () -> Model, action: Action, service: @escaping @MainActor () -> TagGroupService,
    makeID: @escaping @Sendable () -> String,
    check: @escaping @MainActor (GroupSource) async throws -> GroupSource
  ) -> Plugin {
    let editor = Editor(model: model, service: service, makeID: makeID, check: check)
    return State.plugin(
      id: id, noun: "group", title: title, symbol: "#", help: "Show your groups of hashtags, people, lists and servers",
      isTimeline: true,
      lines: editor.lines, face: { face }, model: model,
      action: action, recreation: { editor.recreation(of: $0) }, previews: { previews })
  }

  /// Creates the screen of a group's timeline.
  ///
  /// - Parameter failures: The parts that the page is without.
  @MainActor
  public static func timeline(
    model: StatusTimeline.Model, status: StatusAction, failures: @escaping @MainActor () -> [Reader.Failure],
    edit: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    StatusTimeline.screen(
      model: model, status: status, additions: { additions(failures(), model.state) },
      verbs: { [editVerb(edit)] })
  }

  @MainActor public static let formFace = Form.Face(id: "group-form", hint: ["add #TAG", "remove #TAG"])

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + formFace.previews(of: FormFixtures())
      + StatusTimeline.previews(
        of: TimelineFixtures(), prefix: "timeline", status: .fixtures.none,
        additions: { additions($0.order == .server ? [.fixture] : [], $0) }, verbs: { [editVerb { .screen }] })
  }

  private static func additions(_ failures: [Reader.Failure], _ state: StatusTimeline.State) -> StatusTimeline.Additions
  {
    let missing = failures.map { failure in
      JSONValue.object([
        .init("source", .string(failure.source.name)), .init("error", .string(failure.error.code)),
        .init("message", .string(failure.error.message)),
      ])
    }
    return StatusTimeline.Additions(
      hint: ["edit"], warnings: failures.map { "Without \($0.source.name): \($0.error.message)" },
      data: [.init("timeline", .string(state.heading.label)), .init("missing", .array(missing))])
  }

  @MainActor
  private static func editVerb(_ edit: @escaping @MainActor () async throws -> Response) -> Verb {
    Verb("edit", aliases: ["change"], help: "Change this group: title, symbol, sources") { try await edit() }
  }
}
