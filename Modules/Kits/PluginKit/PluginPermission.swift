/// The commands that the user lets a plugin ask for.
public struct PluginPermission: Hashable, Sendable, Codable {
  public var name: String
  /// The path of its file when the permission was given.
  public var path: String
  /// The SHA-256 of the file then, in hexadecimal.
  public var digest: String
  public var commands: [String]

  public init(name: String, path: String, digest: String, commands: [String]) {
    self.name = name
    self.path = path
    self.digest = digest
    self.commands = commands
  }
}
