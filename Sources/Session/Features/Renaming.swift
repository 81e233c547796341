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
    service.change = { id, change in
      let old = try groups.all().first { $0.id == id }?.title
      let group = try groups.change(id, change)
      if let old, let group { try changeRules("group", old, to: group.title) }
      return group
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
    @Sendable func isOld(_ source: GroupSource) -> Bool {
      if case .list(let title) = source { title.lowercased() == old.lowercased() } else { false }
    }
    for group in try storage.tagGroupService.all() where group.sources.contains(where: isOld) {
      _ = try storage.tagGroupService.change(group.id) { group in
        group.sources = group.sources.map { isOld($0) ? .list(new) : $0 }
      }
    }
  }
}
