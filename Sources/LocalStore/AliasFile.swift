public import FeatureKit

/// Stores the user's aliases: the file `aliases` in the configuration folder, with lines of `NAME = COMMAND`.
///
/// It may be edited by hand: empty lines and those that begin with `#` stay as they are.
public struct AliasFile: Sendable {
  public var path: String { file.path }
  private let file: StoredFile

  public init(locations: FileLocations) { file = locations.file(FileLocations.join(locations.config, "aliases")) }

  /// Loads the aliases in the order of the file; of two with one name the last counts.
  public func load() throws(StoreError) -> [Alias] {
    var aliases: [Alias] = []
    for alias in try lines().compactMap(Self.alias) {
      aliases.removeAll { $0.name == alias.name }
      aliases.append(alias)
    }
    return aliases
  }

  /// Adds an alias, or replaces the one with its name.
  public func save(_ alias: Alias) throws(StoreError) {
    try change { lines in
      let line = "\(alias.name) = \(alias.command)"
      let place = lines.lastIndex { Self.alias(in: $0)?.name == alias.name }
      if let place { lines[place] = line } else { lines.append(line) }
    }
  }

  public func remove(_ name: String) throws(StoreError) {
    try change { lines in lines.removeAll { Self.alias(in: $0)?.name == name } }
  }

  private func lines() throws(StoreError) -> [String] {
    var lines = String(decoding: try file.read() ?? [], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }

  private func change(_ edit: (inout [String]) -> Void) throws(StoreError) {
    try file.change { () throws(StoreError) in
      var lines = try self.lines()
      edit(&lines)
      try file.replace(with: Array(lines.map { "\($0)\n" }.joined().utf8))
    }
  }

  private static func alias(in line: String) -> Alias? {
    guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { return nil }
    let name = line[..<sign].filter { !$0.isWhitespace }
    let command = line[line.index(after: sign)...].drop(while: \.isWhitespace)
    return name.isEmpty || command.isEmpty ? nil : Alias(name: name.lowercased(), command: String(command))
  }
}
