public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

/// What was read on this machine: searched, measured and deleted.
///
/// What is found is one more ``StatusTimeline``: its state, action, model and view are the timeline's.
public enum Archive {
  /// A search as it was typed, and its meaning.
  public struct Search: Hashable, Sendable {
    public var text: String
    public var query: ArchiveQuery

    public init(_ text: String, _ query: ArchiveQuery) {
      self.text = text
      self.query = query
    }
  }

  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    public var isOn: () -> Bool
    /// The limit as it is set: `500MB`, `forever`.
    public var limit: () -> String
    public var show: (Search, TimelineOptions) async throws -> Response
    /// The number of posts that a search finds.
    public var count: (Search) async throws -> Int
    public var facts: () async throws -> ArchiveFacts
    /// Deletes the posts from before a date, or everything; returns the number of posts.
    public var clear: (_ before: Date?) async throws -> Int
    /// The posts after a place as JSON, the oldest first, with the last place; `nil` at the end.
    public var posts: @Sendable (_ after: Cursor?) async throws -> (lines: [String], last: Cursor)?
    /// Adds posts as JSON; returns how many were not known before.
    public var add: (_ posts: [Data]) async throws -> Int
    /// Puts kept posts among the favourites or the bookmarks, where they are found from then on.
    public var mark: ([Status.ID], ArchiveQuery.Place) async throws -> Void
    /// The account that imported posts are of.
    public var author: () async throws -> Author
    public var fetching: Fetching
    public var files: UserFiles

    public init(
      isOn: @escaping () -> Bool, limit: @escaping () -> String,
      show: @escaping (Search, TimelineOptions) async throws -> Response,
      count: @escaping (Search) async throws -> Int, facts: @escaping () async throws -> ArchiveFacts,
      clear: @escaping (_ before: Date?) async throws -> Int,
      posts: @escaping @Sendable (_ after: Cursor?) async throws -> (lines: [String], last: Cursor)?,
      add: @escaping (_ posts: [Data]) async throws -> Int,
      mark: @escaping ([Status.ID], ArchiveQuery.Place) async throws -> Void,
      author: @escaping () async throws -> Author,
      fetching: Fetching, files: UserFiles
    ) {
      self.isOn = isOn
      self.limit = limit
      self.show = show
      self.count = count
      self.facts = facts
      self.clear = clear
      self.posts = posts
      self.add = add
      self.mark = mark
      self.author = author
      self.fetching = fetching
      self.files = files
    }
  }

  /// The screen of what a search finds, before anything was read; of every post for no words.
  public static func state(_ words: String) -> StatusTimeline.State {
    let title = words.isEmpty ? "Posts that you read" : "Posts that you read · \(words)"
    return StatusTimeline.State(
      kind: "find", subject: words.isEmpty ? nil : words, title: title, label: words.isEmpty ? "find" : "find \(words)",
      context: .account,
      emptyText: words.isEmpty
        ? "No posts are kept yet. Posts that you read will be." : "No post that you read matches.",
      order: .server)
  }
}

extension Archive.Search {
  /// The words that are marked in what is found.
  public var additions: StatusTimeline.Additions {
    var additions = StatusTimeline.Additions()
    additions.matches = query.groups.flatMap(\.alternatives).compactMap { term in
      switch term.condition {
      case .words(let words, let isPrefix) where !term.isExcluded: TextMatch(words, isPrefix: isPrefix)
      case .hashtag(let name) where !term.isExcluded: TextMatch(name, isPrefix: false)
      default: nil
      }
    }
    return additions
  }
}
