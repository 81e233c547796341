public import MastodonKit

extension Endpoint {
  public static var lists: Endpoint<LossyList<List>> {
    .whole("/api/v1/lists", access: .account, .readLists, to: "load your lists")
  }

  public static func lists(with id: Account.ID) -> Endpoint<LossyList<List>> {
    .whole("/api/v1/accounts/:id/lists", id, access: .account, .readLists, to: "load which lists hold the account")
  }

  public static func list(_ id: List.ID) -> Endpoint<List> {
    .init(.get, "/api/v1/lists/:id", id, access: .account, .readLists, to: "load the list")
  }

  public static func createList(_ list: ListDraft) -> Endpoint<List> {
    .init(.post, "/api/v1/lists", body: list.fields.form, access: .account, .writeLists, to: "create the list")
      .checked(rereading: { $0.map { .list($0.id) } }) { list.parts(missingIn: $0) }
  }

  public static func updateList(_ id: List.ID, _ list: ListDraft) -> Endpoint<List> {
    .init(.put, "/api/v1/lists/:id", id, body: list.fields.form, access: .account, .writeLists, to: "change the list")
      .checked(rereading: { _ in .list(id) }) { list.parts(missingIn: $0) }
  }

  public static func listAccounts(_ id: List.ID, _ page: PageRequest) -> Endpoint<Page<Account>> {
    .page(
      "/api/v1/lists/:id/accounts", id, request: page, access: .account, .readLists, paging: .link,
      to: "load who is in the list")
  }

  public static func deleteList(_ id: List.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v1/lists/:id", id, access: .account, .writeLists, to: "delete the list")
  }

  public static func addToList(_ id: List.ID, _ accounts: [Account.ID]) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/lists/:id/accounts", id, body: .form(accounts.map { Field("account_ids[]", $0.rawValue) }),
      access: .account, .writeLists, to: "add to the list")
  }

  public static func removeFromList(_ id: List.ID, _ accounts: [Account.ID]) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/lists/:id/accounts", id, body: .form(accounts.map { Field("account_ids[]", $0.rawValue) }),
      access: .account, .writeLists, to: "remove from the list")
  }
}

extension ListDraft {
  fileprivate var fields: [Field] {
    var fields: [Field] = []
    fields.add("title", title)
    fields.add("replies_policy", repliesPolicy?.rawValue)
    fields.add("exclusive", exclusive)
    return fields
  }
}
