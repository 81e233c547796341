public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Lists {
  @MainActor
  public static func plugin(
    model: @escaping @MainActor () -> Model, action: Action, lists: @escaping @MainActor () -> ListService,
    accounts: @escaping @MainActor () -> AccountService, membership: Membership.Action
  ) -> Plugin {
    let editor = Editor(model: model, lists: lists, accounts: accounts)
    return State.plugin(
      id: id, noun: "list", title: title, symbol: "☰", help: "Show your lists", isTimeline: true,
      lines: editor.lines, face: { face }, model: model,
      action: action, recreation: { await editor.recreation(of: $0) }, previews: { previews }
    ).mapVerbs { $0 + [Membership.verb(membership)] }
  }

  @MainActor
  public static func timeline(
    model: StatusTimeline.Model, status: StatusAction, list: TimelineAction
  ) -> Screen {
    StatusTimeline.screen(
      model: model, status: status, additions: { additions },
      verbs: { verbs(list) })
  }

  @MainActor public static let formFace = Form.Face(id: "list-form", hint: ["add @NAME", "remove @NAME"])

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + formFace.previews(of: FormFixtures())
      + StatusTimeline.previews(
        of: TimelineFixtures(), prefix: "timeline", status: .fixtures.none, additions: { _ in additions },
        verbs: { verbs(.fixtures.none) })
      + Preview.all(of: MembersFixtures(), prefix: "members") { (members: Members, layout) in
        membersView(members.accounts, layout: layout)
      } + Membership.previews
  }

  private static let additions = StatusTimeline.Additions(hint: ["members", "add @NAME", "edit"])

  @MainActor
  private static func verbs(_ action: TimelineAction) -> [Verb] {
    [
      Verb("members", help: "Show the members of this list") {
        let members = try await action.members()
        return .view { layout in membersView(members, layout: layout) }
      },
      Verb("add", Parameter<Account.ID>.account, help: "Add an account that you follow to this list") { id in
        let account = try await action.add(id)
        return .success("Added @\(account.acct) to this list.", hint: "members · refresh")
      },
      Verb("remove", Parameter<Account.ID>.account, help: "Remove an account from this list") { id in
        let account = try await action.remove(id)
        return .success("Removed @\(account.acct) from this list.", hint: "members · refresh")
      },
      Verb("edit", aliases: ["change"], help: "Change this list: title, replies, members") { try await action.edit() },
    ]
  }
}
