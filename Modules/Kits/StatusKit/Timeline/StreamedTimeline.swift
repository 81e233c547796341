public import MastodonKit

/// A screen's model whose new posts come by a stream of their own.
@MainActor
public protocol StreamedTimeline: AnyObject {
  /// The stream; `nil` if there is none for what the screen shows.
  var topic: StreamTopic? { get }
  /// Counts a post that arrived.
  func count(_ status: Status, me: Account.ID?)
  /// Counts what arrived while the stream was not connected.
  func catchUp(me: Account.ID?) async
}
