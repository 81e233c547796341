import Glibc

extension Programs {
  /// Closes everything that this program has open, but for its three standard streams, in the programs that it starts.
  ///
  /// To be called before each start: a socket that another program has inherited and that listens holds its port as long as
  /// that runs, and not everything that opens one says `O_CLOEXEC`.
  public static func keepDescriptorsHere() {
    // Without /proc, only descriptors that were opened without `O_CLOEXEC` are inherited.
    guard let names = try? Directory(path: "/proc/self/fd").names() else { return }
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}
