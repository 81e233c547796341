public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Lists.Membership {
  /// The screen as text: the rows of the lists, as on the screen of all lists.
  ///
  /// As JSON it is `{screen, member, items}`; an item is one of `lists`.
  public static func view(_ state: State, layout: Layout) -> Document {
    let account = state.account.map { (name: ExcerptText.cut($0.shownName, to: 60), handle: handle($0)) }
    var face = Lists.face
    face.id = "who"
    if let account {
      face.title = "Lists with \(account.name)"
      face.emptyText = "None of your lists holds \(account.handle)."
    }
    var document = Lists.State(state.lists).document(face, layout: layout)
    document.hint = account.map { Hint((state.lists.value == [] ? [] : ["open N"]) + ["list add NAME \($0.handle)"]) }
    document.data = [JSONValue.Member("member", state.account.map(AccountView.brief) ?? .null)]
    return document
  }

  /// The account as it is typed.
  static func handle(_ account: Account) -> String { "@\(ExcerptText.cut(account.acct, to: 80))" }
}
