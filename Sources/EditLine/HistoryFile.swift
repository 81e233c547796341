internal import Glibc

/// The history file, in libedit's format: a cookie, then one line for each entry.
///
/// Lines are appended under a lock, so that two sessions lose nothing of each other; the file is
/// cut to its limit when a session starts, by replacing it. (libedit's own saving overwrites what another session
/// has added, and drops what it cannot decode.)
struct HistoryFile {
  struct Problem: Error, Equatable, CustomStringConvertible {
    var path: String
    var code: Int32
    var description: String { "\(path): \(String(cString: strerror(code)))" }
  }

  static let cookie = "_HiStOrY_V2_"

  private var path: String?
  private let limit: Int
  /// Whether the file can be read and not written.
  private var isReadOnly = false
  /// The entries, oldest first, at most as many as the limit.
  private(set) var entries: [String] = []
  /// The newest line in the file that this run knows of.
  private var lastKept: String?

  init(path: String?, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Reads the file, cuts it if it is too long, and returns its entries.
  mutating func load() throws(Problem) -> [String] {
    // The link is resolved here, because cutting must not replace it by a file.
    if let path, let resolved = realpath(path, nil) {
      self.path = String(cString: resolved)
      free(resolved)
    }
    guard let path, access(path, F_OK) == 0 else { return [] }
    let file: Int32
    do { file = try open(path) } catch {
      guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
      file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw error }
      isReadOnly = true
    }
    defer { Self.release(file) }
    let lines = try Self.lines(of: file, path)
    entries = lines.suffix(limit).compactMap { Self.decoded($0).flatMap(Self.withoutControls) }
    lastKept = entries.last
    guard !isReadOnly else { return entries }
    // Only when it exceeds the limit by a quarter, not at each start.
    if lines.count > limit + limit / 4 { try cut(path, to: lines.suffix(limit)) }
    return entries
  }

  /// Adds a line to the history of this run and to the file; returns whether the line is one that is remembered.
  mutating func append(_ line: String) throws(Problem) -> Bool {
    guard remember(line) else { return false }
    try keep(line)
    return true
  }

  /// Adds a line to the history of this run, unless it begins with a space, is blank, or repeats the last one.
  mutating func remember(_ line: String) -> Bool {
    guard let first = line.first, first != " ", !line.allSatisfy(\.isWhitespace), line != entries.last else {
      return false
    }
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    return true
  }

  /// Adds a line to the file, unless it is one that is not remembered.
  mutating func keep(_ line: String) throws(Problem) {
    guard let path, !isReadOnly, let first = line.first, first != " ", line != lastKept else { return }
    let file = try open(path)
    defer { Self.release(file) }
    let end = lseek(file, 0, SEEK_END)
    let start = end == 0 ? Self.cookie + "\n" : Self.endsWithLineFeed(file, end) ? "" : "\n"
    do {
      try Self.write(start + Self.encoded(line) + "\n", to: file, path)
    } catch {
      // A part of a line would be taken for one.
      ftruncate(file, end)
      throw error
    }
    lastKept = line
  }

  /// Whether the last line was written as a whole, which a full disk or a power failure may have prevented.
  private static func endsWithLineFeed(_ file: Int32, _ end: off_t) -> Bool {
    var last: UInt8 = 0
    return pread(file, &last, 1, end - 1) != 1 || last == UInt8(ascii: "\n")
  }

  // MARK: the file

  /// Opens and locks the file; again if another session replaced it meanwhile.
  private func open(_ path: String) throws(Problem) -> Int32 {
    while true {
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Problem(path: path, code: errno) }
      while flock(file, LOCK_EX) != 0 && errno == EINTR {}
      var opened = stat()
      var named = stat()
      if fstat(file, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
        opened.st_dev == named.st_dev
      {
        // History is private, whatever the file's mode was before.
        if opened.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
        return file
      }
      Self.release(file)
    }
  }

  /// Closing alone would not release the lock while a child that another thread forked still has the descriptor.
  private static func release(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  private func cut(_ path: String, to lines: some Sequence<String>) throws(Problem) {
    let new = path + ".new"
    unlink(new)
    let file = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Problem(path: new, code: errno) }
    defer { close(file) }
    try Self.write(([Self.cookie] + lines).joined(separator: "\n") + "\n", to: file, new)
    guard fsync(file) == 0, rename(new, path) == 0 else { throw Problem(path: new, code: errno) }
  }

  private static func lines(of file: Int32, _ path: String) throws(Problem) -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    lseek(file, 0, SEEK_SET)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Problem(path: path, code: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != cookie }
  }

  private static func write(_ text: String, to file: Int32, _ path: String) throws(Problem) {
    // In one call: with O_APPEND the line is written as a whole or not at all.
    var text = text
    let (written, code) = text.withUTF8 { (Glibc.write(file, $0.baseAddress, $0.count) == $0.count, errno) }
    guard written else { throw Problem(path: path, code: code == 0 ? ENOSPC : code) }
  }

  // MARK: one entry as one line

  /// Encodes as vis(3): white space, controls and the backslash as octal.
  static func encoded(_ entry: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in entry.unicodeScalars {
      if scalar == "\\" {
        line.append(contentsOf: "\\\\".unicodeScalars)
      } else if scalar.value <= 0x20 || scalar.value == 0x7F {
        let octal = String(scalar.value, radix: 8)
        line.append(contentsOf: ("\\" + String(repeating: "0", count: 3 - octal.count) + octal).unicodeScalars)
      } else {
        line.append(scalar)
      }
    }
    return String(line)
  }

  /// Decodes vis(3); nil for anything else.
  static func decoded(_ line: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escaped = escape(&rest) else { return nil }
      bytes.append(escaped)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// An entry without the controls that a damaged file may have; `nil` if nothing is left.
  private static func withoutControls(_ entry: String) -> String? {
    let kept = entry.unicodeScalars.filter { scalar in
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    let text = String(String.UnicodeScalarView(kept))
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  private static func escape(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let kind = rest.popFirst() else { return nil }
    switch kind {
    case UInt8(ascii: "\\"): return kind
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      guard rest.count >= 2 else { return nil }
      let digits = [kind] + rest.prefix(2)
      rest = rest.dropFirst(2)
      return UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
    case UInt8(ascii: "^"):
      guard let control = rest.popFirst() else { return nil }
      return control == UInt8(ascii: "?") ? 0x7F : control & 0x1F
    case UInt8(ascii: "M"):
      guard let notation = rest.popFirst(), let byte = rest.popFirst() else { return nil }
      return notation == UInt8(ascii: "^") ? (byte & 0x1F) | 0x80 : byte | 0x80
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "s"): return 0x20
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "v"): return 0x0B
    default: return nil
    }
  }
}
