public import FeatureKit
public import MastodonKit
public import StatusKit

extension Notifications.Action {
  /// Wires the screen to its model; navigation is left to the root.
  ///
  /// - Parameter reply: Replies to a post with a text, or else opens the composer.
  public init(
    model: Notifications.Model, select: @escaping @MainActor () -> Response,
    accounts: @escaping @MainActor (String, NotificationQuery, TimelineOptions) async throws -> Response,
    open: @escaping @MainActor (Status.ID) async throws -> Response,
    profile: @escaping @MainActor (Account.ID) async throws -> Response,
    reply: @escaping @MainActor (Status.ID, _ text: String?, PostOptions) async throws -> Response
  ) {
    self.init(
      show: { choice, range, marksRead in
        select().then {
          if marksRead { model.markNextVisit() }
          try await model.refresh(choice, range: range)
          // The command's own request, which a dry run lists.
          if marksRead { await model.markShown() }
          return .screen
        }
      }, accounts: accounts, open: open, profile: profile, reply: reply, refresh: { try await model.refresh() },
      older: model.older,
      newer: model.newer,
      dismiss: model.dismiss, clear: model.clear, read: model.read)
  }
}

extension Notifications.Model: StatusContainer {
  /// The post of this id, if a notification on the page is about it.
  public func shownStatus(_ id: Status.ID) -> Status? {
    state.notifications.lazy.compactMap(\.status).first { $0.id == id }
  }
}
