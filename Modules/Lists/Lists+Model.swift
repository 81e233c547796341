public import FeatureKit
public import MastodonKit
public import StatusKit

extension Lists {
  /// Makes the owner of the overview.
  @MainActor
  public static func model(_ service: ListService) -> Model {
    Model(isKeptHere: false, fetch: { try await service.all() }, forget: { try await service.delete($0.id) })
  }

  /// The timeline of a list before anything was asked for.
  public static func timelineState(_ id: List.ID, limit: Int) -> StatusTimeline.State {
    StatusTimeline.State(
      kind: "list", subject: id.rawValue, title: "List", label: "list", context: .home,
      emptyText: "Nobody in this list has posted yet, or nobody is in it: add @NAME.", limit: limit)
  }

  /// What a list's timeline is called.
  public static func heading(_ list: List) -> StatusTimeline.Heading {
    StatusTimeline.Heading(title: "\(list.title) · list", label: list.title)
  }

  /// Makes the owner of a list's form.
  ///
  /// Keeping it takes several calls: what the list is called, who leaves, who comes. A call that failed is made again by
  /// the next `save`, and a list that was made is not made twice.
  @MainActor
  public static func form(_ id: List.ID?, lists: ListService, accounts: AccountService) -> FormModel {
    let roster = Roster(id: id)
    return FormModel(
      state: Form.State(
        id == nil ? "new list" : "list", form: form(nil, members: []), phase: id == nil ? .editing : .loading),
      load: {
        guard let id else { return form(nil, members: []) }
        let list = try await lists.list(id)
        let members = try await lists.accounts(id)
        for account in members { roster.ids["@\(account.acct)"] = account.id }
        return form(list, members: members)
      },
      prepare: { field, value in
        guard field == .members else { return value }
        let name = value.hasPrefix("@") ? String(value.dropFirst()) : value
        let account = try await accounts.lookup(name)
        roster.ids["@\(account.acct)"] = account.id
        return "@\(account.acct)"
      },
      save: { form in
        let draft = ListDraft(
          title: form.text(.title), repliesPolicy: List.RepliesPolicy(rawValue: form.text(.replies)),
          exclusive: form.flag(.exclusive))
        if let id = roster.id {
          // The call takes the title along; where nothing of the list itself changed, it is not needed.
          if [.title, .replies, .exclusive].contains(where: form.isChanged) {
            _ = try await lists.update(
              id,
              ListDraft(
                title: draft.title, repliesPolicy: form.isChanged(.replies) ? draft.repliesPolicy : nil,
                exclusive: form.isChanged(.exclusive) ? draft.exclusive : nil))
          }
        } else {
          roster.id = try await lists.create(draft).id
        }
        guard let id = roster.id, form.isChanged(.members) else { return }
        let before = Set(form.fields.first { $0.name == .members }?.original ?? [])
        let after = form.list(.members)
        let gone = before.subtracting(after).compactMap { roster.ids[$0] }
        if !gone.isEmpty { try await lists.remove(id, gone) }
        let come = after.filter { !before.contains($0) && !roster.added.contains($0) }
        for name in come {
          // One by one: the server refuses all of a call for one whom the reader does not follow.
          guard let account = roster.ids[name] else { continue }
          try await lists.add(id, [account])
          roster.added.insert(name)
        }
      })
  }

  /// What a form knows besides its words.
  @MainActor
  private final class Roster {
    var id: List.ID?
    var ids: [String: Account.ID] = [:]
    /// Who was added by a `save` that failed later on.
    var added: Set<String> = []

    init(id: List.ID?) { self.id = id }
  }

  /// The fields of a list.
  static func form(_ list: List?, members: [Account]) -> Form {
    let policy = list?.repliesPolicy ?? .list
    return Form([
      Form.Field(
        .title, "what the list is called", .text(limit: 256), isRequired: true, values: list.map { [$0.title] } ?? []),
      Form.Field(
        .replies, "replies to whom it shows", .choice(List.RepliesPolicy.known.map(\.rawValue)),
        values: [policy.rawValue]),
      Form.Field(
        .exclusive, "whether its posts are left out of home", .flag, values: [list?.exclusive == true ? "yes" : "no"]),
      Form.Field(
        .members, "who is in it: accounts that you follow", .words(limit: 1000), values: members.map { "@\($0.acct)" }),
    ])
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let replies = Form.Field.Name(rawValue: "replies")
  static let exclusive = Form.Field.Name(rawValue: "exclusive")
  static let members = Form.Field.Name(rawValue: "members")
}
