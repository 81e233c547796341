/// Remembers whether terminals are light, by what they call themselves, as the prompt has last asked them.
///
/// A single command does not ask: the answer could come when it has ended, and would appear after the shell's next
/// prompt. The
/// file has a line for each kind, `light xterm-256color`, and is replaced without waiting for the disk; what cannot be read or written
/// only costs the right colours.
public struct BackgroundFile: Sendable {
  private let file: StoredFile
  private let terminal: String

  /// The number of kinds of terminals that are remembered.
  static let limit = 50

  /// Creates the store for a kind of terminal; nothing is read yet.
  ///
  /// - Parameter terminal: The name that it reports; line feeds in it are ignored.
  public init(locations: FileLocations, terminal: String) {
    file = locations.file(FileLocations.join(locations.state, "backgrounds"))
    self.terminal = String(terminal.filter { !$0.isNewline }.prefix(200))
  }

  /// Whether it was light when it was asked last; `nil` if it never was.
  public func isLight() -> Bool? {
    let name = lines().first { $0.dropFirst(Self.signLength) == terminal }?.prefix(Self.signLength)
    return name.map { $0 == Self.sign(true) }
  }

  public func keep(isLight: Bool) {
    guard self.isLight() != isLight else { return }
    let others = lines().filter { $0.dropFirst(Self.signLength) != terminal }.suffix(Self.limit - 1)
    let text = (others + [Self.sign(isLight) + terminal]).map { $0 + "\n" }.joined()
    do {
      try file.change { () throws(StoreError) in try file.replace(with: Array(text.utf8), durable: false) }
    } catch {
      // It is asked again at the next prompt.
    }
  }

  private func lines() -> [String] {
    // Without the file nothing is known.
    let bytes = (try? file.read()) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix(Self.sign(true)) || $0.hasPrefix(Self.sign(false)) }
  }

  private static let signLength = 6
  private static func sign(_ isLight: Bool) -> String { isLight ? "light " : "dark  " }
}
