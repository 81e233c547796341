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
}
