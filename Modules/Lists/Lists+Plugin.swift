public import FeatureKit
import MastodonKit
public import StatusKit
import TerminalKit

extension Lists {
  /// Makes the feature: its tab, the verb that goes there, its previews.
  @MainActor
  public static func plugin(model: @escaping @MainActor () -> Model, action: Action) -> Plugin {
    State.plugin(
      id: id, title: title, symbol: "☰", help: "Show your lists of accounts", face: { face }, model: model,
      action: action, previews: { previews })
  }

  /// A list's timeline as a screen.
  @MainActor
  public static func timeline(
    model: StatusTimeline.Model, action: StatusTimeline.Action, list: TimelineAction
  ) -> Screen {
    StatusTimeline.screen(
      model: model, action: action, additions: { additions },
      verbs: { verbs(list) })
  }

  /// A list's form as a sheet.
  @MainActor
  public static func formScreen(
    model: FormModel, saved: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    Form.screen(id: "list-form", model: model, hint: ["add @NAME", "remove @NAME"], saved: saved)
  }

  /// The screens in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + Preview.all(of: FormFixtures(), prefix: "form") { (state: Form.State) in
        formScreen(model: FormModel(fixture: state), saved: { .nothing })
      }
      + Preview.all(of: TimelineFixtures(), prefix: "timeline") { (state: StatusTimeline.State) in
        StatusTimeline.screen(
          state: { state }, action: .fixtures.none, additions: { additions }, verbs: { verbs(.fixtures.none) })
      }
      + Preview.all(of: MembersFixtures(), prefix: "members") { (members: Members, layout) in
        membersView(members.accounts, layout: layout)
      }
  }

  private static let additions = StatusTimeline.Additions(hint: ["members", "add @NAME", "edit"])

  @MainActor
  private static func verbs(_ action: TimelineAction) -> [Verb] {
    [
      Verb("members", help: "Show who is in this list") {
        let members = try await action.members()
        return .view { layout in membersView(members, layout: layout) }
      },
      Verb("add", Parameter<Account.ID>.account, help: "Put an account that you follow into this list") { id in
        let account = try await action.add(id)
        return .toast(
          Toast(.success, StyledText("@\(account.acct) is in this list now."), hint: "members · refresh"))
      },
      Verb("remove", Parameter<Account.ID>.account, help: "Take an account out of this list") { id in
        let account = try await action.remove(id)
        return .toast(
          Toast(.success, StyledText("@\(account.acct) is no longer in this list."), hint: "members · refresh"))
      },
      Verb("edit", aliases: ["change"], help: "Change this list: title, replies, members") {
        try await action.edit()
        return .screen
      },
    ]
  }
}
