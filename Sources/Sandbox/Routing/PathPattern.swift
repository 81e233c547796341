/// A pattern for paths: `*` matches one segment, `**` any number.
struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  func matches(_ path: String) -> Bool {
    Self.matches(Self.segments(description)[...], Self.segments(path)[...])
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let segment = path.first, first == "*" || first == segment else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }
}
