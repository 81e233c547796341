public import FoundationEssentials
import Glibc

public struct ShownReference: Hashable, Sendable {
  /// Its kind: `status`, `account`.
  public var kind: String
  public var id: String
}

/// Stores what the numbers on the screen refer to, so that `howdah open 1` works after `howdah home`.
///
/// One file for each account and terminal in `shown/` in the state folder, because ids belong to a server and numbers
/// to a terminal; only the account that a terminal has shown something of last has one. Every one-shot command reads and writes it, so it has lines of `1 status:109 account:7`, a tab and the beginning of
/// what is beside the number (the first
/// use of JSON takes milliseconds), it is replaced without waiting for the disk, and unreadable lines are ignored.
public struct ScreenFile: Sendable {
  private let file: StoredFile
  /// The end of the names of all files for this terminal.
  private let ending: String
  private let now: @Sendable () -> Date

  /// The time for which a terminal's numbers are kept after they were printed, in seconds.
  static let lifetime: TimeInterval = 30 * 86_400

  /// Creates the store for an account, `user@host`, and a terminal; nothing is read yet.
  public init(
    locations: FileLocations, account: String, terminal: String, now: @escaping @Sendable () -> Date
  ) {
    let directory = Self.folder(locations)
    // No two names are the same: neither part contains a plus.
    ending = "+\(StoredFile.name(for: terminal))"
    let name = StoredFile.name(for: account) + ending
    file = locations.file(FileLocations.join(directory, name))
    self.now = now
  }

  private static func folder(_ locations: FileLocations) -> String { FileLocations.join(locations.state, "shown") }

  /// Removes what was shown to an account, on every terminal.
  static func removeAll(of account: String, _ locations: FileLocations) throws(StoreError) {
    guard locations.memory == nil else { return }
    for name in try Directory(path: folder(locations)).names() where name.hasPrefix("\(StoredFile.name(for: account))+")
    {
      try StoredFile(path: FileLocations.join(folder(locations), name)).remove()
    }
  }

  /// Loads what each number refers to, the preferred meaning first; empty if no screen was saved.
  public func load() throws(StoreError) -> [Int: [ShownReference]] {
    Self.lines(try file.read() ?? []).mapValues(\.references)
  }

  /// Loads the beginning of what was beside each number.
  public func summaries() throws(StoreError) -> [Int: String] {
    Self.lines(try file.read() ?? []).compactMapValues(\.summary)
  }

  private struct Line {
    var references: [ShownReference]
    var summary: String?
  }

  /// The lines by number: references after spaces, and what was beside the number after a tab.
  private static func lines(_ bytes: [UInt8]) -> [Int: Line] {
    var lines: [Int: Line] = [:]
    for line in String(decoding: bytes, as: UTF8.self).utf8.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09, maxSplits: 1)
      guard let words = parts.first?.split(separator: 0x20).map({ Substring($0) }),
        let number = words.first.flatMap({ Int($0) })
      else { continue }
      lines[number] = Line(
        references: words.dropFirst().compactMap(ShownReference.init),
        summary: parts.count == 2 ? String(Substring(parts[1])) : nil)
    }
    return lines
  }

  /// The maximum length of a summary beside a number, in characters.
  private static let summaryLength = 80

  /// Saves what is shown now.
  ///
  /// - Parameter summaries: The summaries beside the numbers; where it is not known, that of the same references stays.
  public func save(_ shown: [Int: [ShownReference]], summaries: [Int: String] = [:]) throws(StoreError) {
    let before = try file.read()
    let known = summaries.isEmpty ? Self.lines(before ?? []) : [:]
    var text = ""
    for (number, references) in shown.sorted(by: { $0.key < $1.key }) {
      text += "\(number)"
      // Ids are opaque; one that would break the line is left out.
      for word in references.map({ "\($0.kind):\($0.id)" }) where !word.utf8.contains(where: { $0 <= 0x20 }) {
        text += " " + word
      }
      let old = known[number].flatMap { $0.references == references ? $0.summary : nil }
      if let summary = summaries[number] ?? old, !summary.isEmpty {
        let words = summary.prefix(Self.summaryLength).split { $0.isWhitespace || $0.isNewline }
        text += "\t" + words.joined(separator: " ")
      }
      text += "\n"
    }
    // The same page again, as scripts request it, needs no lock and no new file.
    if before == Array(text.utf8) { return }
    try file.change { () throws(StoreError) in try file.replace(with: Array(text.utf8), durable: false) }
    if before == nil { try removeOldOnes() }
    try removeOtherAccounts()
  }

  /// Removes what the terminal has shown before as other accounts: a number means what was shown last or nothing.
  private func removeOtherAccounts() throws(StoreError) {
    guard file.memory == nil else { return }
    let directory = StoredFile.parent(of: file.path)
    for name in try Directory(path: directory).names() where name.hasSuffix(ending) {
      let path = FileLocations.join(directory, name)
      if path != file.path { try StoredFile(path: path).remove() }
    }
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
