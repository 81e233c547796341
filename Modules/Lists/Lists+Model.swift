public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Lists {
  @MainActor
  public static func model(_ service: ListService) -> Model {
    Model(
      isLocal: false, fetch: { try await service.all() }, delete: { try await service.delete($0.id) },
      size: { list in
        // It only helps to tell lists of one name apart.
        guard let count = try? await service.accounts(list.id).count else { return nil }
        return count == 0 ? "empty" : CountText.of(count, "member")
      })
  }

  /// The state of a list's timeline before anything is requested.
  ///
  /// - Parameter list: What is known of it.
  public static func timelineState(_ id: List.ID, _ list: List? = nil, limit: Int) -> StatusTimeline.State {
    var state = StatusTimeline.State(
      kind: "list", subject: id.rawValue, title: "List", label: "list", context: .home,
      emptyText: "No posts by members of this list yet. To add members, type add @NAME.", limit: limit,
      command: ["list", "id:\(id)"])
    state.topic = .list(id.rawValue)
    if let list { state.heading = heading(list) }
    return state
  }

  /// The title and label of a list's timeline.
  public static func heading(_ list: List) -> ListHeading {
    ListHeading(title: "\(list.title) · list", label: list.title)
  }

  /// Creates the model of a list's form.
  ///
  /// Saving takes several requests: the settings, the members to remove, the members to add. If one fails, the next `save`
  /// continues there, and does not create the list twice.
  @MainActor
  public static func form(_ id: List.ID?, lists: ListService, accounts: AccountService) -> FormModel {
    let roster = Roster(id: id)
    return FormModel(
      state: Form.State(
        id == nil ? "new list" : "list", form: form(nil, members: []), phase: id == nil ? .editing : .loading,
        line: id == nil ? "list create NAME @NAME…" : "list edit NAME --replies WHOSE"),
      load: {
        guard let id else { return form(nil, members: []) }
        let list = try await lists.list(id)
        let members = try await lists.accounts(id)
        roster.list = list
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
        var (list, undo): (List?, [Hint.Command]) = (nil, [])
        if let id = roster.id {
          let draft = ListDraft(
            title: form.changed(.title), repliesPolicy: form.changed(.replies).map(List.RepliesPolicy.init(rawValue:)),
            exclusive: form.isChanged(.exclusive) ? form.flag(.exclusive) : nil)
          if draft != ListDraft() { list = try await lists.update(id, draft) }
          if let old = roster.list { undo = restoration(of: old, after: draft) }
        } else {
          list = try await lists.create(
            ListDraft(
              title: form.text(.title), repliesPolicy: List.RepliesPolicy(rawValue: form.text(.replies)),
              exclusive: form.flag(.exclusive)))
          roster.id = list?.id
          undo = list.map { ["list delete id:\($0.id)"] } ?? []
        }
        var saved = form
        if let list { try saved.set(.title, to: [list.title]) }
        guard let id = roster.id, form.isChanged(.members) else { return Form.Saved(saved, undo: Toast.Undo(undo)) }
        let before = Set(form.fields.first { $0.name == .members }?.original ?? [])
        let after = form.list(.members)
        let removed = before.subtracting(after).compactMap { roster.ids[$0] }
        if !removed.isEmpty { try await lists.remove(id, removed) }
        let added = after.filter { !before.contains($0) }
        for name in added where !roster.added.contains(name) {
          // One request each: the server rejects the whole request if the user does not follow one of the accounts.
          guard let account = roster.ids[name] else { continue }
          try await lists.add(id, [account])
          roster.added.insert(name)
        }
        // A new list is deleted as a whole.
        if roster.list != nil {
          let changes = [("remove", added), ("add", before.subtracting(after).sorted())]
          undo += changes.filter { !$1.isEmpty }.map { "list \($0) id:\(id) \($1.joined(separator: " "))" }
        }
        return Form.Saved(saved, undo: Toast.Undo(undo))
      })
  }

  /// The commands that give back what a draft changed of a list.
  static func restoration(of old: List, after draft: ListDraft) -> [Hint.Command] {
    var options: [String] = []
    if let policy = draft.repliesPolicy, policy != old.repliesPolicy {
      options.append("--replies \(old.repliesPolicy.rawValue)")
    }
    if let exclusive = draft.exclusive, exclusive != old.exclusive {
      options.append(old.exclusive ? "--exclusive" : "--no-exclusive")
    }
    var commands: [Hint.Command] = []
    if let title = draft.title, title != old.title {
      commands.append("list rename id:\(old.id) \(face.typedName(old))")
    }
    if !options.isEmpty { commands.append("list edit id:\(old.id) \(options.joined(separator: " "))") }
    return commands
  }

  /// The ids that belong to the names in a form.
  @MainActor
  private final class Roster {
    var id: List.ID?
    /// The list as it was before; `nil` for a new one.
    var list: List?
    var ids: [String: Account.ID] = [:]
    /// The members added by a `save` that failed later.
    var added: Set<String> = []

    init(id: List.ID?) { self.id = id }
  }

  static func form(_ list: List?, members: [Account]) -> Form {
    let policy = list?.repliesPolicy ?? .list
    return Form([
      Form.Field(
        .title, "name of the list", .text(limit: 256), isRequired: true, values: list.map { [$0.title] } ?? []),
      Form.Field(
        .replies, "which replies to show", .choice(List.RepliesPolicy.known.map(\.rawValue)),
        values: [policy.rawValue]),
      Form.Field(
        .exclusive, "leave its posts out of home", .flag, values: [list?.exclusive == true ? "yes" : "no"]),
      Form.Field(
        .members, "accounts in the list; you must follow them", .words(limit: 1000),
        values: members.map { "@\($0.acct)" }),
    ])
  }
}

extension Form.Field.Name {
  static let title = Form.Field.Name(rawValue: "title")
  static let replies = Form.Field.Name(rawValue: "replies")
  static let exclusive = Form.Field.Name(rawValue: "exclusive")
  static let members = Form.Field.Name(rawValue: "members")
}
