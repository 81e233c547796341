public import FoundationEssentials
import Glibc
import MastodonKit

/// Keeps which verbs ran and how long they took: the file `usage.log` among the state, lines of `TIME VERB MILLISECONDS`.
///
/// Never more than ``limit`` bytes: the older half is forgotten when it is full. What cannot be read in it is passed over.
public struct UsageFile: Sendable {
  /// One run of a verb.
  public struct Line: Hashable, Sendable {
    /// When it began.
    public var time: Date
    /// The verb's name.
    public var verb: String
    /// How long it took.
    public var milliseconds: Int

    /// Makes a line.
    public init(time: Date, verb: String, milliseconds: Int) {
      self.time = time
      self.verb = verb
      self.milliseconds = milliseconds
    }
  }

  /// Where the file is.
  public var path: String { file.path }
  /// How many bytes it may have.
  public let limit: Int
  private let file: StoredFile

  /// Makes the store; nothing is read yet.
  public init(locations: FileLocations, limit: Int = 262_144) {
    file = locations.file(FileLocations.join(locations.state, "usage.log"))
    self.limit = limit
  }

  /// Adds a run.
  public func append(_ line: Line) throws(StoreError) {
    // A verb's name is a word of the program's own; anything else would break the line.
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

  /// Every run that is in the file, the oldest first.
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

  /// Forgets everything.
  public func clear() throws(StoreError) {
    try file.change { () throws(StoreError) in try file.remove() }
  }
}
