/// The port where other programs of the same user find a running Howdah, and the check of which of them may make
/// requests.
public struct IntentPort: Sendable {
  /// The folder of the socket; `nil` if the system has no place for one.
  public var directory: String?
  public var limits: IntentLimits
  /// The number of seconds within which a running Howdah has to respond.
  public var timeout: Int
  public var isTrusted: @Sendable (IntentPeer) -> Bool

  public static let none = IntentPort(directory: nil, limits: IntentLimits(), timeout: 0, isTrusted: { _ in false })

  /// The user's runtime folder (XDG base directory specification), open to that user only.
  public static func live(environment: [String: String]) -> IntentPort {
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return IntentPort(
      directory: folder.map { $0.hasSuffix("/") ? "\($0)howdah" : "\($0)/howdah" }, limits: IntentLimits(),
      timeout: 30,
      isTrusted: { $0.isSameUser })
  }
}

/// The account that requests are carried out for.
public struct IntentAccount: Hashable, Sendable {
  /// The account, `user@host`.
  public var id: String
  public var isSandbox: Bool

  public init(id: String, isSandbox: Bool) {
    self.id = id
    self.isSandbox = isSandbox
  }
}
