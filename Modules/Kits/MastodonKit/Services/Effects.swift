/// What the tasks of a dry run must not do: change something on a server or on this machine.
public enum Effects {
  /// Whether the current task only tries something, so that no request, file or database may be changed by it.
  ///
  /// The three places that change something ask it: the client, the files and the database. What is started meanwhile
  /// inherits it.
  @TaskLocal public static var areHeldBack = false
}
