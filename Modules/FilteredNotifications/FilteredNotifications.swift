public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// The notifications that the server holds back: the policy, the senders, and the decisions about them.
public enum FilteredNotifications {
  /// Owns the list of senders.
  public typealias Model = ListModel<NotificationRequest>

  /// The list before anything was requested: the accounts whose notifications are held back, the latest first.
  public static var state: ListState<NotificationRequest> {
    ListState(
      kind: "filtered", title: "Filtered notifications", label: "filtered",
      emptyText: "Nothing is filtered. policy shows the rules.", limit: pageSize)
  }

  /// The actions; the root carries them out.
  @MainActor
  public struct Action {
    /// Shows the senders; of the options only the range is used.
    public var show: (TimelineOptions) async throws -> Response
    public var open: (Account.ID) async throws -> Response
    /// The senders as the server has them now.
    public var requests: () async throws -> [NotificationRequest]
    /// Lets notifications through; returns whether they have arrived among the others.
    public var accept: ([NotificationRequest.ID]) async throws -> Bool
    /// Takes senders from the list.
    public var dismiss: ([NotificationRequest.ID]) async throws -> Void
    public var policy: () async throws -> NotificationPolicy
    public var update: (NotificationPolicyEdit) async throws -> NotificationPolicy
  }

  /// The most senders that servers list at once.
  public static let pageSize = 80
}

extension FilteredNotifications.Action {
  /// Creates the action of a server.
  ///
  /// - Parameter changed: Hears of senders that were accepted or dismissed, for the screens that list them, and whether notifications
  ///   were let through.
  public init(
    service: NotificationPolicyService, show: @escaping (TimelineOptions) async throws -> Response,
    open: @escaping (Account.ID) async throws -> Response,
    changed: @escaping @MainActor ([NotificationRequest.ID], _ arePassed: Bool) -> Void
  ) {
    self.init(
      show: show, open: open,
      requests: { try await service.requests(PageRequest(.newest, limit: FilteredNotifications.pageSize)).elements },
      accept: { ids in
        try await service.accept(ids)
        changed(ids, true)
        // What was asked for is done; where the server does not say how far it is, it is not claimed to be done.
        do { return try await service.isMerged() } catch { return false }
      },
      dismiss: { ids in
        try await service.dismiss(ids)
        changed(ids, false)
      },
      policy: service.policy, update: service.update)
  }
}

extension Reference.Kind {
  /// An account whose notifications are held back.
  static let sender = Reference.Kind(rawValue: "sender")
}

extension FilteredNotifications.Model {
  public convenience init(
    _ state: ListState<NotificationRequest> = FilteredNotifications.state, service: NotificationPolicyService,
    in context: ListContext
  ) {
    self.init(state: state, in: context) { try await service.requests($0) }
  }

  /// Removes senders that were accepted or dismissed.
  public func remove(_ ids: [NotificationRequest.ID]) {
    change { $0.edit { $0.removeAll { ids.contains($0.id) } } }
  }
}
