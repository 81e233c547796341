/// A server whose public timeline is read without an account there.
public struct LocalTimeline: Hashable, Sendable, Codable, Identifiable {
  /// Its own id, made once.
  public var id: String
  /// What the person calls it.
  public var name: String
  /// The server, such as `shore.example`.
  public var host: String

  /// Makes a timeline.
  public init(id: String, name: String, host: String) {
    self.id = id
    self.name = name
    self.host = host
  }
}

/// Keeps the servers that are read without an account; each change is on disk when the call returns.
public struct LocalTimelineService: Sendable {
  /// All of them, by name.
  public var all: @Sendable () throws -> [LocalTimeline]
  /// Keeps one in place of an older form of itself.
  public var save: @Sendable (LocalTimeline) throws -> Void
  /// Forgets one; none is as good.
  public var delete: @Sendable (LocalTimeline.ID) throws -> Void
  /// All of them now and after each change, whoever makes it, another Howdah included.
  public var changes: @Sendable () -> AsyncThrowingStream<[LocalTimeline], any Error>

  /// Makes the service from its parts.
  public init(
    all: @escaping @Sendable () throws -> [LocalTimeline], save: @escaping @Sendable (LocalTimeline) throws -> Void,
    delete: @escaping @Sendable (LocalTimeline.ID) throws -> Void,
    changes: @escaping @Sendable () -> AsyncThrowingStream<[LocalTimeline], any Error>
  ) {
    self.all = all
    self.save = save
    self.delete = delete
    self.changes = changes
  }
}
