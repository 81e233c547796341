internal import Glibc

public enum IntentSocketError: Error, Hashable, Sendable {
  /// The folder belongs to another user, or others have access to it.
  case notPrivate(String)
  case pathTooLong(String)
  /// A system call failed with this error number.
  case system(Int32, operation: String)
}

/// The folder of the socket: its permissions, and the ownership of the socket's name.
///
/// A process locks the folder while it takes over or removes the name, so that it never removes the socket of another
/// process.
struct IntentSocketFolder: Sendable {
  /// The name that clients connect to.
  static let name = "intents.sock"

  let directory: String
  var path: String { directory + "/" + Self.name }

  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  /// The file that has the name now; `nil` if there is none.
  var holder: Identity? { Self.identity(of: path) }

  static func identity(of path: String) -> Identity? {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    return Identity(device: UInt64(information.st_dev), inode: UInt64(information.st_ino))
  }

  /// Creates the folder if needed, and checks that only this user has access to it.
  func prepare() throws(IntentSocketError) {
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw .system(errno, operation: "create \(directory)")
    }
    var information = stat()
    guard lstat(directory, &information) == 0 else { throw .system(errno, operation: "access \(directory)") }
    guard information.st_mode & S_IFMT == S_IFDIR, information.st_uid == geteuid(), information.st_mode & 0o077 == 0
    else { throw .notPrivate(directory) }
  }

  /// Runs `body` while the folder is locked.
  func locked<Result>(
    _ body: () throws(IntentSocketError) -> Result
  ) throws(IntentSocketError) -> Result {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(errno, operation: "open \(directory)") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(errno, operation: "lock \(directory)") }
    }
    // Closing alone would not release it while a child that another thread forked still has the descriptor.
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Binds a socket under a temporary name, then renames it: at no time does the name lead to a socket that refuses
  /// connections.
  func claim() throws(IntentSocketError) -> (listener: Int32, identity: Identity) {
    try prepare()
    return try locked { () throws(IntentSocketError) in
      removeLeftovers()
      let own = "\(directory)/.\(getpid()).new"
      unlink(own)
      let listener = socket(AF_UNIX, streamType, 0)
      guard listener >= 0 else { throw .system(errno, operation: "create a socket") }
      var result: (Int32, String) = (0, "")
      if bound(listener, to: own) != 0 {
        result = (errno, "bind \(own)")
      } else if chmod(own, 0o600) != 0 || listen(listener, 64) != 0 || rename(own, path) != 0 {
        result = (errno, "listen at \(path)")
        unlink(own)
      }
      guard result.0 == 0, let identity = holder else {
        close(listener)
        if result.0 == EINVAL { throw .pathTooLong(own) }
        throw .system(result.0, operation: result.1)
      }
      return (listener, identity)
    }
  }

  /// Removes the name if it still leads to this socket.
  func release(_ identity: Identity) throws(IntentSocketError) {
    try locked { () throws(IntentSocketError) in
      if holder == identity { unlink(path) }
    }
  }

  /// Removes the name if its process has died; returns whether it did.
  ///
  /// Only a socket without a process refuses connections.
  func removeIfDead() throws(IntentSocketError) -> Bool {
    try locked { () throws(IntentSocketError) in
      let probe = socket(AF_UNIX, streamType, 0)
      guard probe >= 0 else { throw .system(errno, operation: "create a socket") }
      defer { close(probe) }
      guard connected(probe, to: path) != 0, errno == ECONNREFUSED else { return false }
      return unlink(path) == 0
    }
  }

  /// Removes temporary names left by processes that were killed.
  private func removeLeftovers() {
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name.hasPrefix("."), name.hasSuffix(".new") { unlink("\(directory)/\(name)") }
    }
  }
}

/// A non-blocking stream socket that child processes do not inherit.
let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

/// Flags to send without waiting, and without a signal if the other side has closed.
let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

/// Makes a descriptor non-blocking and closes it in child processes.
func makePrivate(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

func bound(_ descriptor: Int32, to path: String) -> Int32 { withAddress(path) { bind(descriptor, $0, $1) } }
func connected(_ descriptor: Int32, to path: String) -> Int32 { withAddress(path) { connect(descriptor, $0, $1) } }

/// Calls `body` with the path as a socket address; returns -1 and sets EINVAL if the path is too long.
private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
    errno = EINVAL
    return -1
  }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// The process at the other end of a connection, as the kernel reports it (unix(7), SO_PEERCRED).
public struct IntentPeer: Hashable, Sendable {
  public var process: Int32
  public var user: UInt32

  public init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }

  /// Asks the kernel for the peer; `nil` if that fails.
  init?(of descriptor: Int32) {
    // `struct ucred`, which Swift does not import.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12 else { return nil }
    process = credentials.0
    user = credentials.1
  }

  public static var this: IntentPeer { IntentPeer(process: getpid(), user: geteuid()) }

  /// Whether it runs as the same user as this process.
  public var isSameUser: Bool { user == geteuid() }
}
