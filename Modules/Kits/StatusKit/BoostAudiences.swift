import MastodonKit

/// Who may see the user's boosts, as far as that was asked for in this session: a post does not say so of its boost.
@MainActor
public final class BoostAudiences {
  private var visibilities: [Status.ID: Visibility] = [:]

  public init() {}

  /// Keeps what was asked for with a boost; `nil` for the server's choice.
  func note(_ visibility: Visibility?, of id: Status.ID) { visibilities[id] = visibility }

  func visibility(of id: Status.ID) -> Visibility? { visibilities[id] }
}
