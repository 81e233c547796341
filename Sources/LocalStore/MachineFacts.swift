import Glibc

/// The facts about the machine that name nobody: its system, its terminal, its language.
public struct MachineFacts: Hashable, Sendable {
  /// The operating system: `Linux 6.8.0 x86_64`; `nil` if it does not say.
  public var system: String?
  /// The terminal, as it announces itself: `xterm-256color, WezTerm, truecolor`.
  public var terminal: String?
  /// The language and the encoding: `en_IE.UTF-8`.
  public var language: String?

  public init() {}

  /// Reads them from the process's environment.
  public init(environment: [String: String]) {
    var names = utsname()
    if uname(&names) == 0 {
      system = [Self.text(of: names.sysname), Self.text(of: names.release), Self.text(of: names.machine)]
        .joined(separator: " ")
    }
    let terminal = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM"].compactMap { environment[$0] }
    let marks = ["TMUX", "STY", "SSH_CONNECTION", "NO_COLOR"].filter { environment[$0]?.isEmpty == false }
    self.terminal = (terminal + marks).filter { !$0.isEmpty }.joined(separator: ", ")
    language = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  private static func text<Bytes>(of bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The sizes of the app's files, by what they are for; what does not exist is left out.
  public static func sizes(of locations: FileLocations) -> String {
    let files = [
      ("settings", "\(locations.config)/settings"), ("accounts", "\(locations.data)/accounts.json"),
      ("database", "\(locations.data)/howdah.sqlite"), ("sandbox", "\(locations.data)/sandbox.sqlite"),
      ("usage log", "\(locations.state)/usage.log"),
    ]
    return files.compactMap { name, path in
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      let bytes = Int(information.st_size)
      return "\(name) \(bytes < 4096 ? "\(bytes) B" : "\(bytes / 1024) kB")"
    }.joined(separator: ", ")
  }
}
