public enum AppVersion {
  /// The version (semver.org).
  public static let current = "0.1.0"
  /// The `User-Agent` header of requests.
  package static let userAgent = "Howdah/\(current)"
}
