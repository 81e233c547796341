/// A program of the user's that is a command: the executable `howdah-NAME`.
public struct PluginProgram: Hashable, Sendable {
  /// The command: what follows `howdah-` in the file's name.
  public var name: String
  public var path: String
  public var origin: Origin
  /// The file's stamp, which changes with every change of the file.
  public var stamp: Stamp
  /// Why it is not run, as a sentence; `nil` if it is.
  public var refusal: String?

  public enum Origin: String, Hashable, Sendable {
    case folder
    /// In a folder of `PATH`.
    case path
  }

  /// The time of a file's last change, in seconds since 1970, and its size.
  public struct Stamp: Hashable, Sendable, Codable {
    /// The time of the last change.
    public var modified: Int
    public var size: Int

    public init(modified: Int, size: Int) {
      self.modified = modified
      self.size = size
    }
  }

  public init(name: String, path: String, origin: Origin, stamp: Stamp, refusal: String? = nil) {
    self.name = name
    self.path = path
    self.origin = origin
    self.stamp = stamp
    self.refusal = refusal
  }

  /// The beginning of the files' names.
  public static let prefix = "howdah-"

  /// The command of a file with this name; `nil` if it is not a plugin's.
  ///
  /// A command is one word of lower-case letters, digits and hyphens, a letter first.
  public static func command(ofFile name: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    let command = name.dropFirst(prefix.count)
    guard let first = command.utf8.first, (0x61...0x7A).contains(first), command.utf8.count <= 40 else { return nil }
    let isWord = command.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    return isWord ? String(command) : nil
  }
}
