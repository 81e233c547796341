import FeatureKit
import MastodonKit

extension Transfer.Worker {
  typealias Entry = Transfer.Entry

  /// The entries that exist on the server already.
  private struct Present {
    var keys: Set<String> = []
    /// The ids of the accounts that are there, by key.
    var accounts: [String: Account.ID] = [:]
    var lists: [String: MastodonKit.List.ID] = [:]
  }

  /// Imports entries one after the other; what is there already is skipped.
  ///
  /// Stops without an error if the task is cancelled: the outcome has those that are left.
  func `import`(
    _ kind: Transfer.Kind, _ entries: [Entry], unreadable: [Transfer.Failure], isDryRun: Bool
  ) async throws -> (outcome: Transfer.Outcome, error: AppError?) {
    var outcome = Transfer.Outcome(kind: kind, isDryRun: isDryRun)
    outcome.failures = unreadable
    let entries = entries.map { entry in
      var entry = entry
      if [.follows, .mutes, .blocks, .lists].contains(kind), !entry.name.contains("@") {
        entry.name += "@\(action.host())"
      }
      return entry
    }
    var present = try await present(kind, wanted: Set(entries.map(\.key)))
    let changes = try await changes(kind, entries, present)
    for (index, entry) in entries.enumerated() {
      let known = present.keys.contains(entry.key)
      guard !known || changes[entry.key] != nil else {
        outcome.already += 1
        continue
      }
      do {
        if !isDryRun {
          // Those that need nothing cost no time.
          let pace = progress.pace(index + 1 - outcome.already, entries.count - outcome.already)
          progress.show("\(index + 1) of \(entries.count)\(pace): \(entry.shown(kind))")
          progress.count(index, entries.count)
          if let change = changes[entry.key] {
            try await patiently { try await action.service.change(change) }
          } else {
            try await add(entry, kind, &present)
          }
        }
        if known { outcome.changed.append(entry) } else { outcome.added.append(entry) }
      } catch {
        let failure = AppError(error)
        guard !Self.ends(failure), !Task.isCancelled else {
          outcome.untried = Array(entries[index...])
          return (outcome, failure)
        }
        let isPassing = if case .network = failure.cause { true } else { false }
        outcome.failures.append(
          Transfer.Failure(
            line: entry.line, name: entry.shown(kind), reason: failure.message, code: failure.code,
            passing: isPassing ? failure : nil))
      }
    }
    return (outcome, nil)
  }

  /// Whether no other entry could succeed either.
  private static func ends(_ error: AppError) -> Bool {
    switch error.cause {
    case .unauthorized, .noAccount, .unknownAccount, .cancelled, .interrupted, .storage: true
    case .network(.noConnection), .network(.connectionLost), .network(.timedOut), .network(.rateLimited),
      .network(.redirected):
      true
    default: false
    }
  }

  /// The existing entries, as far as the file has them.
  private func present(_ kind: Transfer.Kind, wanted: Set<String>) async throws -> Present {
    let service = action.service
    var present = Present()
    func note(_ accounts: [Account]) -> Bool {
      for account in accounts {
        let key = address(account).lowercased()
        guard wanted.contains(key) else { continue }
        present.keys.insert(key)
        present.accounts[key] = account.id
      }
      // A long list is not read further than to the last entry of a short file.
      return present.keys.count < wanted.count
    }
    switch kind {
    case .follows:
      let me = try await patiently { try await action.me() }.id
      try await pages("follows", { try await service.following(me, $0) }, use: { note($0) })
    case .mutes: try await pages("mutes", { try await service.mutes($0) }, use: { note($0) })
    case .blocks: try await pages("blocks", { try await service.blocks($0) }, use: { note($0) })
    case .lists:
      for list in try await patiently({ try await service.lists() }) where present.lists[list.title] == nil {
        present.lists[list.title] = list.id
        guard wanted.contains(where: { $0.hasPrefix(list.title.lowercased() + "\n") }) else { continue }
        try await pages("members of “\(list.title)”", { try await service.members(list.id, $0) }) { accounts in
          for account in accounts { present.keys.insert((list.title + "\n" + address(account)).lowercased()) }
          return true
        }
      }
    case .bookmarks:
      try await pages("bookmarks", limit: 40, { try await service.bookmarks($0) }) { posts in
        for post in posts {
          for key in [post.uri, post.url ?? ""].map({ $0.lowercased() }) where wanted.contains(key) {
            present.keys.insert(key)
          }
        }
        return present.keys.count < wanted.count
      }
    case .domainBlocks, .followedTags, .groups, .bookmarkNotes:
      let names = try await self.entries(of: kind).map(\.key)
      present.keys = wanted.intersection(names)
    case .servers:
      // A server is there whatever it is called.
      let hosts = Set(try action.servers.all().map { $0.host.lowercased() })
      present.keys = wanted.filter { key in hosts.contains(String(key.split(separator: "\n").last ?? "")) }
    }
    return present
  }

  /// The changes of what is there already, by key: how an account is followed or muted.
  private func changes(
    _ kind: Transfer.Kind, _ entries: [Entry], _ present: Present
  ) async throws -> [String: TransferService.Change] {
    let differing = entries.filter {
      ($0.options != nil || $0.hidesNotifications != nil) && present.keys.contains($0.key)
    }
    guard !differing.isEmpty else { return [:] }
    let relationships = try await relationships(differing.compactMap { present.accounts[$0.key] })
    var changes: [String: TransferService.Change] = [:]
    for entry in differing {
      guard let id = present.accounts[entry.key], let now = relationships[id] else { continue }
      if let options = entry.options, options.differs(from: now) { changes[entry.key] = .follow(id, options) }
      if let hides = entry.hidesNotifications, hides != now.mutingNotifications {
        changes[entry.key] = .mute(id, MuteOptions(notifications: hides))
      }
    }
    return changes
  }

  private func add(_ entry: Entry, _ kind: Transfer.Kind, _ present: inout Present) async throws {
    let service = action.service
    let change: TransferService.Change
    switch kind {
    case .follows: change = .follow(try await account(entry), entry.options ?? FollowOptions())
    case .mutes: change = .mute(try await account(entry), MuteOptions(notifications: entry.hidesNotifications))
    case .blocks: change = .block(try await account(entry))
    case .domainBlocks: change = .blockDomain(entry.name)
    case .followedTags: change = .followTag(entry.name)
    case .bookmarks: change = .bookmark(try await patiently { try await service.status(entry.name) }.id)
    case .lists:
      let account = try await account(entry)
      let title = entry.list ?? ""
      if present.lists[title] == nil {
        present.lists[title] = try await createList(title)
      }
      guard let list = present.lists[title] else { throw AppError.notFound("The list “\(title)” is not there.") }
      change = .add(account, to: list)
    case .groups: return try addToGroup(entry)
    case .bookmarkNotes: return try await addMark(entry)
    case .servers:
      let host = try action.serverName(entry.name)
      return try action.servers.save(SavedServer(id: action.makeID(), name: entry.list ?? host, host: host))
    }
    try await patiently { try await service.change(change) }
  }

  /// Creates a list; one whose answer says nothing may be there, and is not created again.
  private func createList(_ title: String) async throws -> MastodonKit.List.ID {
    do { return try await patiently { try await action.service.createList(title) }.id } catch let error as MastodonError
      where error.mayHaveSucceeded && error != .cancelled
    {
      let lists = try await patiently { try await action.service.lists() }
      guard let list = lists.first(where: { $0.title == title }) else { throw error }
      return list.id
    }
  }

  /// Bookmarks a post and gives it tags and a note; what it has already stays, but for the note.
  private func addMark(_ entry: Entry) async throws {
    let status = try await patiently { try await action.service.status(entry.name) }
    if !status.bookmarked { try await patiently { try await action.service.change(.bookmark(status.id)) } }
    _ = try action.bookmarkMarks.change(status.id) { old in
      var mark = old ?? BookmarkMark(id: status.id, address: entry.name, date: status.createdAt)
      for tag in (entry.list ?? "").split(separator: ",").map({ String($0).trimmed }) {
        guard !tag.isEmpty, tag.count <= BookmarkMark.tagLength, mark.tags.count < BookmarkMark.tagLimit, !mark.has(tag)
        else { continue }
        mark.tags.append(tag)
      }
      if let note = entry.note { mark.note = String(note.prefix(BookmarkMark.noteLength)) }
      return mark
    }
  }

  /// Adds a source or a condition to the group of its name, which is made if it is missing.
  private func addToGroup(_ entry: Entry) throws {
    let title = entry.list ?? ""
    var group =
      try action.groups.all().first { $0.title.lowercased() == title.lowercased() }
      ?? TagGroup(id: action.makeID(), title: title, symbol: entry.symbol ?? "#", sources: [])
    switch entry.match {
    case "all", "none":
      let tags = entry.match == "all" ? \TagGroup.all : \TagGroup.none
      guard group[keyPath: tags].count < TagGroup.conditionLimit else {
        throw AppError.validation(
          "The group has \(TagGroup.conditionLimit) such hashtags already.", suggestion: "Mastodon allows no more.")
      }
      group[keyPath: tags].append(String(entry.name.dropFirst()))
    default:
      guard group.sources.count < TagGroup.sourceLimit else {
        throw AppError.validation(
          "The group has \(TagGroup.sourceLimit) sources already.", suggestion: "Each page asks all of them.")
      }
      group.sources += [GroupSource(text: entry.name)].compactMap(\.self)
    }
    try action.groups.save(group)
  }

  private func account(_ entry: Entry) async throws -> Account.ID {
    let suffix = "@\(action.host())"
    let name = entry.name.lowercased().hasSuffix(suffix) ? String(entry.name.dropLast(suffix.count)) : entry.name
    do {
      return try await patiently { try await action.service.account(name) }.id
    } catch MastodonError.notFound {
      throw AppError.notFound("There is no such account, or its server does not answer.")
    }
  }
}

extension FollowOptions {
  /// Whether an account is followed in another way.
  fileprivate func differs(from relationship: Relationship) -> Bool {
    (showsReblogs.map { $0 != relationship.showingReblogs } ?? false)
      || (notifies.map { $0 != relationship.notifying } ?? false)
      || (languages.map { Set($0) != Set(relationship.languages) } ?? false)
  }
}
