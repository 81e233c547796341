public import FoundationEssentials
import Glibc

/// What a number on the screen refers to.
public struct ShownReference: Hashable, Sendable {
  /// Its kind: `status`, `account`.
  public var kind: String
  /// Its id on the server.
  public var id: String

  /// Creates a reference.
  public init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }
}

/// Stores what the numbers on the screen refer to, so that `howdah open 1` works after `howdah home`.
///
/// One file for each account and terminal in `shown/` in the state folder, because ids belong to a server and numbers
/// to a terminal. Every one-shot command reads and writes it, so it has lines of `1 status:109 account:7` (the first
/// use of JSON takes milliseconds), it is replaced without waiting for the disk, and unreadable lines are ignored.
public struct ScreenFile: Sendable {
  private let file: StoredFile
  private let now: @Sendable () -> Date

  /// How long a terminal's numbers are kept after they were printed, in seconds.
  static let lifetime: TimeInterval = 30 * 86_400

  /// Creates the store for an account, `user@host`, and a terminal; nothing is read yet.
  public init(
    locations: FileLocations, account: String, terminal: String, now: @escaping @Sendable () -> Date
  ) {
    let directory = FileLocations.join(locations.state, "shown")
    // No two names are the same: neither part contains a plus.
    let name = "\(StoredFile.name(for: account))+\(StoredFile.name(for: terminal))"
    file = locations.file(FileLocations.join(directory, name))
    self.now = now
  }

  /// Loads what each number refers to, the preferred meaning first; empty if no screen was saved.
  public func load() throws(StoreError) -> [Int: [ShownReference]] {
    var shown: [Int: [ShownReference]] = [:]
    for line in String(decoding: try file.read() ?? [], as: UTF8.self).utf8.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { Substring($0) }
      guard let number = words.first.flatMap({ Int($0) }) else { continue }
      shown[number] = words.dropFirst().compactMap(ShownReference.init)
    }
    return shown
  }

  /// Saves what is shown now.
  public func save(_ shown: [Int: [ShownReference]]) throws(StoreError) {
    var text = ""
    for (number, references) in shown.sorted(by: { $0.key < $1.key }) {
      text += "\(number)"
      // Ids are opaque; one that would break the line is left out.
      for word in references.map({ "\($0.kind):\($0.id)" }) where !word.utf8.contains(where: { $0 <= 0x20 }) {
        text += " " + word
      }
      text += "\n"
    }
    // The same page again, as scripts request it, needs no lock and no new file.
    let before = try file.read()
    if before == Array(text.utf8) { return }
    try file.change { () throws(StoreError) in try file.replace(with: Array(text.utf8), durable: false) }
    if before == nil { try removeOldOnes() }
  }

  /// Removes the numbers of terminals that have not been used for long.
  private func removeOldOnes() throws(StoreError) {
    guard file.memory == nil else { return }
    let directory = StoredFile.parent(of: file.path)
    for name in try Directory(path: directory).names() where !name.hasSuffix(".lock") {
      let path = FileLocations.join(directory, name)
      var information = stat()
      guard stat(path, &information) == 0,
        now().timeIntervalSince1970 - Double(information.st_mtim.tv_sec) > Self.lifetime
      else { continue }
      try StoredFile(path: path).remove()
      try StoredFile(path: path + ".lock").remove()
    }
  }
}

extension ShownReference {
  /// Parses `kind:id`.
  fileprivate init?(_ word: Substring) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    self.init(kind: String(word[..<colon]), id: String(word[word.index(after: colon)...]))
  }
}
