import Glibc

/// The folders of `PATH`, in which programs are found by name.
public struct SearchPath: Sendable {
  public let folders: [String]

  public init(environment: [String: String]) {
    // An empty or relative entry means the current directory, where any user may have put a program.
    folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
  }

  /// Returns the path of a program, which is given by its name or by a path.
  public func find(_ program: String) -> String? {
    guard !program.contains("/") else { return Self.isProgram(program) ? program : nil }
    return folders.lazy.map { $0.hasSuffix("/") ? $0 + program : "\($0)/\(program)" }.first(where: Self.isProgram)
  }

  /// Whether there is an executable file at a path.
  public static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
