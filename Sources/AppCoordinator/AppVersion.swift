/// The program's version, which servers are told too.
public enum AppVersion {
  /// The version, as semver.org has it.
  public static let current = "0.1.0"
  /// What the program calls itself to servers.
  static let userAgent = "Howdah/\(current)"
}
