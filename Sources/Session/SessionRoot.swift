package import FeatureKit
package import MastodonKit

@MainActor
package struct SessionRoot {
  var draftEnded: @MainActor (_ outcome: String, Draft.ID) -> Void
  var publish: @MainActor (StreamEvent) -> Void
  var publishGap: @MainActor () -> Void
  var watchPushes: @MainActor () async -> Void
  var createSheet: @MainActor (SheetDestination) async throws -> Screen

  /// Creates the value that the root does for a session.
  ///
  /// - Parameters:
  ///   - draftEnded: Reports how a draft left the composer: `sent` or `left`.
  ///   - createSheet: Creates the sheets that are made of what outlives the session.
  package init(
    draftEnded: @escaping @MainActor (_ outcome: String, Draft.ID) -> Void,
    publish: @escaping @MainActor (StreamEvent) -> Void, publishGap: @escaping @MainActor () -> Void,
    watchPushes: @escaping @MainActor () async -> Void,
    createSheet: @escaping @MainActor (SheetDestination) async throws -> Screen
  ) {
    self.draftEnded = draftEnded
    self.publish = publish
    self.publishGap = publishGap
    self.watchPushes = watchPushes
    self.createSheet = createSheet
  }

  /// The root of a session that opens no screens and has no streams.
  package static var none: SessionRoot {
    SessionRoot(
      draftEnded: { _, _ in }, publish: { _ in }, publishGap: {}, watchPushes: {},
      createSheet: { _ in throw AppError.cancelled })
  }
}
