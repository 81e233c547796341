/// What a server runs, as far as that tells what it can do.
public struct ServerSoftware: Hashable, Sendable {
  /// The programs that are known to differ.
  public enum Name: Hashable, Sendable {
    /// Mastodon and its close relatives, which number their API.
    case mastodon
    /// GoToSocial, whose own version number reads as an ancient Mastodon.
    case goToSocial
    /// Akkoma.
    case akkoma
    /// Pleroma.
    case pleroma
    /// Pixelfed.
    case pixelfed
    /// Another program, by the name that it gives itself.
    case other(String)
  }

  /// The program.
  public var name: Name
  /// Its own version number, as it writes it.
  public var version: String

  /// Takes what is known.
  public init(name: Name, version: String = "") {
    self.name = name
    self.version = version
  }

  /// Takes what NodeInfo says, whatever the case of the name.
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

  /// Reads the version of an instance: `4.6.0`, `2.7.2 (compatible; Akkoma 3.13.2)`, or GoToSocial's `0.19.1 git-abcdef`.
  ///
  /// A number below 1 is never Mastodon's here: its last such release was in 2017.
  public init(instanceVersion text: String) {
    if let mark = text.firstRange(of: "compatible;") {
      let words = text[mark.upperBound...].prefix { $0 != ")" }.split(separator: " ", maxSplits: 1)
      if let name = words.first {
        self.init(nodeInfo: String(name), version: words.count > 1 ? String(words[1]) : "")
        return
      }
    }
    // `takahe/0.11.0`: a name of its own, which is never Mastodon's number.
    if let slash = text.firstIndex(of: "/"), slash > text.startIndex, text[..<slash].allSatisfy(\.isLetter) {
      self.init(nodeInfo: String(text[..<slash]), version: String(text[text.index(after: slash)...]))
      return
    }
    let isGoToSocial = text.lowercased().contains("gotosocial") || text.hasPrefix("0.")
    self.init(name: isGoToSocial ? .goToSocial : .mastodon, version: text)
  }

  /// Whether an instance's version may be another program's own number.
  ///
  /// It reads as a Mastodon from before the API had versions; GoToSocial from 1.0 on does. NodeInfo knows.
  public static func isDoubtful(in instance: Instance) -> Bool {
    let software = ServerSoftware(instanceVersion: instance.version)
    guard software.name == .mastodon, instance.apiVersions["mastodon"] == nil else { return false }
    // What has no number at all is no release of Mastodon's.
    return software.release.map { $0 < Release(4, 3) } ?? true
  }

  /// The name as its makers write it.
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

  /// Whether a post that is sent twice with one key is posted once; where not, it must not be sent twice at all.
  ///
  /// A list of those that do: snac, Takahe and Pixelfed do not, and of others nobody knows.
  public var honoursIdempotencyKeys: Bool {
    switch name {
    case .mastodon, .akkoma, .pleroma: true
    case .goToSocial, .pixelfed, .other: false
    }
  }

  /// The first two parts of Mastodon's version, `4.3`; no other program's number means anything here.
  public var release: Release? { name == .mastodon ? Release(version) : nil }

  /// A release of Mastodon.
  public struct Release: Hashable, Comparable, Sendable {
    /// The first number.
    public var major: Int
    /// The second number.
    public var minor: Int

    /// Makes a release.
    public init(_ major: Int, _ minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// Reads `4.3.1+glitch`; `nil` for what begins with no number.
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
