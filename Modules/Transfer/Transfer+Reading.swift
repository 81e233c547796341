import FeatureKit
import MastodonKit

extension Transfer {
  /// Reads and changes with the patience that thousands of requests need.
  @MainActor
  struct Worker {
    let action: Action
    let progress: ProgressLine

    /// The largest page of accounts.
    static let page = 80
    /// The maximum number of times that a request is repeated after the server asked to wait.
    static let mostWaits = 20

    /// Sends a request, and waits as long as the server says where there are too many.
    func patiently<Value: Sendable>(_ request: () async throws -> Value) async throws -> Value {
      var waits = 0
      while true {
        try Task.checkCancellation()
        do { return try await request() } catch let error as MastodonError {
          guard let (host, seconds) = error.pause, waits < Self.mostWaits else { throw error }
          waits += 1
          let pause = min(seconds, 3600)
          progress.say(
            "\(host) allows no more requests for \(pause) seconds. Howdah waits and goes on; Ctrl-C stops it.")
          try await action.pause(.seconds(pause))
        }
      }
    }

    /// Reads a list page by page, and gives away what is new of each until it is enough.
    ///
    /// - Throws: ``AppError`` if the server sends what it has sent, whatever the cursor: the rest can't be read then.
    func pages<Element: Hashable & Sendable>(
      _ noun: String, limit: Int = page, _ load: (PageRequest) async throws -> Page<Element>,
      use: ([Element]) async throws -> Bool
    ) async throws {
      var (request, empty) = (PageRequest(.newest, limit: limit), 0)
      var (seen, followed): (Set<Element>, Set<Cursor>) = ([], [])
      while true {
        let page = try await patiently { try await load(request) }
        let new = page.elements.filter { seen.insert($0).inserted }
        // Some servers begin a page with the last element of the one before.
        if new.isEmpty, page.elements.count > 1 { throw AppError.repeatedPage(of: noun) }
        empty = page.elements.isEmpty ? empty + 1 : 0
        progress.show("\(seen.count) \(noun) read\(progress.pace(seen.count, nil))")
        guard try await use(new), empty < 3, let cursor = page.older, followed.insert(cursor).inserted else { return }
        request.position = .older(than: cursor)
      }
    }

    /// An address with its host.
    func address(_ account: Account) -> String {
      account.acct.contains("@") ? account.acct : "\(account.acct)@\(action.host())"
    }

    func relationships(_ ids: [Account.ID]) async throws -> [Account.ID: Relationship] {
      var found: [Account.ID: Relationship] = [:]
      var rest = ids[...]
      while !rest.isEmpty {
        let batch = Array(rest.prefix(40))
        rest = rest.dropFirst(40)
        for relationship in try await patiently({ try await action.service.relationships(batch) }) {
          found[relationship.id] = relationship
        }
      }
      return found
    }

    /// Everything of a kind, in the server's order.
    func entries(of kind: Kind) async throws -> [Entry] {
      let service = action.service
      var entries: [Entry] = []
      switch kind {
      case .follows:
        let me = try await patiently { try await action.me() }.id
        try await pages("follows") {
          try await service.following(me, $0)
        } use: { accounts in
          let relationships = try await relationships(accounts.map(\.id))
          entries += accounts.map { account in
            let known = relationships[account.id]
            return Entry(
              name: address(account),
              options: FollowOptions(
                showsReblogs: known?.showingReblogs ?? true, notifies: known?.notifying ?? false,
                languages: known?.languages ?? []))
          }
          return true
        }
      case .mutes:
        try await pages("mutes") {
          try await service.mutes($0)
        } use: { accounts in
          let relationships = try await relationships(accounts.map(\.id))
          entries += accounts.map {
            Entry(name: address($0), hidesNotifications: relationships[$0.id]?.mutingNotifications ?? true)
          }
          return true
        }
      case .blocks:
        try await pages("blocks") {
          try await service.blocks($0)
        } use: { accounts in
          entries += accounts.map { Entry(name: address($0)) }
          return true
        }
      case .domainBlocks:
        try await pages("domain blocks", limit: 200) {
          try await service.domainBlocks($0)
        } use: { domains in
          entries += domains.map { Entry(name: $0) }
          return true
        }
      case .bookmarks:
        try await pages("bookmarks", limit: 40) {
          try await service.bookmarks($0)
        } use: { posts in
          entries += posts.map { Entry(name: $0.uri.isEmpty ? $0.url ?? "" : $0.uri) }.filter { !$0.name.isEmpty }
          return true
        }
      case .followedTags:
        try await pages("followed hashtags", limit: 200) {
          try await service.followedTags($0)
        } use: { tags in
          entries += tags.map { Entry(name: $0.name) }
          return true
        }
      case .groups:
        for group in try action.groups.all() {
          func tags(_ names: [String]) -> [String] { names.map { "#\($0)" } }
          for (match, names) in [
            ("any", group.sources.map(\.text)), ("all", tags(group.all)), ("none", tags(group.none)),
          ] {
            entries += names.map { Entry(name: $0, list: group.title, match: match, symbol: group.symbol) }
          }
        }
      case .bookmarkNotes:
        entries = try action.bookmarkMarks.all().filter { !$0.address.isEmpty }.map { mark in
          Entry(
            name: mark.address, list: mark.tags.isEmpty ? nil : mark.tags.joined(separator: ", "),
            note: mark.note.isEmpty ? nil : mark.note)
        }
      case .servers: entries = try action.servers.all().map { Entry(name: $0.host, list: $0.name) }
      case .lists:
        for list in try await patiently({ try await service.lists() }) {
          try await pages("members of “\(list.title)”") {
            try await service.members(list.id, $0)
          } use: { accounts in
            entries += accounts.map { Entry(name: address($0), list: list.title) }
            return true
          }
        }
      }
      return entries
    }
  }
}
