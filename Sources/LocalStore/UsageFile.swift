public import FoundationEssentials
import Glibc
import MastodonKit

/// Stores which commands ran and how long they took: the file `usage.log` in the state folder, with lines of `TIME
/// COMMAND MILLISECONDS`.
///
/// Never larger than ``limit`` bytes: when it is full, the older half is deleted. Unreadable lines are ignored.
public struct UsageFile: Sendable {
  public struct Line: Hashable, Sendable {
    public var time: Date
    public var verb: String
    public var milliseconds: Int

    public init(time: Date, verb: String, milliseconds: Int) {
      self.time = time
      self.verb = verb
      self.milliseconds = milliseconds
    }
  }

  public var path: String { file.path }
  /// The largest size in bytes.
  public let limit: Int
  private let file: StoredFile

  public init(locations: FileLocations, limit: Int = 262_144) {
    file = locations.file(FileLocations.join(locations.state, "usage.log"))
    self.limit = limit
  }

  public func append(_ line: Line) throws(StoreError) {
    // A command's name is one word; anything else would break the line.
    guard !line.verb.isEmpty, line.verb.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return }
    let text = "\(MastodonDate.format(line.time)) \(line.verb) \(line.milliseconds)\n"
    try file.change { () throws(StoreError) in
      var bytes = try file.read() ?? []
      if bytes.count + text.utf8.count > limit {
        let half = bytes.suffix(limit / 2)
        bytes = Array(half.drop { $0 != 0x0A }.dropFirst())
      }
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      // Not worth waiting for the disk.
      try file.replace(with: bytes + Array(text.utf8), durable: false)
    }
  }

  /// Loads every run, the oldest first.
  public func load() throws(StoreError) -> [Line] {
    let bytes = try file.read() ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let time = MastodonDate.parse(String(words[0])), let milliseconds = Int(words[2]),
        milliseconds >= 0
      else { return nil }
      return Line(time: time, verb: String(words[1]), milliseconds: milliseconds)
    }
  }

  public func clear() throws(StoreError) {
    try file.change { () throws(StoreError) in try file.remove() }
  }
}
