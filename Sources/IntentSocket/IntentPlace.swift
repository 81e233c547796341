internal import Glibc

/// Why there is no socket for other programs.
public enum IntentSocketError: Error, Hashable, Sendable {
  /// The folder belongs to somebody else, or somebody else can enter it.
  case notPrivate(String)
  /// The path is longer than a socket's can be.
  case pathTooLong(String)
  /// The system refuses, with this number.
  case system(Int32, doing: String)
}

/// The folder with the socket's name: who may be in it, and who has the name now.
///
/// Whoever takes or takes away the name holds a lock on the folder, so that nobody takes away another's.
struct IntentPlace: Sendable {
  /// The name that clients look for.
  static let name = "intents.sock"

  let directory: String
  var path: String { directory + "/" + Self.name }

  /// A file as the system tells it from all others.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  /// The file that has the name now; `nil` for none.
  var holder: Identity? { Self.identity(of: path) }

  static func identity(of path: String) -> Identity? {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    return Identity(device: UInt64(information.st_dev), inode: UInt64(information.st_ino))
  }

  /// Makes the folder if it is missing, and insists that it is ours alone.
  func prepare() throws(IntentSocketError) {
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw .system(errno, doing: "make \(directory)")
    }
    var information = stat()
    guard lstat(directory, &information) == 0 else { throw .system(errno, doing: "look at \(directory)") }
    guard information.st_mode & S_IFMT == S_IFDIR, information.st_uid == geteuid(), information.st_mode & 0o077 == 0
    else { throw .notPrivate(directory) }
  }

  /// Does something while nobody else changes who has the name.
  func locked<Result>(
    _ body: () throws(IntentSocketError) -> Result
  ) throws(IntentSocketError) -> Result {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(errno, doing: "open \(directory)") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(errno, doing: "lock \(directory)") }
    }
    return try body()
  }

  /// Binds a socket under a name that nobody looks for, then moves it to the one that they do: at no time is there a
  /// socket that does not answer.
  func claim() throws(IntentSocketError) -> (listener: Int32, identity: Identity) {
    try prepare()
    return try locked { () throws(IntentSocketError) in
      removeLeftovers()
      let own = "\(directory)/.\(getpid()).new"
      unlink(own)
      let listener = socket(AF_UNIX, streamType, 0)
      guard listener >= 0 else { throw .system(errno, doing: "make a socket") }
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
        throw .system(result.0, doing: result.1)
      }
      return (listener, identity)
    }
  }

  /// Takes the name away if it still means this socket.
  func release(_ identity: Identity) throws(IntentSocketError) {
    try locked { () throws(IntentSocketError) in
      if holder == identity { unlink(path) }
    }
  }

  /// Takes the name away if the process behind it is gone; answers whether it did.
  ///
  /// A socket whose listener has died refuses every connection, and nothing else does.
  func removeIfDead() throws(IntentSocketError) -> Bool {
    try locked { () throws(IntentSocketError) in
      let probe = socket(AF_UNIX, streamType, 0)
      guard probe >= 0 else { throw .system(errno, doing: "make a socket") }
      defer { close(probe) }
      guard connected(probe, to: path) != 0, errno == ECONNREFUSED else { return false }
      return unlink(path) == 0
    }
  }

  /// What a process that was killed between two steps left here.
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

/// A stream socket that never blocks and that no child inherits.
let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

/// Sends without waiting, and without a signal where nobody reads any more.
let quietly = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

/// Never blocks, and is closed in every child.
func keepToOneself(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

func bound(_ descriptor: Int32, to path: String) -> Int32 { withAddress(path) { bind(descriptor, $0, $1) } }
func connected(_ descriptor: Int32, to path: String) -> Int32 { withAddress(path) { connect(descriptor, $0, $1) } }

/// Calls with the path as a socket's address; -1 and EINVAL for a path that is too long.
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

/// Who is at the other end of a connection: the user whom the kernel saw there (unix(7), SO_PEERCRED).
public struct IntentPeer: Hashable, Sendable {
  /// The process.
  public var process: Int32
  /// The user.
  public var user: UInt32

  /// Names a peer.
  public init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }

  /// Asks the kernel; `nil` if it does not say.
  init?(of descriptor: Int32) {
    // `struct ucred`: three numbers, which Swift does not see by their name.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12 else { return nil }
    process = credentials.0
    user = credentials.1
  }

  /// This process itself.
  public static var this: IntentPeer { IntentPeer(process: getpid(), user: geteuid()) }

  /// Whether it is the same user as this process.
  public var isSameUser: Bool { user == geteuid() }
}
