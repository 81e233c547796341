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

    /// What a file has, so far.
    private struct Count {
      /// The own posts, and those that were not known before.
      var posts = 0, added = 0
      var boosts = 0, favourites = 0, bookmarks = 0
      /// The posts of somebody else's archive, and one of their addresses.
      var others = 0, other: String?
      var unreadable = 0
    }

    /// What an element of a file is.
    private enum Element {
      case post(Data)
      case boost, favourite, bookmark
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
      var count = Count()
      do {
        while let items = try await next() {
          try Task.checkCancellation()
          try await add(items, by: author, &count)
          progress.show(CountText.of(count.posts, "post") + progress.pace(count.posts, nil))
        }
      } catch {
        guard count.posts > 0 else { throw error }
        throw PartialFailure(done: .toast(toast(count)), error: error)
      }
      guard count.posts > 0 || count.favourites + count.bookmarks + count.boosts > 0 else {
        throw nothing(file, count, author)
      }
      return .toast(toast(count))
    }

    private func add(_ items: [UserFiles.Item], by author: Author, _ count: inout Count) async throws {
      let elements = await Self.elements(items, author)
      var posts: [Data] = []
      for element in elements {
        switch element {
        case .post(let json): posts.append(json)
        case .boost: count.boosts += 1
        case .favourite: count.favourites += 1
        case .bookmark: count.bookmarks += 1
        case .other(let actor): (count.others, count.other) = (count.others + 1, actor)
        case .nothing: break
        case .unreadable: count.unreadable += 1
        }
      }
      if !posts.isEmpty { count.added += try await action.add(posts) }
      count.posts += posts.count
    }

    @concurrent private static func elements(_ items: [UserFiles.Item], _ author: Author) async -> [Element] {
      items.map { element($0, author) }
    }

    private nonisolated static func element(_ item: UserFiles.Item, _ author: Author) -> Element {
      if item.json.first == UInt8(ascii: "\"") {
        return item.file == Self.likes ? .favourite : item.file == Self.bookmarks ? .bookmark : .nothing
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
    private func nothing(_ file: String, _ count: Count, _ author: Author) -> AppError {
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

    private func toast(_ count: Count) -> Toast {
      let known = count.posts - count.added
      var text =
        "Added \(CountText.of(count.added, "post"))"
        + (known > 0 ? "; \(known) \(known == 1 ? "was" : "were") kept already." : ".")
      let addresses = [
        count.boosts > 0 ? CountText.of(count.boosts, "boost") : nil,
        count.favourites > 0 ? CountText.of(count.favourites, "favourite") : nil,
        count.bookmarks > 0 ? CountText.of(count.bookmarks, "bookmark") : nil,
      ].compactMap(\.self)
      if !addresses.isEmpty {
        text += " Left out: \(addresses.joined(separator: ", ")); only their addresses are there."
      }
      if count.others > 0 { text += " \(CountText.of(count.others, "post")) of another account left out." }
      if count.unreadable > 0 { text += " \(CountText.of(count.unreadable, "element")) could not be read." }
      var toast = Toast(
        count.unreadable > 0 ? .warning : .success, StyledText(text),
        data: [
          .init("added", .int(count.added)), .init("known", .int(known)), .init("boosts", .int(count.boosts)),
          .init("favourites", .int(count.favourites)), .init("bookmarks", .int(count.bookmarks)),
          .init("unreadable", .int(count.unreadable)),
        ])
      if count.favourites > 0 { toast.hint = "archive fetch favourites" }
      if count.bookmarks > 0, count.favourites == 0 { toast.hint = "archive fetch bookmarks" }
      return toast
    }
  }
}
