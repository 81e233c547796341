import FeatureKit
public import LocalStore

/// What is set in one file of settings: those of this machine, or those of an account.
public struct StoredSettings {
  /// The value of every setting, by name.
  public var values: [String: String]
  /// The values, if another process has stored some since the last call.
  let changes: () -> [String: String]?
  /// Stores a value, or removes it with `nil`.
  public let write: (String, String?) throws -> Void

  /// Creates settings from values and closures that look for those of other processes and store changes.
  public init(
    values: [String: String], changes: @escaping () -> [String: String]?,
    write: @escaping (String, String?) throws -> Void
  ) {
    self.values = values
    self.changes = changes
    self.write = write
  }

  /// Reads the settings from a file, which then gets all changes.
  ///
  /// - Throws: ``AppError`` if the file cannot be read, since it may restrict who can see a post.
  public init(file: PreferencesFile) throws {
    let changes = file.changes()
    do {
      self.init(values: try file.load(), changes: changes) { name, value in
        do { try file.set(name, to: value) } catch { throw AppError(error) }
      }
    } catch {
      throw AppError(error)
    }
  }
}
