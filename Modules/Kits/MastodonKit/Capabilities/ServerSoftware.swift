public struct ServerSoftware: Hashable, Sendable {
  public enum Name: Hashable, Sendable {
    /// Mastodon and its forks, which report an API version.
    case mastodon
    /// GoToSocial, whose own version number reads as an ancient Mastodon.
    case goToSocial
    case akkoma
    case pleroma
    case pixelfed
    /// Other software, by the name that it reports.
    case other(String)
  }

  public var name: Name
  /// The version, as the software writes it.
  public var version: String

  public init(name: Name, version: String = "") {
    self.name = name
    self.version = version
  }

  /// Creates software from NodeInfo; the name is case-insensitive.
  public init(nodeInfo name: String, version: String) {
    let name: Name =
      switch name.lowercased() {
      case "mastodon", "hometown", "glitchcafe": .mastodon
      case "gotosocial": .goToSocial
      case "akkoma": .akkoma
      case "pleroma": .pleroma
      case "pixelfed": .pixelfed
      default: .other(name)
      }
    self.init(name: name, version: version)
  }

  /// Parses the version of an instance: `4.6.0`, `2.7.2 (compatible; Akkoma 3.13.2)`, or GoToSocial's `0.19.1
  /// git-abcdef`.
  ///
  /// A version below 1 is never Mastodon's: its last such release was in 2017.
  public init(instanceVersion text: String) {
    if let mark = text.firstRange(of: "compatible;") {
      let words = text[mark.upperBound...].prefix { $0 != ")" }.split(separator: " ", maxSplits: 1)
      if let name = words.first {
        self.init(nodeInfo: String(name), version: words.count > 1 ? String(words[1]) : "")
        return
      }
    }
    // `takahe/0.11.0`: with a name, so never Mastodon's version.
    if let slash = text.firstIndex(of: "/"), slash > text.startIndex, text[..<slash].allSatisfy(\.isLetter) {
      self.init(nodeInfo: String(text[..<slash]), version: String(text[text.index(after: slash)...]))
      return
    }
    let isGoToSocial = text.lowercased().contains("gotosocial") || text.hasPrefix("0.")
    self.init(name: isGoToSocial ? .goToSocial : .mastodon, version: text)
  }

  /// Whether an instance's version may be that of other software.
  ///
  /// It looks like a Mastodon from before the API had versions, and so do GoToSocial's versions from 1.0 on. NodeInfo
  /// tells.
  public static func isDoubtful(in instance: Instance) -> Bool {
    let software = ServerSoftware(instanceVersion: instance.version)
    guard software.name == .mastodon, instance.apiVersions["mastodon"] == nil else { return false }
    // Mastodon's versions always contain a number.
    return software.release.map { $0 < Release(4, 3) } ?? true
  }

  /// The official spelling of the name.
  public var title: String {
    switch name {
    case .mastodon: "Mastodon"
    case .goToSocial: "GoToSocial"
    case .akkoma: "Akkoma"
    case .pleroma: "Pleroma"
    case .pixelfed: "Pixelfed"
    case .other(let name): name
    }
  }

  /// Whether a post that is sent twice with one key is published once; otherwise it must not be sent twice.
  ///
  /// Lists the software that honours keys: snac, Takahe and Pixelfed do not, and others are unknown.
  public var honoursIdempotencyKeys: Bool {
    switch name {
    case .mastodon, .akkoma, .pleroma: true
    case .goToSocial, .pixelfed, .other: false
    }
  }

  /// The first two parts of Mastodon's version, `4.3`; `nil` for other software.
  public var release: Release? { name == .mastodon ? Release(version) : nil }

  public struct Release: Hashable, Comparable, Sendable {
    public var major: Int
    public var minor: Int

    public init(_ major: Int, _ minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// Parses `4.3.1+glitch`; `nil` if it does not begin with a number.
    public init?(_ text: String) {
      let parts = text.split(separator: ".", maxSplits: 2).map { $0.prefix(while: \.isNumber) }
      guard let major = parts.first.flatMap({ Int($0) }) else { return nil }
      self.init(major, parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }

    /// Whether one came out before the other.
    public static func < (left: Release, right: Release) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }
  }
}
