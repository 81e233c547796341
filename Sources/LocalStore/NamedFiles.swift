/// The files that a user names, which are not Howdah's own.
public struct NamedFiles: Sendable {
  /// The largest file that is read, in bytes.
  public static let largest = StoredFile.maximumBytes
  private let expand: @Sendable (String) -> String

  /// Creates the access.
  ///
  /// - Parameter expand: Replaces a leading `~` in a path.
  public init(expand: @escaping @Sendable (String) -> String) { self.expand = expand }

  func expanded(_ path: String) -> String { expand(path) }

  /// Whether there is a file with that name.
  public func exists(_ path: String) -> Bool { StoredFile(path: expand(path)).exists }

  /// Reads a whole file; `nil` if it does not exist.
  ///
  /// - Throws: ``StoreError`` for a directory, a pipe, and a file that is too large or cannot be read.
  public func read(_ path: String) throws(StoreError) -> [UInt8]? { try StoredFile(path: expand(path)).read() }

  /// Writes a file, readable by its owner only; it is never seen half-written.
  public func write(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
    try StoredFile(path: expand(path)).replace(with: bytes)
  }
}
