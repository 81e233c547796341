public import FeatureKit
public import MastodonKit

/// Reports of accounts and posts to the moderators.
public enum Reporting {
  /// What a report is about, and what there is to choose from.
  public struct Subject: Hashable, Sendable {
    /// The account.
    public var account: Account
    /// Its posts to choose from: those that were named, then its newest.
    public var statuses: [Status]
    /// How many of them were named, and are chosen from the start.
    public var named: Int
    /// The server's rules.
    public var rules: [Instance.Rule]
    /// The server whose moderators read it.
    public var server: String

    /// Makes a subject.
    public init(account: Account, statuses: [Status], named: Int, rules: [Instance.Rule], server: String) {
      self.account = account
      self.statuses = statuses
      self.named = named
      self.rules = rules
      self.server = server
    }

    /// The account's own server, where that is another one.
    public var otherServer: String? {
      account.acct.firstIndex(of: "@").map { String(account.acct[account.acct.index(after: $0)...]) }
    }
  }

  /// Everything the sheet shows, as data only.
  public struct State: Hashable, Sendable {
    /// The fields.
    public var form: Form.State
    /// What the report is about; `nil` until it is loaded.
    public var subject: Subject?

    /// Makes a state.
    public init(form: Form.State, subject: Subject? = nil) {
      self.form = form
      self.subject = subject
    }
  }

  /// Everything the global command can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Opens a report on an account, with these posts chosen.
    public var report: (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Void

    /// Makes an action from its closure.
    public init(report: @escaping (_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Void) {
      self.report = report
    }
  }

  /// How many of the account's newest posts are offered.
  public static let offered = 8
}
