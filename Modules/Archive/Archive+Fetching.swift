import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Archive {
  /// A list that can be read to its end, so that the archive has all of it.
  public enum Source: Hashable, Sendable {
    case favourites, bookmarks, mine, conversations, notifications
    /// The posts of an account, `@name@host`.
    case account(String)
    /// The posts of a list, by its title.
    case list(String)

    /// The words of the sources, as they are typed.
    static let names = ["favourites", "bookmarks", "mine", "conversations", "notifications", "@NAME", "list NAME"]

    /// Reads the words after `fetch`.
    ///
    /// - Throws: ``AppError`` if they name no source.
    init(_ words: String?) throws {
      let words = words ?? ""
      switch words.lowercased() {
      case "favourites", "favorites": self = .favourites
      case "bookmarks": self = .bookmarks
      case "mine": self = .mine
      case "conversations": self = .conversations
      case "notifications": self = .notifications
      case let word where word.hasPrefix("@") && word.count > 1: self = .account(String(words.dropFirst()))
      case let word where word.hasPrefix("list ") && word.count > 5: self = .list(String(words.dropFirst(5)))
      case "":
        throw AppError.usage("What should be read?", suggestion: "Use \(Self.choices).")
      default:
        throw AppError.usage("“\(Sanitizer.clean(words))” can't be fetched.", suggestion: "Use \(Self.choices).")
      }
    }

    private static var choices: String { names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "") }

    /// The words of the command, which are also the name of the place where a reading goes on.
    public var words: String {
      switch self {
      case .favourites: "favourites"
      case .bookmarks: "bookmarks"
      case .mine: "mine"
      case .conversations: "conversations"
      case .notifications: "notifications"
      case .account(let name): "@\(name)"
      case .list(let title): "list \(title)"
      }
    }

    /// The noun for a number of elements.
    fileprivate func counted(_ count: Int) -> String {
      switch self {
      case .conversations: CountText.of(count, "conversation")
      case .notifications: CountText.of(count, "notification")
      default: CountText.of(count, "post")
      }
    }
  }

  /// A page that was read, and is kept by what has read it.
  public struct FetchedPage: Hashable, Sendable {
    public var count: Int
    /// The start of the next older page; `nil` at the end.
    public var older: Cursor?

    public init<Element>(_ page: Page<Element>) {
      (count, older) = (page.elements.count, page.older)
    }
  }

  /// The actions of `archive fetch`.
  @MainActor
  public struct Fetching {
    public var pages: (Source) async throws -> @Sendable (PageRequest) async throws -> FetchedPage
    /// The start of the page that follows what was read before; `nil` for the beginning.
    public var place: (Source) async -> Cursor?
    /// Remembers it; `nil` at the end.
    public var setPlace: (Source, Cursor?) -> Void
    /// Returns what says why something that was read from then on was not kept; `nil` if everything was.
    public var watchArchive: () -> @Sendable () async -> (any Error)?
    /// Waits, where the server asks for that.
    public var pause: @Sendable (Duration) async throws -> Void

    public init(
      pages: @escaping (Source) async throws -> @Sendable (PageRequest) async throws -> FetchedPage,
      place: @escaping (Source) async -> Cursor?, setPlace: @escaping (Source, Cursor?) -> Void,
      watchArchive: @escaping () -> @Sendable () async -> (any Error)?,
      pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
      self.pages = pages
      self.place = place
      self.setPlace = setPlace
      self.watchArchive = watchArchive
      self.pause = pause
    }
  }
}

extension Archive.Fetching {
  /// Reads a source from where the last reading ended to its end.
  ///
  /// - Throws: ``PartialFailure`` if it is stopped after some pages, or if what was read could not be kept.
  func run(_ source: Archive.Source, _ progress: ProgressLine) async throws -> Response {
    var cursor = await place(source)
    let isContinued = cursor != nil
    let archiveFailure = watchArchive()
    var count = 0
    do {
      let page = try await pages(source)
      repeat {
        let request = PageRequest(cursor.map { .older(than: $0) } ?? .newest, limit: 40)
        let read = try await waiting(progress) { try await page(request) }
        count += read.count
        // One that repeats would lead in a circle.
        cursor = read.older == cursor || read.count == 0 ? nil : read.older
        setPlace(source, cursor)
        progress.show("\(source.counted(count))\(progress.pace(count, nil))")
      } while cursor != nil
      if let error = await archiveFailure() { throw AppError.unkept(error) }
    } catch {
      // Later failures are told again.
      _ = await archiveFailure()
      guard count > 0 else { throw error }
      throw PartialFailure(
        done: .information(
          "Read \(source.counted(count)).", hint: "archive fetch \(source.words)",
          data: [.init("fetched", .int(count)), .init("whole", false)]),
        error: error, left: [source.words])
    }
    let more =
      isContinued ? "Read \(source.counted(count)) more, to the end." : "Read \(source.counted(count)), to the end."
    return .success(more, data: [.init("fetched", .int(count)), .init("whole", true)])
  }

  /// Repeats a request when the server accepts more of them.
  private func waiting(
    _ progress: ProgressLine, _ request: @Sendable () async throws -> Archive.FetchedPage
  ) async throws -> Archive.FetchedPage {
    while true {
      do { return try await request() } catch let error as MastodonError {
        guard let wait = error.pause?.seconds else { throw error }
        progress.say("The server accepts no more requests for now: waiting \(wait) s.")
        try await pause(.seconds(wait))
      }
    }
  }
}
