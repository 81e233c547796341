extension SavedServer {
  /// Servers that are read without an account.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// A server with a custom name.
    public let beekeepers = SavedServer(id: "local-1", name: "Beekeepers", host: "hive.example")
    /// A server without a custom name.
    public let shore = SavedServer(id: "local-2", name: "shore.example", host: "shore.example")
    /// Both, sorted by name.
    public var all: [SavedServer] { [beekeepers, shore] }
  }
}

extension TagGroup {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let frost = TagGroup(id: "group-1", title: "Frost", symbol: "❄", tags: ["frost"])
    /// A group with the maximum number of tags.
    public let garden = TagGroup(
      id: "group-2", title: "Garden", symbol: "❦", tags: ["garden", "bees", "compost", "seeds", "märzenbecher"])
    public let boats = TagGroup(
      id: "group-3", title: "Boats", symbol: "⛵",
      sources: [
        .tag("canal"), .account("heron@sandbox.example"), .list("Friends"), .server("shore.example"),
        .search("narrow boat"),
      ], none: ["spam"])
    /// Those of hashtags, sorted by title.
    public var all: [TagGroup] { [frost, garden] }
  }
}

extension SavedServerService {
  /// Always the same servers; changes are not stored.
  public static let fixtures = SavedServerService(
    all: { SavedServer.fixtures.all }, save: { _ in }, delete: { _ in },
    changes: { .once(SavedServer.fixtures.all) })
}

extension TagGroupService {
  /// Always the same groups; changes are not stored.
  public static let fixtures = TagGroupService(
    all: { TagGroup.fixtures.all }, save: { _ in }, change: { _, _ in nil }, delete: { _ in },
    changes: { .once(TagGroup.fixtures.all) })
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream of one value that never ends.
  fileprivate static func once(_ value: Element) -> Self {
    AsyncThrowingStream { continuation in continuation.yield(value) }
  }
}
