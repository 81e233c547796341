import Glibc

enum PluginEnvironment {
  /// The variables that a plugin inherits.
  ///
  /// A list of what is passed on, because nobody can list every variable that holds a secret.
  static let inherited: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR", "TMPDIR",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "EDITOR", "VISUAL",
    "DISPLAY", "WAYLAND_DISPLAY", "SSL_CERT_FILE",
  ]

  /// The variables of a plugin, from those of this process.
  static func variables(from environment: [String: String], adding own: [String: String]) -> [String: String] {
    var variables = environment.filter { inherited.contains($0.key) || $0.key.hasPrefix("LC_") }
    if let program { variables["HOWDAH_PROGRAM"] = program }
    return variables.merging(own) { _, last in last }
  }

  /// The path of this program, which a plugin can run.
  private static var program: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
