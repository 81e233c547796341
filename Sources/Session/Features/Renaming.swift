import LocalStore
import MastodonKit
import StatusKit

/// Gives what is kept on this machine the new name of a list or a group: rules name both, and groups name lists.
struct Renaming: Sendable {
  let storage: Database

  /// The groups of this machine.
  var groups: TagGroupService {
    let groups = storage.tagGroupService
    var service = groups
    service.save = { group in
      let old = try groups.all().first { $0.id == group.id }?.title ?? group.title
      try groups.save(group)
      try changeRules("group", old, to: group.title)
    }
    return service
  }

  /// The lists of an account.
  func lists(_ lists: ListService) -> ListService {
    var service = lists
    service.update = { id, draft in
      guard try namesLists() else { return try await lists.update(id, draft) }
      let old = try await lists.list(id).title
      let list = try await lists.update(id, draft)
      try changeRules("list", old, to: list.title)
      try changeGroups(old, to: list.title)
      return list
    }
    return service
  }

  private func namesLists() throws -> Bool {
    try storage.postRuleService.all().rules.contains { $0.text.lowercased().contains("list:") }
      || storage.tagGroupService.all().contains { $0.sources.contains { if case .list = $0 { true } else { false } } }
  }

  private func changeRules(_ kind: String, _ old: String, to new: String) throws {
    guard old != new else { return }
    let rules = storage.postRuleService
    let texts = try rules.all().rules.map { ($0.id, ArchiveQuery.renaming(kind, old, to: new, in: $0.text)) }
    try rules.change(Dictionary(texts) { $1 }.compactMapValues(\.self))
  }

  private func changeGroups(_ old: String, to new: String) throws {
    for var group in try storage.tagGroupService.all() {
      let sources = group.sources.map { source -> GroupSource in
        if case .list(let title) = source, title.lowercased() == old.lowercased() { .list(new) } else { source }
      }
      guard sources != group.sources else { continue }
      group.sources = sources
      try storage.tagGroupService.save(group)
    }
  }
}
