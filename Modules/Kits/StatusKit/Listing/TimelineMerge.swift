public import FoundationEssentials
public import MastodonKit

/// Merges the pages of several sources into one timeline of posts or notifications: by time, the newest first, each once.
///
/// A value without effects. The owner reads the pages that are ``wanted``, adds them, and takes posts; where a page ends is a
/// ``cursor``, at which another merge of the same sources goes on. A post is taken only while the next one of each source is
/// known, so that nothing is skipped; posts of one second may be in several sources, so the cursor has them.
public struct TimelineMerge<Element: Mergeable>: Sendable {
  /// A post, and the place just below it in its source.
  public struct Post: Sendable {
    public var element: Element
    public var next: Cursor

    public init(_ element: Element, next: Cursor) {
      self.element = element
      self.next = next
    }
  }

  private enum Place: Hashable, Sendable {
    case top
    case below(Cursor)
    case end
  }

  private struct Source: Sendable {
    let key: String
    /// The place below what was taken.
    var place = Place.top
    /// The posts that were read and not taken, the newest last.
    var waiting: [Post] = []
    /// The place below those.
    var rest = Place.top
    /// Whether it could not be read.
    var isLeftOut = false

    init(_ name: String) { key = TimelineMerge.hash(name) }
  }

  private var sources: [Source]
  /// The posts that were taken.
  private var met: Set<String> = []
  /// The hashes of those that were taken last, all of one second.
  private var edge: [String] = []
  private var second = Int.max

  /// Creates a merge of sources at the top, or at a cursor of a merge of the same ones.
  ///
  /// - Parameter names: What tells the sources from each other; where several have a post, the first shows it.
  public init(_ names: [String], at cursor: Cursor? = nil) {
    sources = names.map(Source.init)
    guard let cursor else { return }
    let parts = cursor.value.dropFirst(Self.mark.count).split(separator: "+", omittingEmptySubsequences: false)
    for word in (parts.first ?? "").split(separator: ",") {
      guard let index = sources.firstIndex(where: { word.hasPrefix($0.key) }) else { continue }
      let value = word.dropFirst(sources[index].key.count)
      sources[index].place = value.isEmpty ? .end : .below(Cursor(Self.decoded(value)))
      sources[index].rest = sources[index].place
    }
    edge = parts.dropFirst().map(String.init)
  }

  public static func isCursor(_ cursor: Cursor) -> Bool { cursor.value.hasPrefix(mark) }

  private static var mark: String { "merged." }

  /// The sources whose next page is needed before another post can be taken, and where it begins.
  public var wanted: [(source: Int, position: PageRequest.Position)] {
    sources.indices.compactMap { index in
      guard sources[index].waiting.isEmpty, !sources[index].isLeftOut else { return nil }
      switch sources[index].rest {
      case .top: return (index, .newest)
      case .below(let cursor): return (index, .older(than: cursor))
      case .end: return nil
      }
    }
  }

  /// Adds the page of a source that was wanted, the newest post first.
  ///
  /// - Parameter older: The place below the page; `nil` at the end of the source.
  public mutating func add(_ posts: [Post], older: Cursor?, to source: Int) {
    // A place that repeats would lead in a circle.
    let next = older.map(Place.below) ?? .end
    sources[source].rest = next == sources[source].rest ? .end : next
    sources[source].waiting = posts.reversed()
    if posts.isEmpty { sources[source].place = sources[source].rest }
  }

  /// Goes on without a source that could not be read; the cursor keeps its place.
  public mutating func leaveOut(_ source: Int) { sources[source].isLeftOut = true }

  /// Takes the newest posts, at most so many, as far as the sources' pages reach.
  public mutating func take(_ count: Int) -> [Element] {
    var taken: [Element] = []
    var indices: [String: Int] = [:]
    while wanted.isEmpty, let post = newest.flatMap({ sources[$0].waiting.last }) {
      let identity = post.element.mergeIdentity
      // Behind the last one there may be the same from another source.
      guard taken.count < count || indices[identity] != nil else { break }
      removeNewest()
      let second = Self.second(post.element)
      if second != self.second, self.second != .max { edge = [] }
      self.second = second
      if let index = indices[identity] { taken[index] = taken[index].merged(with: post.element) }
      let hash = Self.hash(identity)
      guard met.insert(identity).inserted, !edge.contains(hash) else { continue }
      edge.append(hash)
      indices[identity] = taken.count
      taken.append(post.element)
    }
    return taken
  }

  /// The source of the newest of the posts that wait.
  private var newest: Int? {
    let heads = sources.indices.compactMap { index in
      sources[index].waiting.last.map { (index: index, second: Self.second($0.element)) }
    }
    return heads.max { ($0.second, -$0.index) < ($1.second, -$1.index) }?.index
  }

  private mutating func removeNewest() {
    guard let newest, let post = sources[newest].waiting.popLast() else { return }
    sources[newest].place = sources[newest].waiting.isEmpty ? sources[newest].rest : .below(post.next)
  }

  /// The place below what was taken; `nil` if nothing is left in any source.
  public var cursor: Cursor? {
    guard sources.contains(where: { $0.place != .end }) else { return nil }
    let places = sources.compactMap { source in
      switch source.place {
      case .top: nil as String?
      case .below(let cursor): source.key + Self.encoded(cursor.value)
      case .end: source.key
      }
    }
    return Cursor(Self.mark + ([places.joined(separator: ",")] + edge).joined(separator: "+"))
  }

  /// When it was posted, to the second: the same on every server.
  private static func second(_ element: Element) -> Int { Int(element.createdAt.timeIntervalSince1970.rounded(.down)) }

  // MARK: - Words of a cursor, which need no quotes in a shell

  /// Six digits that tell a text from a few others.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(String(value, radix: 16).suffix(6)).leftPadded(to: 6)
  }

  private static func encoded(_ value: String) -> String {
    value.utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain || scalar == "-" || scalar == "."
        ? String(scalar) : "_" + String(byte, radix: 16).leftPadded(to: 2)
    }.joined()
  }

  private static func decoded(_ word: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = word.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "_") else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(String(Substring(rest.prefix(2))), radix: 16) ?? byte)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}

/// An element that several sources may have.
public protocol Mergeable: Sendable {
  /// When it was made: the same in every source.
  var createdAt: Date { get }
  /// What tells it from all others in every source.
  var mergeIdentity: String { get }
  /// The same, also as another source has it.
  func merged(with other: Self) -> Self
}

extension Status: Mergeable {
  /// Its address, which is the same on every server.
  public var mergeIdentity: String { uri.isEmpty ? id.rawValue : uri }

  /// The post, with all the accounts that it came to.
  public func merged(with other: Status) -> Status {
    let accounts = id.accounts + other.id.accounts.filter { !id.accounts.contains($0) }
    return accounts.count > id.accounts.count
      ? unidentified.identified(on: accounts.joined(separator: ",")) : self
  }
}

extension MastodonKit.Notification: Mergeable {
  /// Its id, which has the account that it came to.
  public var mergeIdentity: String { id.rawValue }
  public func merged(with other: MastodonKit.Notification) -> MastodonKit.Notification { self }
}
