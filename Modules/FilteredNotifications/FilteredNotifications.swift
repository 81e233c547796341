public import FeatureKit
public import MastodonKit
import TerminalKit

/// The notifications that the server holds back: which it holds back, from whom, and what becomes of them.
public enum FilteredNotifications {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The accounts whose notifications are held back, the latest first.
    public var requests: Loadable<[NotificationRequest]>
    /// Where the next older page starts; `nil` at the end.
    public var older: Cursor?
    /// The part of the list that was asked for.
    public var range = ListRange()

    /// Makes a state; by default nothing was requested yet.
    public init(requests: Loadable<[NotificationRequest]> = .idle, older: Cursor? = nil) {
      self.requests = requests
      self.older = older
    }
  }

  /// Everything that can be asked for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the senders; of the options only the range is used.
    public var show: (TimelineOptions) async throws -> Void
    /// Shows the notifications of one of them.
    public var open: (Account.ID) async throws -> Void
    /// The senders as the server has them now.
    public var requests: () async throws -> [NotificationRequest]
    /// Lets notifications through; returns whether they have arrived among the others.
    public var accept: ([NotificationRequest.ID]) async throws -> Bool
    /// Takes senders from the list.
    public var dismiss: ([NotificationRequest.ID]) async throws -> Void
    /// What happens to the notifications of each kind of account.
    public var policy: () async throws -> NotificationPolicy
    /// Changes that.
    public var update: (NotificationPolicyEdit) async throws -> NotificationPolicy
    /// Fetches the senders again.
    public var refresh: () async throws -> Void
    /// Adds the next older page; `false` if there is none.
    public var older: () async throws -> Bool

    /// Makes an action from its closures.
    public init(
      show: @escaping (TimelineOptions) async throws -> Void, open: @escaping (Account.ID) async throws -> Void,
      requests: @escaping () async throws -> [NotificationRequest],
      accept: @escaping ([NotificationRequest.ID]) async throws -> Bool,
      dismiss: @escaping ([NotificationRequest.ID]) async throws -> Void,
      policy: @escaping () async throws -> NotificationPolicy,
      update: @escaping (NotificationPolicyEdit) async throws -> NotificationPolicy,
      refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool
    ) {
      self.show = show
      self.open = open
      self.requests = requests
      self.accept = accept
      self.dismiss = dismiss
      self.policy = policy
      self.update = update
      self.refresh = refresh
      self.older = older
    }

    /// Makes the action of a server.
    ///
    /// - Parameters:
    ///   - service: Reads and changes what is held back.
    ///   - shown: The model whose screen the commands are of; `nil` elsewhere.
    ///   - changed: Hears of senders that were accepted or dismissed, for the screens that list them, and whether notifications
    ///     were let through.
    public init(
      service: NotificationPolicyService, model: Model?, show: @escaping (TimelineOptions) async throws -> Void,
      open: @escaping (Account.ID) async throws -> Void,
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
        policy: service.policy, update: service.update, refresh: { try await model?.refresh() },
        older: { try await model?.older() ?? false })
    }
  }

  /// The most senders that servers list at once.
  public static let pageSize = 80
}

extension Reference.Kind {
  /// An account whose notifications are held back.
  static let sender = Reference.Kind(rawValue: "sender")
}
