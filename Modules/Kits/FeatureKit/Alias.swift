/// A command of the user's own: a name that stands for one or several commands.
public struct Alias: Hashable, Sendable {
  public var name: String
  /// The command, as it is typed; `$1` to `$9` stand for the words after the name, `$@` for all of them.
  public var command: String

  public init(name: String, command: String) {
    self.name = name
    self.command = command
  }
}

public struct AliasStore: Sendable {
  /// Lists them in the order in which they were added.
  ///
  /// Throws ``AppError`` if the file cannot be read.
  public var load: @Sendable () throws -> [Alias]
  /// Adds or replaces one by its name.
  ///
  /// Throws ``AppError`` if the file cannot be written.
  public var save: @Sendable (Alias) throws -> Void
  /// Removes one by its name; does nothing if there is none.
  ///
  /// Throws ``AppError`` if the file cannot be written.
  public var remove: @Sendable (_ name: String) throws -> Void

  public init(
    load: @escaping @Sendable () throws -> [Alias], save: @escaping @Sendable (Alias) throws -> Void,
    remove: @escaping @Sendable (_ name: String) throws -> Void
  ) {
    self.load = load
    self.save = save
    self.remove = remove
  }

  /// A store that has none and keeps none.
  public static var none: AliasStore { AliasStore(load: { [] }, save: { _ in }, remove: { _ in }) }
}
