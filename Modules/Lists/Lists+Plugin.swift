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
  public static func timeline(model: StatusTimeline.Model, status: StatusAction, list: List.ID) -> Screen {
    StatusTimeline.screen(model: model, status: status, additions: { additions }, verbs: { verbs(list) })
  }

  @MainActor public static let formFace = Form.Face(id: "list-form", hint: ["add @NAME", "remove @NAME"])

  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + formFace.previews(of: FormFixtures())
      + StatusTimeline.previews(
        of: TimelineFixtures(), prefix: "timeline", status: .fixtures.none, additions: { _ in additions },
        verbs: { verbs(List.fixtures.canal.id) })
      + Preview.all(of: MembersFixtures(), prefix: "members") { (members: Members, layout) in
        membersView(members.accounts, of: "Canal", layout: layout)
      } + Membership.previews
  }

  private static let additions = StatusTimeline.Additions(hint: ["members", "add @NAME", "edit"])

  /// The commands of a list's page, without the name that they have elsewhere.
  @MainActor
  private static func verbs(_ list: List.ID) -> [Verb] {
    let accounts = Parameter<[Reference]>.references(kinds: [.account])
    return [
      Verb("members", help: "Show the members of this list") { .nothing }.short(for: "list members id:\(list)").reading,
      Verb("add", accounts, help: "Add accounts that you follow to this list") { _ in .nothing }
        .short(for: "list add id:\(list)"),
      Verb("remove", accounts, help: "Remove accounts from this list") { _ in .nothing }
        .short(for: "list remove id:\(list)"),
      Verb("edit", aliases: ["change"], help: "Change this list: title, replies, members") { .nothing }
        .short(for: "list edit id:\(list)"),
    ]
  }
}
