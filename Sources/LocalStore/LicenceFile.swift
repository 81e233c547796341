/// Reads the licence that a supporter was given: the file `licence` among the configuration.
public struct LicenceFile: Sendable {
  /// Where the file is.
  public var path: String { file.path }
  private let file: StoredFile

  /// Makes the store; nothing is read yet.
  public init(locations: FileLocations) {
    file = locations.file(FileLocations.join(locations.config, "licence"))
  }

  /// What is in it, or nil if it is not there; of a file that is far too long, its beginning.
  public func text() throws(StoreError) -> String? {
    try file.read().map { String(decoding: $0.prefix(4096), as: UTF8.self) }
  }
}
