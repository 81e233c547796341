public import FeatureKit
public import MastodonKit

extension Lists {
  /// The user's lists that hold an account: `who @moss`.
  public enum Membership {
    /// The state of the screen.
    public struct State: Hashable, Sendable {
      /// The account that the lists hold.
      public let id: Account.ID
      /// What is known of it; `nil` until the lists are loaded.
      public var account: Account?
      public var lists: Loadable<[List]>
      /// Why the account could not be read; its lists are shown anyway.
      var missing: AppError?

      public init(id: Account.ID, account: Account? = nil, lists: Loadable<[List]> = .idle) {
        self.id = id
        self.account = account
        self.lists = lists
      }
    }

    /// The requests that the root handles.
    @MainActor
    public struct Action {
      /// Shows the lists that hold an account.
      public var show: (Account.ID) async throws -> Response

      public init(show: @escaping (Account.ID) async throws -> Response) { self.show = show }
    }
  }
}
