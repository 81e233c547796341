/// A server whose public timeline the user reads without an account there.
public struct SavedServer: Hashable, Sendable, Codable, Identifiable {
  public var id: String
  public var name: String
  /// The host, such as `shore.example`.
  public var host: String

  public init(id: String, name: String, host: String) {
    self.id = id
    self.name = name
    self.host = host
  }
}

/// Stores the servers that are read without an account; each change is on disk when the call returns.
public struct SavedServerService: Sendable {
  /// All servers, sorted by name.
  public var all: @Sendable () throws -> [SavedServer]
  /// Saves one, replacing its earlier version.
  public var save: @Sendable (SavedServer) throws -> Void
  public var delete: @Sendable (SavedServer.ID) throws -> Void
  /// All of them now and after each change, also by another process.
  public var changes: @Sendable () -> AsyncThrowingStream<[SavedServer], any Error>

  public init(
    all: @escaping @Sendable () throws -> [SavedServer], save: @escaping @Sendable (SavedServer) throws -> Void,
    delete: @escaping @Sendable (SavedServer.ID) throws -> Void,
    changes: @escaping @Sendable () -> AsyncThrowingStream<[SavedServer], any Error>
  ) {
    self.all = all
    self.save = save
    self.delete = delete
    self.changes = changes
  }
}
