import Glibc

extension Programs {
  /// Marks every open descriptor except the three standard streams as closed in started programs.
  ///
  /// To be called before each start: an inherited listening socket keeps its port in use, and not every library opens
  /// descriptors with `O_CLOEXEC`.
  public static func keepDescriptorsHere() {
    // Without /proc the descriptors are unknown, and those without `O_CLOEXEC` are inherited.
    guard let names = try? Directory(path: "/proc/self/fd").names() else { return }
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Starts a program with `posix_spawn`; returns `nil` if that fails.
  ///
  /// A program that has just been written is refused (`ETXTBSY`) while a child that another thread forked still has the
  /// descriptor that wrote it, which lasts until that child's `exec`; such a start is repeated for up to a second.
  static func start(
    _ path: String, arguments: [String], environment: [String: String],
    actions: inout posix_spawn_file_actions_t, attributes: inout posix_spawnattr_t
  ) -> pid_t? {
    keepDescriptorsHere()
    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    for _ in 0..<100 {
      let result = posix_spawn(&child, path, &actions, &attributes, words + [nil], variables + [nil])
      guard result == ETXTBSY else { return result == 0 ? child : nil }
      poll(nil, 0, 10)
    }
    return nil
  }
}
