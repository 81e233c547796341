import Glibc

/// A folder for one stranger's file: nobody else can enter it, and it does not outlive its use.
///
/// It is locked as long as this process has it, and the kernel opens the lock when the process ends, however it ends; so a
/// later run can tell what was left behind, also where a process of another container has the same number.
struct PrivateFolder: Sendable {
  enum Use: String, Sendable {
    /// Looked at by this process, and done with.
    case look
    /// Given to a viewer, which may still be starting when this process has ended.
    case view
  }

  let path: String
  private let descriptor: Int32

  /// The time for which a file is left to a viewer after the process that started the viewer has ended, in seconds.
  static let patience = 600

  /// Creates one below a folder, which is made too.
  ///
  /// - Throws: ``QuickLookError/noFolder(_:)`` where that cannot be.
  init(in base: String, for use: Use) throws(QuickLookError) {
    guard Self.makeBase(base) else { throw .noFolder(base) }
    for _ in 0..<8 {
      let path = "\(base)/\(use.rawValue)-\(getpid())-" + String(UInt64.random(in: .min ... .max), radix: 36)
      guard mkdir(path, 0o700) == 0 else { break }
      guard let descriptor = Self.lock(path) else { continue }
      // Another process may have taken it for a left-over before it was locked.
      var named = stat()
      var opened = stat()
      if lstat(path, &named) == 0, fstat(descriptor, &opened) == 0, named.st_ino == opened.st_ino {
        self.path = path
        self.descriptor = descriptor
        return
      }
      Self.release(descriptor)
    }
    throw .noFolder(base)
  }

  /// Takes it away with what is in it.
  func remove() {
    Self.empty(path, descriptor)
    Self.release(descriptor)
  }

  /// Leaves it to a later run to clean up.
  func leave() { Self.release(descriptor) }

  /// Removes the leftovers of earlier runs, also of killed ones.
  ///
  /// - Parameter now: Seconds since 1970.
  static func clean(_ base: String, now: Int) {
    guard let stream = opendir(base) else { return }
    var names: [String] = []
    while let entry = readdir(stream) { names.append(name(of: entry)) }
    closedir(stream)
    for name in names {
      guard let use = name.split(separator: "-").first.flatMap({ Use(rawValue: String($0)) }) else { continue }
      let path = "\(base)/\(name)"
      var facts = stat()
      guard lstat(path, &facts) == 0, let descriptor = lock(path) else { continue }
      let age = now - facts.st_mtim.tv_sec
      if use == .look || age < 0 || age >= patience { empty(path, descriptor) }
      release(descriptor)
    }
  }

  /// Whether the folder is there, a real one, this person's own and closed to others.
  private static func makeBase(_ base: String) -> Bool {
    if mkdir(base, 0o700) != 0, errno == ENOENT, let slash = base.lastIndex(of: "/"), slash != base.startIndex {
      guard makeBase(String(base[..<slash])) else { return false }
      mkdir(base, 0o700)
    }
    var facts = stat()
    return lstat(base, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && (facts.st_uid == geteuid() || access(base, W_OK) == 0)
  }

  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Closing alone would not release the lock while a child that another thread forked still has the descriptor.
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the files in it and the folder; it never follows a link, and never goes down.
  private static func empty(_ path: String, _ descriptor: Int32) {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = name(of: entry)
        if name != ".", name != ".." { unlinkat(descriptor, name, 0) }
      }
      closedir(stream)
    }
    rmdir(path)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
  }
}
