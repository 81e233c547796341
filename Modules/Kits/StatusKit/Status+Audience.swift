public import MastodonKit
public import TerminalKit

extension Visibility {
  public var audience: Audience { isLimited ? .limited : .everyone }
}

extension Status {
  /// Who may read it, with the post that it boosts or quotes.
  public var audience: Audience {
    let shown = displayed
    let quoted = shown.quote?.quotedStatus?.visibility.audience ?? .everyone
    return shown.visibility.audience == .everyone && quoted == .everyone ? .everyone : .limited
  }
}
