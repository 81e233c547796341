import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
import TerminalKit

extension Archive {
  /// The author of imported posts: the account that is signed in.
  public struct Author: Hashable, Sendable {
    /// The account as far as it is known.
    public var account: Account
    /// The hosts of its addresses, in lower case.
    public var hosts: Set<String>

    public init(account: Account, hosts: Set<String>) {
      self.account = account
      self.hosts = hosts
    }
  }

  /// Adds posts from a file to what is kept: from an account's own archive as its server makes it, or from an export.
  @MainActor
  struct Importing {
    let action: Action

    /// What an element of a file is.
    private enum Element {
      case post(Data)
      case boost
      case favourite(String)
      case bookmark(String)
      case other(actor: String)
      /// It is nothing that is kept.
      case nothing
      case unreadable
    }

    private nonisolated static let (outbox, likes, bookmarks) = ("outbox.json", "likes.json", "bookmarks.json")

    /// Reads a file to its end.
    ///
    /// - Throws: ``PartialFailure`` if it cannot be read to its end.
    func run(_ file: String?, _ progress: ProgressLine) async throws -> Response {
      guard let file else {
        throw AppError.usage(
          "Which file should be imported?",
          suggestion: "Name the archive that your server has made of your account, or what archive export has written.")
      }
      let author = try await action.author()
      let next = try action.files.items(file, [Self.outbox, Self.likes, Self.bookmarks])
      var count = Imported()
      var addresses = Addresses()
      do {
        while let items = try await next() {
          try Task.checkCancellation()
          try await add(items, by: author, &count, &addresses)
          progress.show(CountText.of(count.posts, "post") + progress.pace(count.posts, nil))
        }
        // Another account's favourites are not the user's.
        if count.others > 0, count.posts + count.boosts == 0 { throw nothing(file, count, author) }
        try await mark(addresses, &count, progress)
      } catch {
        guard count.posts > 0 else { throw error }
        throw PartialFailure(done: .toast(count.toast), error: error)
      }
      guard count.posts > 0 || count.favourites + count.bookmarks + count.boosts > 0 else {
        throw nothing(file, count, author)
      }
      return .toast(count.toast)
    }

    /// The addresses of favourites and bookmarks.
    private struct Addresses {
      var favourites: Set<String> = [], bookmarks: Set<String> = []
    }

    private func add(
      _ items: [UserFiles.Item], by author: Author, _ count: inout Imported, _ addresses: inout Addresses
    ) async throws {
      let elements = await Self.elements(items, author)
      var posts: [Data] = []
      for element in elements {
        switch element {
        case .post(let json): posts.append(json)
        case .boost: count.boosts += 1
        case .favourite(let address): addresses.favourites.insert(address)
        case .bookmark(let address): addresses.bookmarks.insert(address)
        case .other(let actor): (count.others, count.other) = (count.others + 1, actor)
        case .nothing: break
        case .unreadable: count.unreadable += 1
        }
      }
      if !posts.isEmpty { count.added += try await action.add(posts) }
      count.posts += posts.count
      (count.favourites, count.bookmarks) = (addresses.favourites.count, addresses.bookmarks.count)
    }

    /// Puts the posts that are kept here among the favourites and the bookmarks.
    private func mark(_ addresses: Addresses, _ count: inout Imported, _ progress: ProgressLine) async throws {
      guard !addresses.favourites.isEmpty || !addresses.bookmarks.isEmpty else { return }
      var (place, seen): (Cursor?, Int) = (nil, 0)
      while let next = try await action.posts(place) {
        try Task.checkCancellation()
        let found = await Self.marked(next.lines, addresses)
        try await action.mark(found.favourites, .favourites)
        try await action.mark(found.bookmarks, .bookmarks)
        count.keptFavourites += found.favourites.count
        count.keptBookmarks += found.bookmarks.count
        (place, seen) = (next.last, seen + next.lines.count)
        progress.show("Looking for favourites and bookmarks in \(CountText.of(seen, "post"))")
      }
    }

    /// What tells a post from others, everywhere.
    private struct Addressed: Decodable {
      var id: Status.ID
      var uri: String?
      var url: String?
    }

    @concurrent private static func marked(
      _ lines: [String], _ addresses: Addresses
    ) async -> (favourites: [Status.ID], bookmarks: [Status.ID]) {
      var (favourites, bookmarks): ([Status.ID], [Status.ID]) = ([], [])
      for line in lines {
        // One that is damaged is none of them.
        guard let post = try? MastodonJSON.decode(Addressed.self, from: Data(line.utf8)) else { continue }
        let own = [post.uri, post.url].compactMap(\.self)
        if own.contains(where: addresses.favourites.contains) { favourites.append(post.id) }
        if own.contains(where: addresses.bookmarks.contains) { bookmarks.append(post.id) }
      }
      return (favourites, bookmarks)
    }

    @concurrent private static func elements(_ items: [UserFiles.Item], _ author: Author) async -> [Element] {
      items.map { element($0, author) }
    }

    private nonisolated static func element(_ item: UserFiles.Item, _ author: Author) -> Element {
      if item.json.first == UInt8(ascii: "\"") {
        guard item.file == Self.likes || item.file == Self.bookmarks else { return .nothing }
        // Only an address is text there.
        guard let address = try? JSONDecoder().decode(String.self, from: Data(item.json)) else { return .unreadable }
        return item.file == Self.likes ? .favourite(address) : .bookmark(address)
      }
      let data = Data(item.json)
      // It may be a post.
      guard let activity = try? MastodonJSON.decode(OutboxActivity.self, from: data) else {
        // What is neither is counted.
        return (try? MastodonJSON.decode(Status.self, from: data)).map { _ in .post(data) } ?? .unreadable
      }
      guard isOwn(activity.actor, author) else { return .other(actor: activity.actor) }
      if activity.isBoost { return .boost }
      guard let post = activity.post else { return .nothing }
      let host = OutboxActivity.Post.host(of: post.id)
      guard author.hosts.contains(host),
        let status = post.status(by: author.account, host: host),
        // A status can always be written down.
        let json = try? MastodonJSON.makeEncoder().encode(status)
      else { return .unreadable }
      return .post(json)
    }

    /// Whether an address is the account's own: by its host, and by its name or its number.
    private nonisolated static func isOwn(_ actor: String, _ author: Author) -> Bool {
      guard author.hosts.contains(OutboxActivity.Post.host(of: actor)) else { return false }
      let name = OutboxActivity.Post.lastPart(of: actor)?.drop { $0 == "@" }.lowercased()
      return name == author.account.username.lowercased() || name == author.account.id.rawValue
    }

    /// Why nothing of a file was taken.
    private func nothing(_ file: String, _ count: Imported, _ author: Author) -> AppError {
      let name = UserFiles.name(file)
      if let other = count.other {
        return .validation(
          "\(name) is the archive of another account, \(Sanitizer.clean(other)).",
          suggestion: "Sign in to that account, then import it there.")
      }
      return .validation(
        "\(name) has no posts.",
        suggestion: "Name the archive that your server has made of your account (.zip or .tar.gz), its outbox.json, "
          + "or what archive export has written.")
    }
  }
}
