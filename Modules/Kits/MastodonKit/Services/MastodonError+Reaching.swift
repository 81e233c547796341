extension MastodonError {
  /// Whether the server could not be reached or did not answer, so that a request can be sent later.
  public var isAboutReachingTheServer: Bool {
    switch self {
    case .unreachable(_, let reason, _): !reason.isLasting
    case .timedOut, .unconfirmed: true
    case .serverFailed(_, let code, _, _, _): Self.gatewayCodes.contains(code)
    default: false
    }
  }

  /// The time after which the server accepts requests again, if it accepts none for now; `nil` for every other error.
  ///
  /// A server that limits requests and names no time is asked again after a minute.
  public var pause: (host: String, seconds: Int)? {
    switch self {
    case .rateLimited(let host, let seconds, _): (host, max(seconds ?? 60, 1))
    case .serverFailed(let host, 503, let seconds?, _, _): (host, max(seconds, 1))
    default: nil
    }
  }

  /// The status codes of a proxy, such as nginx or Cloudflare, for a server that it does not reach.
  private static let gatewayCodes: Set<Int> = [502, 503, 504, 520, 521, 522, 523, 524, 530]

  /// The error for what is about a post that still waits in the outbox.
  public static let notSentYet = MastodonError.unavailable(
    words: "The post that this is about was not sent yet.", suggestion: "outbox lists what waits.")
}
