extension MastodonError {
  /// Whether the server could not be reached or did not answer, so that a request can be sent later.
  public var isAboutReachingTheServer: Bool {
    switch self {
    case .unreachable(_, let reason, _): !reason.isLasting
    case .timedOut, .unconfirmed: true
    case .serverFailed(_, let code, _): Self.gatewayCodes.contains(code)
    default: false
    }
  }

  /// The status codes of a proxy, such as nginx or Cloudflare, for a server that it does not reach.
  private static let gatewayCodes: Set<Int> = [502, 503, 504, 520, 521, 522, 523, 524, 530]

  /// The error for what is about a post that still waits in the outbox.
  public static let notSentYet = MastodonError.unavailable(
    words: "The post that this is about was not sent yet.", suggestion: "outbox lists what waits.")
}
